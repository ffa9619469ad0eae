/**
 * Where the browser is redirected after a sign-in that leaves the page; null for the configured
 * default. The HTTP surface checks the URLs when it takes them from a request, and again when it
 * redirects.
 */
export interface Destinations {
  readonly callback: string | null;
  /** Replaces `callback` when the sign-in created the user. */
  readonly newUser: string | null;
  readonly error: string | null;
}

/** A page of the application that a mail leads to. */
export type LinkedPage =
  | "forgot-password"
  | "passkeys"
  | "linked-accounts"
  | "sessions"
  | "deletion"
  | "exports"
  | "organizations";

/**
 * Builds the URLs that mails carry and that are registered elsewhere. Made from configuration
 * alone, never from a request.
 */
export interface Links {
  /**
   * Origin of the service, such as `https://auth.example.com`. It is the issuer of signed tokens.
   */
  readonly service: string;
  /** Host name of the service. It is the right-hand side of each `Message-ID`. */
  readonly host: string;
  /**
   * URL of the application that people use. Its origin and host name are the defaults of the
   * passkeys' relying party.
   */
  readonly home: string;
  /**
   * Returns the URL of a page of the application.
   * @param item the id of what the page is to show, such as one passkey; null for none
   */
  page(page: LinkedPage, item: string | null): string;
  /** Returns the URL that verifies an email address. */
  verifyEmail(token: string): string;
  /** Returns the URL of the page that sets a new password; null leaves `redirectTo` out. */
  resetPassword(token: string, redirectTo: string | null): string;
  /** Returns the URL of the page that confirms a change of the email address. */
  confirmEmailChange(token: string): string;
  /** Returns the URL that signs in. */
  magicLink(token: string, destinations: Destinations): string;
  /** Returns the URL of the page that shows an invitation. */
  invitation(token: string): string;
  /** Returns the URL that downloads an export. */
  exportDownload(requestId: string, token: string): string;
  /**
   * Returns the callback URL of a provider. It is constant, because it is registered with the
   * provider.
   */
  oauthCallback(providerId: string): string;
}
