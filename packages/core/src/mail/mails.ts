import type { EmailAddress } from "../kernel/email-address.js";
import type { OneTimeCodeId } from "../kernel/ids.js";

/** A mail as the system thinks of it: who, which template, and what goes into it. Sealed while it waits. */
export type Mail =
  | { readonly template: "sign-in-code"; readonly to: EmailAddress; readonly data: { readonly code: string; readonly minutes: number }; readonly carries: Carried }
  /** Nobody gets anything: stands in where an address gets no mail, so that both cases cost the same. */
  | { readonly template: "none"; readonly to: EmailAddress; readonly data: Record<never, never>; readonly carries: null };

/** The secret a mail brings, by the row it lives in. Once that row is dead the mail is dropped. */
export interface Carried {
  readonly kind: "one-time-code";
  readonly id: OneTimeCodeId;
}
