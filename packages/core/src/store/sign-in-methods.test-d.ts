import type { SignInMethodTable } from "./env.js";
import {
  SIGN_IN_METHODS,
  type SignInMethod,
  type SignInMethodOption,
  type SignInMethodRow,
} from "./sign-in-methods.js";
import type { Tx } from "./store.js";

/** The names, and the options of `createAuth`, are those of the rows. */
export function namesAreThoseOfTheRows(name: SignInMethod, option: SignInMethodOption): void {
  name satisfies "password" | "email-otp" | "magic-link" | "oauth" | "passkey";
  option satisfies "password" | "emailOtp" | "magicLink" | "passkey" | "providers";
  // @ts-expect-error -- there is no such sign-in method
  "telepathy" satisfies SignInMethod;
  // @ts-expect-error -- the options have names of their own
  "oauth" satisfies SignInMethodOption;
}

/** A row says everything, or nothing compiles. */
export function aRowThatLacksAFieldDoesNotCompile(row: SignInMethodRow): void {
  const { offeredBy, provesMailbox, credentials, word } = row;
  ({ offeredBy, provesMailbox, credentials, word }) satisfies SignInMethodRow;
  // @ts-expect-error -- what offers it
  ({ provesMailbox, credentials, word }) satisfies SignInMethodRow;
  // @ts-expect-error -- whether it proves the mailbox
  ({ offeredBy, credentials, word }) satisfies SignInMethodRow;
  // @ts-expect-error -- how a user's credentials are counted
  ({ offeredBy, provesMailbox, word }) satisfies SignInMethodRow;
  // @ts-expect-error -- what pages call it
  ({ offeredBy, provesMailbox, credentials }) satisfies SignInMethodRow;
}

interface KeyCards {
  readonly keyCards: { countByUser(userId: string): Promise<number> };
}

/** The rows of a feature count in its stores, and join those of the base. */
export function rowsOfFeaturesJoin(row: SignInMethodRow<Tx & KeyCards>): void {
  ({ ...SIGN_IN_METHODS, "key-card": row }) satisfies SignInMethodTable;
}
