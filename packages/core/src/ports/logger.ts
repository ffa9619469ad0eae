export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** Structured log of what operators need to see. Events are snake_case; fields never hold a secret or a whole address. */
export interface Logger {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields, cause?: unknown): void;
}
