// Waits a moment before asking about the file in focus, so that going through many asks about the one that is looked at only.

/** Milliseconds. */
const REST = 120;

/** Runs in a moment, unless it is called off: to be returned from an effect. */
export function soon(run: () => void): () => void {
  const waiting = setTimeout(run, REST);
  return () => clearTimeout(waiting);
}
