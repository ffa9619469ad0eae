/** How long a server may take, in milliseconds. */
export interface SmtpTimeouts {
  /** Until the connection stands: name lookup, TCP, greeting and TLS together. Default: 10,000. */
  readonly connect: number;
  /** Between two words of the server. Default: 15,000. A connection that waits for the next mail is closed after half of it. */
  readonly silence: number;
  /**
   * For one mail all in all, waiting for a free connection included. Default: 45,000. Keep it below the worker's lease (60,000 unless
   * you chose another): behind that another worker takes the mail, and it would go out twice.
   */
  readonly delivery: number;
}

export const DEFAULT_TIMEOUTS: SmtpTimeouts = {
  connect: 10_000,
  silence: 15_000,
  delivery: 45_000,
};

/** The defaults with an application's own values in them. Throws a `RangeError` for one that is no positive whole number. */
export function defineTimeouts(chosen: Partial<SmtpTimeouts>): SmtpTimeouts {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...chosen };
  for (const [name, value] of Object.entries<number>(timeouts)) {
    if (!Number.isInteger(value) || value < 1)
      throw new RangeError(`timeouts.${name} must be a whole number of milliseconds, at least 1`);
  }
  return timeouts;
}
