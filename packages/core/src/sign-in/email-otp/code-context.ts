import type { EmailAddress } from "../../kernel/email-address.js";
import type { CodeType } from "./one-time-code-store.js";

/**
 * Returns what the stored form of a code is bound to: it matches for no other type and no other
 * email address.
 */
export const codeContext = (email: EmailAddress, type: CodeType): string => `${type} ${email}`;
