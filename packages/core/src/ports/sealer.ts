/** What is encrypted. Each purpose has a key of its own. */
export type SealPurpose =
  "outbox" | "oauth-state" | "oauth-name" | "webhook-secret" | PageSealPurpose | FeatureSealPurpose;

/** What the pages of the surface encrypt: what a browser keeps for them in a cookie. */
export type PageSealPurpose = "pages-step" | "pages-flash";

/** What a feature encrypts: its name, and what it is. */
export type FeatureSealPurpose = `${string}/${string}`;

/**
 * Authenticated encryption (AES-256-GCM) of values that are stored and read again. Synchronous, so
 * that it may be used inside a transaction.
 */
export interface Sealer {
  /**
   * Returns `plaintext` encrypted and bound to `context`, the id of its row: moved to another row
   * it does not open.
   */
  seal(purpose: SealPurpose, plaintext: string, context: string): string;
  /**
   * Returns the plaintext; null when the text was altered, belongs to another purpose or context,
   * or its key is no longer known.
   */
  open(purpose: SealPurpose, sealed: string, context: string): string | null;
}

/** A `Sealer` for the purposes of pages alone. The context is the name of the cookie. */
export interface PageSealer {
  /** Like `Sealer.seal`. */
  seal(purpose: PageSealPurpose, plaintext: string, context: string): string;
  /** Like `Sealer.open`. */
  open(purpose: PageSealPurpose, sealed: string, context: string): string | null;
}
