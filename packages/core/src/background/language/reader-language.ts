import type { Client } from "../../kernel/client.js";
import { POLICY } from "../../kernel/policy.js";
import type { JobPayload } from "../jobs/job-store.js";

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

/** What a job keeps of the request that causes it, so that its notices are in the language of that request: the header `Accept-Language` alone. */
export function languagePayload(client: Pick<Client, "acceptLanguage"> | null): JobPayload {
  const language = readerLanguage(null, client);
  return language === null ? {} : { language };
}

/** Returns the user as a reader of what a job tells: in the language they chose, else in that of the request which caused the job. */
export function readerOfJob<R extends Required<Reader>>(user: R, payload: JobPayload | null): R {
  const language = payload?.["language"];
  if (user.locale !== null || typeof language !== "string") return user;
  return { ...user, locale: language };
}
