import { get, post } from "./api.js";
import type { OwnOrganization } from "./organizations.js";

// Everything this front end asks of the service, one function for each route, and what comes back.

export interface User {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
}

/** Also says where one works, and what one may do there. */
export interface Me extends User {
  readonly activeOrganization: OwnOrganization | null;
  readonly permissions: readonly string[];
}

export interface Session {
  /** A handle to end it by; the cookie's value is known to the browser alone. */
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** Who made the authenticator, where that is known. */
  readonly provider: string | null;
  readonly backedUp: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

export interface Provider {
  readonly id: string;
  readonly name: string;
}

export interface Methods {
  readonly password: boolean;
  readonly emailOtp: boolean;
  readonly magicLink: boolean;
  readonly passkey: boolean;
  readonly providers: readonly Provider[];
}

/** The password is an account, too: that of the provider `credential`. */
export interface LinkedAccount {
  readonly id: string;
  readonly providerId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface ActivityEntry {
  /** Who did it; null for an operator, the service itself, and somebody who is erased. */
  readonly actor: {
    readonly id: string;
    readonly name: string;
    readonly email: string | null;
  } | null;
  /** What it was done to, by its name or email address; null once that is gone. */
  readonly target: { readonly type: string; readonly label: string } | null;
  readonly id: string;
  readonly at: string;
  readonly event: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly detail: Readonly<Record<string, string | number>>;
}

/** What a page has to know of the rules to say things right. */
export interface Policy {
  readonly deletionGraceDays: number;
  readonly passwordMinLength: number;
}

export interface SignedIn {
  readonly user: User;
}

/** A URL of this front end, to which the service redirects. */
export const pageAddress = (path: string): string => new URL(path, location.origin).href;

/** Whether this browser reads and writes passkeys as the service does; those from before 2025 may not. */
const passkeysWork = (): boolean =>
  "PublicKeyCredential" in globalThis && "parseRequestOptionsFromJSON" in PublicKeyCredential;

// Who is here, and how they may come in
export const findSession = () =>
  get<{ readonly session: Session; readonly user: User } | null>("/api/auth/get-session");
export const findMe = () => get<Me>("/api/v1/auth/me");
let policy: Promise<Policy> | undefined;
/** Asked for once: it changes when the service starts anew. */
export const findPolicy = (): Promise<Policy> =>
  (policy ??= get<Policy>("/api/v1/auth/policy").catch((problem: unknown) => {
    policy = undefined;
    throw problem;
  }));
/** Without passkeys where this browser cannot use them. */
export const listMethods = () =>
  get<Methods>("/api/v1/auth/methods").then((methods) => ({
    ...methods,
    passkey: methods.passkey && passkeysWork(),
  }));
export const signOut = () => post("/api/auth/sign-out");

// Password. A sign-in that carries a live session of the same user authenticates that session again.
export const signUp = (person: {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}) =>
  post<SignedIn>("/api/auth/sign-up/email", { ...person, callbackURL: pageAddress("/verified") });
export const signInByPassword = (email: string, password: string) =>
  post<SignedIn>("/api/auth/sign-in", { email, password });
export const changePassword = (change: {
  readonly currentPassword: string;
  readonly newPassword: string;
}) => post("/api/auth/change-password", change);
export const requestPasswordReset = (email: string) =>
  post("/api/auth/request-password-reset", { email, redirectTo: pageAddress("/reset-password") });
export const resetPassword = (token: string, newPassword: string) =>
  post("/api/auth/reset-password", { token, newPassword });

// One-time code and magic link
export const sendCode = (email: string) =>
  post("/api/auth/email-otp/send-verification-otp", { email, type: "sign-in" });
export const signInByCode = (email: string, typed: string) =>
  post<SignedIn>("/api/auth/email-otp/sign-in", { email, otp: typed.replaceAll(/\s/g, "") });
/** Failures of the link come back as `?error=CODE` on `failPath`. */
export const sendLink = (
  email: string,
  { path, failPath }: { readonly path: string; readonly failPath: string },
) =>
  post("/api/v1/auth/magic-link/send", {
    email,
    callbackURL: pageAddress(path),
    errorCallbackURL: pageAddress(failPath),
  });

// External providers: both answer with the URL at the provider to go to
interface Departure {
  readonly url: string;
}
export const signInAtProvider = (provider: string, path: string) =>
  post<Departure>("/api/auth/sign-in/social", {
    provider,
    callbackURL: pageAddress(path),
    errorCallbackURL: pageAddress("/"),
  });
export const linkProvider = (provider: string) =>
  post<Departure>("/api/auth/link-social", {
    provider,
    callbackURL: pageAddress("/account/security"),
  });
export const listAccounts = () => get<readonly LinkedAccount[]>("/api/auth/list-accounts");
export const unlinkAccount = (accountId: string) => post("/api/auth/unlink-account", { accountId });

// Passkeys
/** A credential of the browser, as the service reads it. */
export type PasskeyResponse = ReturnType<PublicKeyCredential["toJSON"]>;
export const passkeyCreationOptions = () =>
  post<PublicKeyCredentialCreationOptionsJSON>("/api/auth/passkey/generate-register-options");
export const registerPasskey = (response: PasskeyResponse) =>
  post<Passkey>("/api/auth/passkey/verify-registration", { response });
export const passkeyRequestOptions = () =>
  post<PublicKeyCredentialRequestOptionsJSON>("/api/auth/passkey/generate-authentication-options");
export const signInByPasskey = (response: PasskeyResponse) =>
  post<SignedIn>("/api/auth/passkey/verify-authentication", { response });
export const listPasskeys = () => get<readonly Passkey[]>("/api/auth/passkey/list-user-passkeys");
export const renamePasskey = (id: string, name: string) =>
  post("/api/auth/passkey/update-passkey", { id, name });
export const deletePasskey = (id: string) => post("/api/auth/passkey/delete-passkey", { id });

// The account
export const sendVerification = (email: string) =>
  post("/api/auth/send-verification-email", { email, callbackURL: pageAddress("/verified") });
/** Mails a link to the new email address. Needs a fresh session. */
export const changeEmail = (newEmail: string) =>
  post("/api/auth/change-email", { newEmail, callbackURL: pageAddress("/email-changed") });
export const changeName = (name: string) => post("/api/auth/update-user", { name });
export const listSessions = () =>
  get<readonly (Session & { readonly current: boolean })[]>("/api/auth/list-sessions");
export const endSession = (id: string) => post("/api/auth/revoke-session", { id });
export const endOtherSessions = () => post("/api/auth/revoke-other-sessions");
export const listActivity = (cursor: string | null) =>
  get<{ readonly entries: readonly ActivityEntry[]; readonly nextCursor: string | null }>(
    `/api/v1/me/activity?${new URLSearchParams({ limit: "10", ...(cursor !== null && { cursor }) }).toString()}`,
  );
