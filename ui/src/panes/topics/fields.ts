// Setting frontmatter fields in a text that goes on being typed in. Separate because of the one thing that can go wrong: an answer that was
// worked out for a text that has changed since must not overwrite it. Never touches a byte itself; Rust does.

/** Fields to set: null leaves one alone, '' removes it. */
export interface Fields {
  name: string | null;
  description: string | null;
  topicType: string | null;
}

const NONE: Fields = { name: null, description: null, topicType: null };

interface Hooks {
  /** The text as it is now. */
  read: () => string;
  write: (text: string) => void;
  /** The text with the fields set. */
  ask: (text: string, fields: Fields) => Promise<string>;
  fail: (reason: unknown) => void;
}

/** Sets fields one after the other; what is asked for meanwhile waits, the newest value of each field. */
export class FieldSetter {
  #waiting: Partial<Fields> = {};
  #busy = false;
  #hooks: Hooks;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  async set(field: keyof Fields, value: string): Promise<void> {
    this.#waiting[field] = value;
    if (this.#busy) return;
    this.#busy = true;
    try {
      while (Object.keys(this.#waiting).length > 0) {
        const fields = this.#waiting;
        this.#waiting = {};
        const from = this.#hooks.read();
        const to = await this.#hooks.ask(from, { ...NONE, ...fields });
        // Typed in the source meanwhile: the same fields once more, on the text as it is now.
        if (this.#hooks.read() !== from) this.#waiting = { ...fields, ...this.#waiting };
        else this.#hooks.write(to);
      }
    } catch (reason) {
      this.#waiting = {};
      this.#hooks.fail(reason);
    } finally {
      this.#busy = false;
    }
  }
}
