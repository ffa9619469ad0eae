import type { ContinuationCookie } from "../kernel/continuation.js";
import type { ApplicationError } from "../kernel/errors.js";
import type { Authentication } from "./authentication.js";
import type { TxWith } from "./feature-stores.js";

/** What a gate says of a sign-in that it withholds. */
export interface Withholding {
  /** What programs are answered: one of `refuses` of the gate, or the base's own code. */
  readonly error: ApplicationError | "SECOND_FACTOR_REQUIRED";
  /** What the browser keeps, in the `cookie` of the gate. Default: nothing. */
  readonly cookie?: Omit<ContinuationCookie, "name">;
  /**
   * The URL of the front end that a route goes to which redirects. Default: where its failures go,
   * with the code of the error.
   */
  readonly url?: string;
  /**
   * The body of the answer of routes that call a withheld sign-in a success, because the contract
   * that they follow does. Default: they refuse as every route.
   */
  readonly reply?: Readonly<Record<string, unknown>>;
}

/** The proof of a second factor. */
export interface SecondProof {
  /** What joins `Session.methods`; null where the first proof counts as both. */
  readonly method: string | null;
  readonly at: Date;
}

/** `proven`: nothing more is asked, and a second factor was shown. */
export interface ProvenAnswer {
  readonly proven: SecondProof;
}

/** Decides whether completed authentications become sessions. `S`: the stores of its feature. */
export interface Gate<S extends object = object> {
  /**
   * Returns `open`, that a second factor was proven, or with what the sign-in is withheld. To let a
   * sign-in pass must change nothing: of one sign-in a gate may be asked more than once.
   */
  ask(tx: TxWith<S>, authentication: Authentication): Promise<"open" | ProvenAnswer | Withholding>;
}

/** Whether any session can be one of two factors: only a gate finds a sign-in proven. */
export const provesFactors = (gates: readonly object[]): boolean => gates.length > 0;

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
