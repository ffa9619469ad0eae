import { AuthError } from "@acme/auth-core";
import { expect, it } from "vitest";
import { refusalOf } from "../src/refusal-of.js";

it("a refusal is returned, and anything else that was thrown is no refusal", () => {
  const refusal = new AuthError("INVALID_OTP");
  expect(refusalOf(refusal)).toBe(refusal);
  expect(() => refusalOf(new Error("a bug"))).toThrow("A refusal was expected.");
  expect(() => refusalOf(undefined)).toThrow("A refusal was expected.");
});
