/** What the runner tells a process on its command line, as JSON. */
export interface Assignment {
  /** A SQLite file, or the URL of a Postgres database. */
  readonly database: string;
  /** A port of one's own unless told. */
  readonly port?: number;
}

/** What the runner asks of a running process. */
export interface Question {
  readonly id: number;
  readonly ask: string;
  readonly given: unknown;
}

export type Report =
  | { readonly kind: "ready"; readonly port: number }
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown }
  /** A code that was "mailed". */
  | { readonly kind: "code"; readonly to: string; readonly code: string };
