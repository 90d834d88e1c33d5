// A lost fact within the line that it stood in. Pure.

export interface Around {
  before: string;
  fact: string;
  after: string;
}

/** A line cut at the fact; where the fact is not in it (it was cut to 300 characters), all of it stands before. */
export function around(sentence: string, fact: string): Around {
  const at = fact === '' ? -1 : sentence.indexOf(fact);
  if (at < 0) return { before: sentence, fact: '', after: '' };
  return { before: sentence.slice(0, at), fact, after: sentence.slice(at + fact.length) };
}
