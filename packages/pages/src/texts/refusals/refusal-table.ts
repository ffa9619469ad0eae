import type { ErrorCode } from "@acme/auth-core";

/** What each refusal of the library says to a person. A new code does not compile without it. */
export type RefusalTexts = Readonly<Record<ErrorCode, string>>;
