import { once } from "../kernel/once.js";
import type { PasswordBlocklist } from "../ports/password-blocklist.js";

export const loadEntries = () => import("./common-password-list.js");

/** The bundled list of common passwords, some 18,000 of them; loaded when the first password is set. */
export function createCommonPasswords(): PasswordBlocklist {
  const list = once(loadList);
  return { has: async (folded) => (await list()).has(folded) };
}

async function loadList(): Promise<ReadonlySet<string>> {
  const { COMMON_PASSWORDS } = await loadEntries();
  return new Set(COMMON_PASSWORDS.trim().split(/\s+/));
}
