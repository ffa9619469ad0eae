import { describe, expect, it } from "vitest";
import { COMMON_PASSWORDS } from "./common-password-list.js";
import { POLICY } from "../kernel/policy.js";
import { createCommonPasswords } from "./common-passwords.js";

const common = createCommonPasswords();

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

  it("has three thousand that are long enough to be tried here, all of them found by their lower case", async () => {
    const long = COMMON_PASSWORDS.trim()
      .split(/\s+/)
      .filter((password) => password.length >= POLICY.passwordMinLength.min);
    expect(long.length).toBeGreaterThan(3_000);
    expect(
      await Promise.all(long.map((password) => common.has(password.toLowerCase()))),
    ).not.toContain(false);
  });
});
