/**
 * What an error of the library may hold. None of it is trusted: some of it comes from the server.
 */
interface ErrorFields {
  readonly code?: unknown;
  readonly originalCode?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
}

const REASONS: Readonly<Record<string, string>> = {
  EABORT: "not accepted in the time a mail may take",
  EAUTH: "the server refused user and password",
  EDNS: "the server's name cannot be resolved",
  EENVELOPE: "the server refused sender or recipient",
  EMESSAGE: "the server refused the message",
  EPROTOCOL: "the server refused the connection",
  ERECIPIENTS: "the mail would have gone to another recipient",
  ETIMEDOUT: "the server did not answer in time",
  ETLS: "no encrypted connection could be established",
};
const DEFAULT_REASON = "the connection failed";

/**
 * Returns an error that an operator may read in a log: reason, codes, and the numbers of the
 * server's reply. The text of the reply is left out, because a server may repeat in it what it
 * received: email address, password, text of the mail.
 */
export function deliveryFailure(failure: unknown): Error {
  const { code, originalCode, command, response }: ErrorFields =
    typeof failure === "object" && failure !== null ? failure : {};
  const details = [word(code), word(originalCode), word(command), replyCodes(response)].filter(
    (detail) => detail !== null,
  );
  const reason = (typeof code === "string" && REASONS[code]) || DEFAULT_REASON;
  return new Error(
    `SMTP delivery failed: ${reason}${details.length > 0 ? ` (${details.join(", ")})` : ""}`,
  );
}

/** Names of errors and commands: `ECONNREFUSED`, `MAIL FROM`, `AUTH CRAM-MD5`. */
const word = (value: unknown): string | null =>
  typeof value === "string" && /^[A-Z][A-Z\d_ -]{1,60}$/.test(value) ? value : null;

/** `550 5.1.1` of a reply (RFC 5321 §4.2, RFC 3463). */
const replyCodes = (response: unknown): string | null =>
  (typeof response === "string" &&
    /^[245]\d\d(?:[ -][245]\.\d{1,3}\.\d{1,3}(?= ))?/.exec(response)?.[0].replace("-", " ")) ||
  null;
