import type { Webhooks } from "../operate-webhooks.procedure.js";

/** The feature as a server has opened it. */
export interface Opened {
  readonly auth: { readonly webhooks: Webhooks };
  /** Returns the name of every event that the server records. */
  readonly recordedEvents: () => readonly string[];
}

/** What a server gives to a command. */
export interface CommandCall {
  /** The arguments, by their names. */
  readonly values: Readonly<Record<string, string | undefined>>;
  /** The options that were given. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Opens what is configured for the time of `work`. */
  readonly withAuth: <T>(work: (opened: Opened) => Promise<T>) => Promise<T>;
  /** Escapes what a terminal would interpret. */
  readonly printable: (text: string) => string;
  /** Makes what ends the command with a message, when it is thrown. */
  readonly failure: (message: string, kind: "failed" | "misused" | "unknown") => Error;
}

/** What a command has to say: one JSON value for programs, and the same as text for people. */
export interface Answer {
  readonly json: unknown;
  readonly text:
    | string
    | {
        readonly head: readonly string[];
        readonly rows: readonly (readonly (string | number | null)[])[];
      };
  /** How the command ends the process: 0 done, 1 failed. Default: done. */
  readonly exitCode?: 0 | 1;
}
