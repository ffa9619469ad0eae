import type { Brand } from "./brand.js";

/**
 * A value that must never be stored, logged or compared in the clear: a session token, a code, a
 * password. Printing, serialising or interpolating it gives `[secret]`; only `reveal()` gives the
 * text.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** Returns the text itself: to hash, compare or send it, never to store or log it. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return "[secret]";
  }

  toJSON(): string {
    return "[secret]";
  }

  /** What `console.log` and `util.inspect` of Node show. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[secret]";
  }
}

/** The only form in which a secret may be stored. Minted by the `Digest` port. */
export type SecretHash = Brand<string, "SecretHash">;
