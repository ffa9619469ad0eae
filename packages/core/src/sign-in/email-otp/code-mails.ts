import { isSuspended } from "../../account/user/suspension.js";
import type { UserRecord } from "../../account/user/user-store.js";
import type { CodeType } from "./one-time-code-store.js";

/** Which mail brings a code, and which users get it. A row is stored for every email address. */
export const CODE_MAILS = {
  "sign-in": {
    template: "sign-in-code",
    wants: (user: UserRecord | null, now: Date) => user === null || !isSuspended(user, now),
  },
  "email-verification": {
    template: "email-verification-code",
    wants: (user: UserRecord | null) => user !== null && !user.emailVerified,
  },
  "forget-password": {
    template: "password-reset-code",
    wants: (user: UserRecord | null) => user !== null,
  },
} as const satisfies Record<CodeType, object>;
