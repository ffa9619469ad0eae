import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, it } from "vitest";
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
    const long = dictionary["passwords-common"].filter((password) => password.length >= 8);
    expect(long.length).toBeGreaterThan(3_000);
    expect(
      await Promise.all(long.map((password) => common.has(password.toLowerCase()))),
    ).not.toContain(false);
  });
});
