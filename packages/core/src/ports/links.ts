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
}
