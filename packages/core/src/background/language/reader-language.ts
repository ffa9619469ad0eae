import type { Client } from "../../kernel/client.js";
import { POLICY } from "../../kernel/policy.js";

/** Who reads a mail, as far as their language is known. */
export interface Reader {
  /** The language that the reader chose, as a BCP 47 tag; null when none is chosen. */
  readonly locale: string | null;
}

/** Who reads a notice. */
export interface NoticeReader extends Reader {
  /** The header `Accept-Language` of the reader's last sign-in; null when it named none. */
  readonly signInLanguage: string | null;
}

/** Returns the languages that a request prefers, not much of them; null when it names none. */
export const requestLanguage = (client: Pick<Client, "acceptLanguage"> | null): string | null =>
  client?.acceptLanguage?.slice(0, POLICY.languagePreferenceLength.value) ?? null;

/**
 * Returns what a mail that someone asked for is matched by: the language that its reader chose,
 * else the header `Accept-Language` of the request; null when neither is known.
 */
export const readerLanguage = (
  reader: Reader | null,
  client: Pick<Client, "acceptLanguage"> | null,
): string | null => reader?.locale ?? requestLanguage(client);

/**
 * Returns what a notice is matched by: the language that its reader chose, else that of their last
 * sign-in; null when neither is known. Never that of the request which causes the notice: it may be
 * a thief's.
 */
export const noticeLanguage = ({ locale, signInLanguage }: NoticeReader): string | null =>
  locale ?? signInLanguage;
