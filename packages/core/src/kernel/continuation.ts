import type { Secret } from "./secret.js";

/** What a browser keeps of a sign-in that a feature has withheld. */
export interface ContinuationCookie {
  /** The name that the gate of the feature declares. Over https it is set with `__Host-`. */
  readonly name: string;
  readonly value: Secret;
  /** How long the browser keeps it, in milliseconds. */
  readonly lifetime: number;
}

/** How a browser goes on with a sign-in that the gate of a feature has withheld. */
export interface Continuation {
  /** Null when the browser keeps nothing. */
  readonly cookie: ContinuationCookie | null;
  /**
   * The URL that a route goes to which redirects. Null for none: it goes where its failures go, with
   * the code of the error.
   */
  readonly url: string | null;
  /** The body of routes that call a withheld sign-in a success; null: they refuse. */
  readonly reply: Readonly<Record<string, unknown>> | null;
}
