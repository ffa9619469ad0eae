import type { ContinuationCookie } from "../kernel/continuation.js";
import type { ApplicationError } from "../kernel/errors.js";
import type { Authentication } from "./authentication.js";
import type { TxWith } from "./feature-stores.js";

/** What a gate says of a sign-in that it withholds. */
export interface Withholding {
  /** What programs are answered: one of `refuses` of the gate. */
  readonly error: ApplicationError;
  /** What the browser keeps, in the `cookie` of the gate. Default: nothing. */
  readonly cookie?: Omit<ContinuationCookie, "name">;
  /**
   * The URL of the front end that a route goes to which redirects. Default: where its failures go,
   * with the code of the error.
   */
  readonly url?: string;
}

/** Decides whether completed authentications become sessions. `S`: the stores of its feature. */
export interface Gate<S extends object = object> {
  /**
   * Returns `open`, or with what the sign-in is withheld. An answer of `open` must change nothing:
   * of one sign-in a gate may be asked more than once.
   */
  ask(tx: TxWith<S>, authentication: Authentication): Promise<"open" | Withholding>;
}

/** What a gate may answer, as documents and checks read it. */
export interface DescribedGate {
  /** The name of its feature. */
  readonly feature: string;
  readonly refuses: readonly ApplicationError[];
  /** The name of its cookie; null when it has none. */
  readonly cookie: string | null;
}

/** The gate of a feature, ready to be asked. */
export interface OpenedGate extends DescribedGate {
  readonly gate: Gate;
}
