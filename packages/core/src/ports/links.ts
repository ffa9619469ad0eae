/** Addresses the system puts into mails. Built from configuration alone, never from a request. */
export interface Links {
  /** Host name of the service; the right-hand side of each `Message-ID`. */
  readonly host: string;
  /** Where people use the application. */
  readonly home: string;
}
