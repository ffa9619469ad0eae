import type { ApplicationErrorCode, ErrorCode } from "../kernel/errors.js";

/**
 * A request that was answered, by names that stand in the route table: never a path, an id or
 * anything else that a client chooses.
 */
export interface AnsweredRequest {
  /**
   * The method of the route: `HEAD` counts as `GET`. `OPTIONS` for a preflight, and `unknown` for a
   * request to no route.
   */
  readonly method: string;
  /**
   * The pattern of the route, such as `/api/v1/organizations/:id`. `preflight` for a CORS
   * preflight, and `unknown` for a request to no route.
   */
  readonly route: string;
  /** The HTTP status. */
  readonly status: number;
}

/**
 * How a sign-in ended. `refused`: the credential was wrong, or the user may not sign in. `failed`:
 * the service or the external provider could not carry it out.
 */
export type SignInOutcome = "succeeded" | "refused" | "failed";

/** How busy password hashing is. */
export interface HashQueue {
  /** Hashes that are being computed. */
  readonly running: number;
  /**
   * Hashes that wait for their turn. Beyond `policy.hashesWaiting` the next is refused with `BUSY`.
   */
  readonly waiting: number;
}

/**
 * Receives what happens in this process, to count it. It is called synchronously and often, so it
 * returns at once, and it never throws. Nothing that it receives names a user: every value is one
 * of few. How much waits in the queues is not told here: ask `auth.worker.backlog()`.
 */
export interface Metrics {
  /**
   * A request to the surface has arrived.
   * @returns what is called once when its reply is ready. The transfer of the reply to the client
   * comes after that.
   */
  requestStarted(): (answered: AnsweredRequest) => void;
  /** A request was refused, by the surface or by a guard of an application's own route. */
  requestRefused(code: ErrorCode | ApplicationErrorCode): void;
  /**
   * A sign-in ended. Asking for a code or a link is none, and neither is a sign-up. `method` is the
   * name of one of `auth.signInMethods.list()`.
   */
  signInEnded(method: string, outcome: SignInOutcome): void;
  /** The default `passwordHasher` has begun or finished a hash, or let one wait. */
  hashQueueChanged(queue: HashQueue): void;
  /** The sweep has removed everything that had expired: so many rows. */
  sweepEnded(rows: number): void;
}
