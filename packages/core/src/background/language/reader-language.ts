import type { Client } from "../../kernel/client.js";
import { POLICY } from "../../kernel/policy.js";

/** Who reads a mail, as far as their language is known. */
export interface Reader {
  /** The language that the reader chose, as a BCP 47 tag; null when none is chosen. */
  readonly locale?: string | null;
}

/**
 * Returns what a mail to the reader is matched by: the language they chose, else the header `Accept-Language` of the request that causes the mail; null
 * when neither is known.
 */
export const readerLanguage = (
  reader: Reader | null,
  client: Pick<Client, "acceptLanguage"> | null,
): string | null =>
  reader?.locale ?? client?.acceptLanguage?.slice(0, POLICY.languagePreferenceLength.value) ?? null;
