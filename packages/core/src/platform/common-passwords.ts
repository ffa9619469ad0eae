import type { PasswordBlocklist } from "../ports/password-blocklist.js";

/** The bundled list of common passwords, some 18,000 of them; loaded when the first password is set. */
export function createCommonPasswords(): PasswordBlocklist {
  let list: Promise<ReadonlySet<string>> | null = null;

  async function load(): Promise<ReadonlySet<string>> {
    const { COMMON_PASSWORDS } = await import("./common-password-list.js");
    return new Set(COMMON_PASSWORDS.trim().split(/\s+/));
  }

  return { has: async (folded) => (await (list ??= load())).has(folded) };
}
