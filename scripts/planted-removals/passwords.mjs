const MEANWHILE = "packages/server/test/meanwhile.test.ts";
const PASSWORD = "packages/core/src/password/password.ts";
const PASSWORD_RESET = "packages/core/src/password-reset/password-reset.ts";

/** @type {readonly import("./index.mjs").PlantedRemoval[]} */
export const removals = [
  {
    row: "R-PWD-07",
    what: "a change of the password kills the links that were mailed before",
    file: PASSWORD,
    find: "      await tx.mailedLinks.deleteFor({ userId: user.id, email: locked.email });\n",
    replace: "",
    test: "packages/server/test/surface/password.test.ts",
    name: "a change of the password kills every link that was mailed before",
  },
  {
    row: "R-PWD-07",
    what: "a sign-in compares the hash again under the lock: the password was changed, reset or reclaimed meanwhile",
    file: PASSWORD,
    find: " || current?.hash !== stored.hash",
    replace: "",
    test: MEANWHILE,
    name: "a sign-in by password opens no session when, while it was being compared,",
  },
  {
    row: "R-PWD-07",
    what: "a sign-in compares the address again under the lock",
    file: PASSWORD,
    find: " || user.email !== email",
    replace: "",
    test: MEANWHILE,
    name: "the account was moved to another address",
  },
  {
    row: "R-PWD-07",
    what: "of two changes from one password the first holds",
    file: PASSWORD,
    find: `      if (now?.updatedAt.getTime() !== stored.updatedAt.getTime()) throw new AuthError("INVALID_PASSWORD");\n`,
    replace: "",
    test: MEANWHILE,
    name: "of two changes from one password",
  },
  {
    row: "R-PWD-07",
    what: "an ended session changes no password",
    file: PASSWORD,
    find: "const locked = await lockCaller(tx, env, caller);",
    replace: "const locked = (await tx.users.lock(user.id))!;",
    test: MEANWHILE,
    name: "changes no password",
  },
  {
    row: "R-PWD-08",
    what: "a reset kills the other links of an account, a verified one too",
    file: PASSWORD_RESET,
    find: "    await tx.mailedLinks.deleteFor({ userId: owner.id, email: owner.email });\n",
    replace: "",
    test: "packages/server/test/surface/mailed-links.test.ts",
    name: "kills every other link and code of an account whose address is verified",
  },
  {
    row: "R-PWD-08",
    what: "a reset kills the codes of an account, a verified one too",
    file: PASSWORD_RESET,
    find: "    await tx.oneTimeCodes.deleteFor(owner.email);\n",
    replace: "",
    test: "packages/server/test/surface/mailed-links.test.ts",
    name: "kills every other link and code of an account whose address is verified",
  },
];
