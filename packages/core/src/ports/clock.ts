/** The one source of time: every decision and every stored date comes from it. */
export interface Clock {
  /** Returns the current time. */
  now(): Date;
}
