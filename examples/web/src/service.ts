import {
  type AuthCall,
  createAuthCall,
  type CurrentUserMeReply,
  type OauthMethodsReply,
} from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import { onThisPage } from "./view/router.js";

// The service, and what this front end does more than once or in its own way with its answers.

const callService = createAuthCall({
  baseUrl: import.meta.env.VITE_AUTH_URL ?? "http://localhost:3000",
});

/**
 * Calls a route of the service. The session is a cookie of the service: the browser sends it along,
 * and no script ever sees it.
 */
export const call = ((...given: Parameters<AuthCall>) =>
  onThisPage(callService(...given))) as AuthCall;

export type Methods = OauthMethodsReply;
export type OwnOrganization = NonNullable<CurrentUserMeReply["activeOrganization"]>;

/** A URL of this front end, to which the service redirects. */
export const pageUrl = (path: string): string => new URL(path, location.origin).href;

/**
 * Whether this browser reads and writes passkeys as the service does; those from before 2025 may
 * not.
 */
const passkeysWork = (): boolean =>
  "PublicKeyCredential" in globalThis && "parseRequestOptionsFromJSON" in PublicKeyCredential;

/** Without passkeys where this browser cannot use them. */
export async function listMethods(): Promise<Methods> {
  const methods = await call(routes.oauth.methods);
  return { ...methods, passkey: methods.passkey && passkeysWork() };
}

export const sendCode = (email: string): Promise<unknown> =>
  call(routes.emailOtp.sendVerificationOtp, { email, type: "sign-in" });
/** Failures of the link come back as `?error=CODE` on `failPath`. */
export const sendLink = (email: string, path: string, failPath: string): Promise<unknown> =>
  call(routes.magicLink.sendMagicLink, {
    email,
    callbackURL: pageUrl(path),
    errorCallbackURL: pageUrl(failPath),
  });
export const sendVerification = (email: string): Promise<unknown> =>
  call(routes.emailVerification.sendVerificationEmail, {
    email,
    callbackURL: pageUrl("/verified"),
  });
export const requestPasswordReset = (email: string): Promise<unknown> =>
  call(routes.passwordReset.requestPasswordReset, {
    email,
    redirectTo: pageUrl("/reset-password"),
  });
