import { expect, it } from "vitest";
import { type ApplicationError, AuthError, defineErrors } from "./errors.js";

it.each([
  "invalid",
  "unauthenticated",
  "forbidden",
  "not_found",
  "conflict",
  "gone",
  "unprocessable",
  "rate_limited",
] as const)("an application's own error may be of the kind %s", (kind) => {
  const definition = { kind, message: "Words." };
  const defined = defineErrors({ F: definition, FINE_2: definition, A1_B2_C3: definition });
  expect(Object.entries(defined)).toEqual(
    ["F", "FINE_2", "A1_B2_C3"].map((code) => [code, { code, ...definition }]),
  );
});

it.each([
  ["lower_case", {}, "is not of the form SOME_WORDS"],
  ["_FINE", {}, "is not of the form SOME_WORDS"],
  ["FINE_", {}, "is not of the form SOME_WORDS"],
  ["9_FINE", {}, "is not of the form SOME_WORDS"],
  ["FINE-", {}, "is not of the form SOME_WORDS"],
  ["INVALID_OTP", {}, "is a code of the library"],
  ["FINE", { kind: "internal" }, "has the kind internal"],
  ["FINE", { kind: "unavailable" }, "has the kind unavailable"],
  ["FINE", { message: " " }, "has no message"],
])("an application's own error %s with %j is refused", (code, own, problem) => {
  const definition = { kind: "forbidden", message: "Words.", ...own } as const;
  expect(() => defineErrors({ [code]: definition as ApplicationError })).toThrow(
    new RangeError(`errors: ${code} ${problem}`),
  );
});

it("a refusal of the application's own carries its code, its kind and its sentence, or a more precise one", () => {
  const { NO_PLAN } = defineErrors({ NO_PLAN: { kind: "conflict", message: "There is no plan." } });
  const refusal = { code: "NO_PLAN", kind: "conflict" };
  expect(new AuthError(NO_PLAN)).toMatchObject({ ...refusal, message: "There is no plan." });
  const message = "Plan 7 is gone.";
  expect(new AuthError(NO_PLAN, { message })).toMatchObject({ ...refusal, message });
});

it("the mark of a refusal has the name by which every release of this package knows it", () => {
  expect(Symbol.for("@acme/auth-core/AuthError") in new AuthError("UNAUTHORIZED")).toBe(true);
  const mark: unknown = Reflect.get(
    new AuthError("UNAUTHORIZED"),
    Symbol.for("@acme/auth-core/AuthError"),
  );
  expect(mark).toBe(true);
});
