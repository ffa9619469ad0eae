import { requestLanguage } from "../../background/language/reader-language.js";
import type { Client } from "../../kernel/client.js";
import type { Tx } from "../../store/store.js";
import type { LockedUser } from "./user-store.js";

/**
 * Notes the language of a completed sign-in. Notices go in it until the user chooses one: a request
 * that causes a notice may be a thief's, and its language one that the user cannot read. A client
 * that names no language changes nothing.
 * @returns the language of the user's last sign-in, this one included
 */
export async function recordLanguage(
  tx: Tx,
  { id, signInLanguage }: LockedUser,
  client: Client,
): Promise<string | null> {
  const language = requestLanguage(client) ?? signInLanguage;
  if (language !== null && language !== signInLanguage)
    await tx.users.updateSignInLanguage(id, language);
  return language;
}
