import type { Keys, UserId } from "@acme/auth-core";
import type { SecondFactor } from "../second-factor-api.js";

/** The feature as a server has opened it: not at all while it is switched off. */
export interface Opened {
  readonly auth: {
    readonly keys: Keys;
    readonly secondFactor?: SecondFactor;
  };
}

/** A user whom a command is about. */
export interface NamedUser {
  readonly id: UserId;
  readonly email: string;
}

/** What a server gives to a command. */
export interface CommandCall {
  /** The options that were given. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Opens what is configured for the time of `work`. */
  readonly withAuth: (work: (opened: Opened) => Promise<Answer>) => Promise<Answer>;
  /** The same, with the user whom the argument `EMAIL` names. */
  readonly withUser: (
    work: (opened: Opened, user: NamedUser) => Promise<Answer>,
  ) => Promise<Answer>;
  /**
   * Returns who calls, with the option `--reason`, for the audit log.
   * @param why what the reason is for, in a clause
   */
  readonly operator: (why: string) => string;
  /** Shows how far long work has come, where a person is watching. */
  readonly progress: (text: string) => void;
  /** Makes what ends the command with a message, when it is thrown. */
  readonly failure: (message: string, kind: "failed" | "misused" | "unknown") => Error;
}

/** What a command has to say: one JSON value for programs, and the same as text for people. */
export interface Answer {
  readonly json: unknown;
  readonly text: string;
  /** How the command ends the process: 0 done, 1 failed. Default: done. */
  readonly exitCode?: 0 | 1;
}
