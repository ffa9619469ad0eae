import { describe, expect, it } from "vitest";
import { POLICY } from "../kernel/policy.js";
import { COMMON_PASSWORDS } from "./common-password-list.js";
import { createCommonPasswords } from "./common-passwords.js";

const common = createCommonPasswords();
const entries = COMMON_PASSWORDS.trim().split(/\s+/);

describe("the list of common passwords", () => {
  it.each([
    "password",
    "12345678",
    "qwertyuiop",
    "iloveyou",
    "letmein1",
    "password1",
    "football",
    "sunshine",
  ])("holds %s", async (password) => {
    expect(await common.has(password)).toBe(true);
  });

  it.each([
    "correct horse battery staple",
    "",
    "constructor",
    "__proto__",
    "Password",
    "password\u0000",
    " password",
  ])("does not hold %j", async (password) => {
    expect(await common.has(password)).toBe(false);
  });

  it("has more than three thousand that are long enough to be tried here", () => {
    const long = entries.filter((password) => password.length >= POLICY.passwordMinLength.min);
    expect(long.length).toBeGreaterThan(3_000);
  });

  it("has no capital letters, because a password is compared with it in lower case", () => {
    expect(entries.filter((password) => password !== password.toLowerCase())).toEqual([]);
  });

  it("has each of them once", () => {
    expect(entries.length).toBe(new Set(entries).size);
  });
});
