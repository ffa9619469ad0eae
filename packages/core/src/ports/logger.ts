/** What a log entry holds besides its event: plain values under camelCase names. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/**
 * The structured log for operators. Events are snake_case. Fields never contain a secret or an
 * unmasked email address.
 */
export interface Logger {
  /** Records what helps to find a fault. */
  debug(event: string, fields?: LogFields): void;
  /** Records what happened as intended. */
  info(event: string, fields?: LogFields): void;
  /** Records what an operator should look at some day. */
  warn(event: string, fields?: LogFields): void;
  /** Records what an operator should look at now. `cause` is what was thrown. */
  error(event: string, fields?: LogFields, cause?: unknown): void;
}
