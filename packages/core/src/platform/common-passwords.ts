import type { PasswordBlocklist } from "../ports/password-blocklist.js";

/** The bundled list of common passwords, some 50,000 of them; loaded when the first password is set. */
export function createCommonPasswords(): PasswordBlocklist {
  let list: Promise<ReadonlySet<string>> | null = null;

  async function load(): Promise<ReadonlySet<string>> {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    return new Set(dictionary["passwords-common"]);
  }

  return { has: async (folded) => (await (list ??= load())).has(folded) };
}
