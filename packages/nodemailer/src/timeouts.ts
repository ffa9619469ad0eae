/** How long an SMTP server may take, in milliseconds. */
export interface SmtpTimeouts {
  /** To establish a connection: name lookup, TCP, greeting and TLS together. Default: 10,000. */
  readonly connect: number;
  /**
   * Between two responses of the server. Default: 15,000. An idle connection is closed after half
   * of it.
   */
  readonly silence: number;
  /**
   * For one delivery in total, including the wait for a free connection. Default: 45,000. Keep it
   * below the worker's lease (`policy.workerLease`, 60,000 by default): when the lease ends another
   * worker takes the mail and sends it a second time.
   */
  readonly delivery: number;
}

export const DEFAULT_TIMEOUTS: SmtpTimeouts = {
  connect: 10_000,
  silence: 15_000,
  delivery: 45_000,
};

/**
 * Returns the defaults, replaced by the values of the application.
 * @throws {RangeError} for a value that is not a positive whole number.
 */
export function defineTimeouts(chosen: Partial<SmtpTimeouts>): SmtpTimeouts {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...chosen };
  for (const [name, value] of Object.entries<number>(timeouts)) {
    if (!Number.isInteger(value) || value < 1)
      throw new RangeError(`timeouts.${name} must be a whole number of milliseconds, at least 1`);
  }
  return timeouts;
}
