/** What the data model says of one table. */
export interface TableWords {
  /** The store of core or of a feature that keeps it, as in `OWNERSHIP`; null for none. */
  readonly store: string | null;
  /** What a row is. */
  readonly holds: string;
  /** When a row goes, where the store is null: there is no row of `OWNERSHIP` to say it. */
  readonly ends?: string;
  /** What each column holds that `COLUMN_WORDS` does not say, or says otherwise. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Columns that an application may read: they are promised. */
  readonly readable?: readonly string[];
}

/** The tables that one diagram shows. */
export interface Area {
  readonly title: string;
  readonly text: string;
  readonly tables: Readonly<Record<string, TableWords>>;
}

/** What a column holds in every table that says nothing else of it. */
export const COLUMN_WORDS: Readonly<Record<string, string>> = {
  id: "random id",
  user_id: "the user",
  organization_id: "the organization",
  email: "email address, in lower case",
  name: "name",
  created_at: "when it was stored",
  updated_at: "when it was last changed",
  expires_at: "when it expires",
  token_hash: "SHA-256 of the token",
  ip_address: "IP address of the request",
  user_agent: "user agent of the request",
  sealed: "encrypted with the secret of the service",
  sealed_secret: "encrypted with the secret of the service",
  attempts: "how often it was tried",
  next_attempt_at: "when the next attempt is due",
  lease: "the worker that has claimed it; empty for none",
  tries_left: "how many wrong attempts are left",
  checksum: "of the statements of the migration",
  applied_at: "when it was applied",
  oldest_schema: "number of the newest migration known to the oldest release that still works",
  unfinished: "true while the steps after its transaction are not done",
};

const ledger = (of: string): TableWords => ({
  store: null,
  holds: `An applied migration of ${of}. It contains no personal data.`,
  ends: "never",
  columns: { id: "name of the migration" },
});

export const baseLedger = ledger("the library");
export const secondFactorLedger = ledger("the second factor");
export const webhookLedger = ledger("webhooks");
