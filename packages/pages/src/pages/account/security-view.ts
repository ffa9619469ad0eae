import type { SectionDrawing } from "../../kernel/visit.js";
import type { PasskeyView } from "./passkey-words.js";

/** What the page of the ways to sign in shows. */
export interface SecurityView {
  /** Oldest first; null where passkeys are not offered and the user has none. */
  readonly passkeys: readonly PasskeyView[] | null;
  readonly canAddPasskey: boolean;
  /** Null where passwords are not offered and the user has none. */
  readonly password: { readonly since: Date | null } | null;
  /** What features add, ready to be drawn. */
  readonly sections: readonly SectionDrawing[];
  /** Linked accounts, and the providers that one can be linked of. */
  readonly accounts: readonly AccountView[];
  /** Why an account was not linked; null when none was tried. */
  readonly failure: string | null;
}

/** An account at a provider, or a provider without one. */
export interface AccountView {
  readonly provider: { readonly id: string; readonly name: string };
  /** Null: not linked. */
  readonly linked: { readonly id: string; readonly since: Date } | null;
}
