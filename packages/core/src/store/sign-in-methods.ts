import type { Brand } from "../kernel/brand.js";
import type { UserId } from "../kernel/ids.js";
import type { LinkedAccountStore } from "../sign-in/oauth/linked-account-store.js";
import type { PasskeyStore } from "../sign-in/passkey/passkey-store.js";
import type { PasswordStore } from "../sign-in/password/password-store.js";

/** The stores that the rows of `SIGN_IN_METHODS` count in. */
export interface CredentialStores {
  readonly passwords: PasswordStore;
  readonly passkeys: PasskeyStore;
  readonly linkedAccounts: LinkedAccountStore;
}

/** Counts what a user signs in with. */
export interface CredentialCounter<S = CredentialStores> {
  /**
   * Returns how many credentials the user has.
   * @param isOffered whether credentials of that external provider count. A method without
   *   providers does not ask.
   */
  count(stores: S, userId: UserId, isOffered: (providerId: string) => boolean): Promise<number>;
}

/** One way to sign in. `S`: the stores that its credentials are counted in. */
export interface SignInMethodRow<S = CredentialStores> {
  /**
   * The option that offers it: a key of `createAuth({ signInMethods })`. Null for a method of a
   * feature, which is offered where the feature is.
   */
  readonly offeredBy: string | null;
  /** Whether who signs in by it has shown that mail to the user's email address reaches them. */
  readonly provesMailbox: boolean;
  /**
   * Counts a user's credentials: without one the user cannot sign in by it, and one that was
   * planted must be told of at account recovery. Null when it takes none, so that every user can
   * sign in by it.
   */
  readonly credentials: CredentialCounter<S> | null;
  /** What pages call it. Metrics, logs and sessions have the key of the row. */
  readonly word: string;
}

/** A way to sign in that an application may leave out, and may put before others. */
interface OwnSignInMethodRow extends SignInMethodRow {
  /** What `createAuth({ signInOrder })` and the variable `SIGN_IN_METHODS` call it. */
  readonly choice: string;
}

/**
 * Every way to sign in. A row that lacks a field does not compile. The choices of the application,
 * what it offers, the number of a user's sign-in methods, account recovery, notices of new
 * browsers, metrics and pages all read this table, in the order of the rows. The keys are stored
 * with sessions and audit entries, so they never change.
 */
export const SIGN_IN_METHODS = {
  password: {
    offeredBy: "password",
    choice: "password",
    provesMailbox: false,
    credentials: {
      count: async ({ passwords }, userId) => ((await passwords.find(userId)) ? 1 : 0),
    },
    word: "password",
  },
  "email-otp": {
    offeredBy: "emailOtp",
    choice: "code",
    provesMailbox: true,
    credentials: null,
    word: "mailed code",
  },
  "magic-link": {
    offeredBy: "magicLink",
    choice: "link",
    provesMailbox: true,
    credentials: null,
    word: "magic link",
  },
  oauth: {
    offeredBy: "providers",
    choice: "provider",
    provesMailbox: false,
    credentials: {
      async count({ linkedAccounts }, userId, isOffered) {
        const accounts = await linkedAccounts.listByUser(userId);
        return accounts.filter(({ providerId }) => isOffered(providerId)).length;
      },
    },
    word: "external provider",
  },
  passkey: {
    offeredBy: "passkey",
    choice: "passkey",
    provesMailbox: false,
    credentials: { count: ({ passkeys }, userId) => passkeys.countByUser(userId) },
    word: "passkey",
  },
} as const satisfies Readonly<Record<string, OwnSignInMethodRow>>;

/** How a user proved who they are, by a method of the base. */
export type SignInMethod = keyof typeof SIGN_IN_METHODS;

/** The same, by a method of a feature: a key of its `signIn.methods`. */
export type FeatureSignInMethod = Brand<string, "FeatureSignInMethod">;

/** A key of `createAuth({ signInMethods })`. */
export type SignInMethodOption = (typeof SIGN_IN_METHODS)[SignInMethod]["offeredBy"];

/** The word for a sign-in method in `createAuth({ signInOrder })`. */
export type SignInChoice = (typeof SIGN_IN_METHODS)[SignInMethod]["choice"];

/** The order in which pages offer the sign-in methods, unless the application chooses another. */
export const SIGN_IN_ORDER = [
  "code",
  "link",
  "password",
  "passkey",
  "provider",
] as const satisfies readonly SignInChoice[];
