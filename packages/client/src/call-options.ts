/** What any call may be given, besides its input. */
export interface CallOptions {
  /** Aborts the call, which then throws an `AuthClientError` with the code `ABORTED`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The id of the organization to work in, instead of the one that the browser's cookie names. It
   * holds for this call only.
   */
  readonly organization?: string | undefined;
  /** Further headers of the request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
