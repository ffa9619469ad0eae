/** What a failure of the library may bring along. All of it comes from elsewhere, some of it from the server. */
interface Traces {
  readonly code?: unknown;
  readonly originalCode?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
}

const REASONS: Readonly<Record<string, string>> = {
  EABORT: "not accepted in the time a mail may take",
  EAUTH: "the server refused user and password",
  EDNS: "the server's name leads nowhere",
  EENVELOPE: "the server refused sender or recipient",
  EMESSAGE: "the server refused the message",
  EPROTOCOL: "the server turned us away",
  ERECIPIENTS: "it would have gone to somebody else than its recipient",
  ETIMEDOUT: "the server did not answer in time",
  ETLS: "no encrypted connection",
};
const OTHERWISE = "the connection failed";

/**
 * A plain error that says what an operator needs and nothing more: reason, codes, and the numbers of the server's reply. The reply's
 * own words are left out, for a server is free to repeat there what it was told: address, password, text of the mail.
 */
export function deliveryFailure(failure: unknown): Error {
  const { code, originalCode, command, response } = failure as Traces;
  const traces = [word(code), word(originalCode), word(command), replyCodes(response)].filter(
    (trace) => trace !== null,
  );
  const reason = (typeof code === "string" && REASONS[code]) || OTHERWISE;
  return new Error(
    `SMTP delivery failed: ${reason}${traces.length > 0 ? ` (${traces.join(", ")})` : ""}`,
  );
}

/** Names of errors and commands: `ECONNREFUSED`, `MAIL FROM`, `AUTH CRAM-MD5`. */
const word = (trace: unknown): string | null =>
  typeof trace === "string" && /^[A-Z][A-Z\d_ -]{1,60}$/.test(trace) ? trace : null;

/** `550 5.1.1` of a reply (RFC 5321 §4.2, RFC 3463). */
const replyCodes = (response: unknown): string | null =>
  (typeof response === "string" &&
    /^[245]\d\d(?:[ -][245]\.\d{1,3}\.\d{1,3}(?= ))?/.exec(response)?.[0].replace("-", " ")) ||
  null;
