/** What is sealed. Each purpose has a key of its own. */
export type SealPurpose = "outbox" | "oauth-state";

/** Authenticated encryption of what must rest in the database and be read again: AES-256-GCM. Synchronous. */
export interface Sealer {
  /** `context` (a row id) must be given again to open; a sealed text moved to another row does not open. */
  seal(purpose: SealPurpose, plaintext: string, context: string): string;
  /** Null when the text was altered, belongs to another purpose or context, or its key is no longer known. */
  open(purpose: SealPurpose, sealed: string, context: string): string | null;
}
