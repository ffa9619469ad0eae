import { keysOf } from "@acme/auth-testing/keys-of";
import { describe, expect, it, vi } from "vitest";
import { AuthError, ERRORS } from "./errors.js";

const CODES = keysOf(ERRORS);

describe("the table of errors", () => {
  it.each(CODES)("%s is a machine's word with a person's sentence", (code) => {
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(ERRORS[code].message).toMatch(/^[A-Z][^\n]*\.$/);
  });
});

describe("AuthError", () => {
  it("carries code, message and nothing else unless told", () => {
    const error = new AuthError("INVALID_OTP");
    expect(error).toMatchObject({
      name: "AuthError",
      code: "INVALID_OTP",
      message: "The code is wrong.",
      retryAt: null,
      issues: [],
    });
    expect(error).toBeInstanceOf(Error);
  });

  it("carries when to ask again, the fields at fault, and its cause", () => {
    const retryAt = new Date(0);
    const cause = new Error("disk full");
    const issues = [{ path: "email", message: "This is not an email address we can use." }];
    expect(new AuthError("VALIDATION_ERROR", { retryAt, issues, cause })).toMatchObject({
      retryAt,
      issues,
      cause,
    });
  });

  it("is recognised when another copy of this package threw it", async () => {
    vi.resetModules();
    const copy = await import("./errors.js");
    const foreign = new copy.AuthError("UNAUTHORIZED");
    expect(copy.AuthError).not.toBe(AuthError);
    expect(foreign instanceof AuthError).toBe(true);
    expect(AuthError.is(foreign)).toBe(true);
    expect(copy.AuthError.is(new AuthError("UNAUTHORIZED"))).toBe(true);
    expect(new AuthError("UNAUTHORIZED") instanceof copy.AuthError).toBe(true);
  });

  it("is not taken for a subclass by instanceof, and a subclass is one", () => {
    class Stricter extends AuthError {}
    expect(new AuthError("UNAUTHORIZED") instanceof Stricter).toBe(false);
    expect(new Stricter("UNAUTHORIZED") instanceof Stricter).toBe(true);
    expect(new Stricter("UNAUTHORIZED") instanceof AuthError).toBe(true);
  });

  it.each([
    new Error("UNAUTHORIZED"),
    Object.assign(new Error("x"), { code: "UNAUTHORIZED", name: "AuthError" }),
    { code: "UNAUTHORIZED" },
    Object.assign(
      new Error("x"),
      JSON.parse(JSON.stringify(Object.assign({}, new AuthError("UNAUTHORIZED")))),
    ),
    Object.assign(new Error("x"), JSON.parse('{"@acme/auth-core/AuthError":true}')),
    "UNAUTHORIZED",
    null,
    undefined,
    401,
  ])("is not %j", (thrown) => {
    expect(AuthError.is(thrown)).toBe(false);
    expect(thrown instanceof AuthError).toBe(false);
  });
});
