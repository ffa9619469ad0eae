import type { UserRecord } from "@acme/auth-core";
import type { Environment } from "../config/config.js";
import type { ServerAuth } from "../serving/features.js";
import type { Part } from "./layout.js";

/** How a command ends the process: done, failed, misused, or nothing of that name. */
export const EXIT = { done: 0, failed: 1, misused: 2, unknown: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What a command was told. */
export interface Invocation {
  /** The value of each argument of `Command.arguments`; undefined for one that may be left out. */
  readonly values: Readonly<Record<string, string | undefined>>;
  /** The options that were given. A flag that was given is true. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly env: Environment;
  /** The name of the user of the machine who calls. */
  readonly caller: string;
  /** Shows how far long work has come, where a person is watching. */
  readonly progress: (text: string) => void;
  /** Prints a line at once, for a command that goes on. */
  readonly print: (line: string) => void;
  /**
   * Returns what is aborted when the process is told to stop, or no one reads its output. From then
   * on, the command ends what is under way, and with it itself.
   */
  readonly untilStopped: () => AbortSignal;
}

/** What a command has to say: one JSON value for programs, and the same as text for people. */
export interface Answer {
  readonly json: unknown;
  readonly text: Part | readonly Part[];
  /** Default: done. */
  readonly exitCode?: ExitCode;
}

/** Null: the command has printed everything itself. */
export type Run = (invocation: Invocation) => Promise<Answer | null>;

/** An option, `--name` or `--name VALUE`. */
export interface Option {
  /** What its value is called; without it the option is a flag. */
  readonly value?: string;
  /** The command refuses to be called without it. */
  readonly isRequired?: true;
  readonly doc: string;
}

/** One command. What carries it out is loaded when it is called. */
export interface Command {
  /** The names of its arguments, in order. One that ends with `?` may be left out. */
  readonly arguments?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  readonly summary: string;
  /** Null for a command that runs until it is told to stop. */
  readonly load: (() => Promise<Run>) | null;
}

/** What a command of a feature is given: it knows nothing of this server but this. */
export interface FeatureCall extends Pick<Invocation, "values" | "options" | "progress"> {
  /** Opens what is configured for the time of `work`. The database must be up to date. */
  readonly withAuth: <T>(work: (opened: FeatureOpened) => Promise<T>) => Promise<T>;
  /** The same, with the user whom the argument `EMAIL` names. */
  readonly withUser: <T>(
    work: (opened: FeatureOpened, user: UserRecord) => Promise<T>,
  ) => Promise<T>;
  /**
   * Returns who calls, with the option `--reason`, for the audit log.
   * @param why what the reason is for, in a clause
   */
  readonly operator: (why: string) => string;
  readonly printable: (text: string) => string;
  /** Makes what ends the command with a message, when it is thrown. */
  readonly failure: (message: string, kind: Exclude<keyof typeof EXIT, "done">) => Error;
}

interface FeatureOpened {
  readonly auth: ServerAuth;
  /** Every event that is recorded, those of features too. */
  readonly recordedEvents: () => readonly string[];
}

/** A command that a feature brings. */
export interface FeatureCommand extends Omit<Command, "load"> {
  readonly load: () => Promise<(call: FeatureCall) => Promise<Answer>>;
}

/** Ends a command with a message for the operator. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
