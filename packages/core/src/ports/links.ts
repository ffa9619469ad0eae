/** Where the browser goes after a sign-in that leaves the page; null for the usual place. Checked by whoever takes them from a request, and again on use. */
export interface Destinations {
  readonly callback: string | null;
  /** Instead of `callback`, for somebody who was not known before. */
  readonly newUser: string | null;
  readonly error: string | null;
}

/** Addresses the system puts into mails. Built from configuration alone, never from a request. */
export interface Links {
  /** Origin of the service; names it as the issuer of its tokens. */
  readonly service: string;
  /** Host name of the service; the right-hand side of each `Message-ID`. */
  readonly host: string;
  /** Where people use the application. */
  readonly home: string;
  verifyEmail(token: string): string;
  resetPassword(token: string, redirectTo: string | null): string;
  confirmEmailChange(token: string): string;
  magicLink(token: string, destinations: Destinations): string;
  invitation(token: string): string;
  exportDownload(requestId: string, token: string): string;
  /** Where a provider sends the browser back to: constant, and registered with the provider. */
  oauthCallback(providerId: string): string;
}
