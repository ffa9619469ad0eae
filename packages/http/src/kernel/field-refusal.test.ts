import { ERRORS } from "@acme/auth-core";
import { expect, it } from "vitest";
import { z } from "zod";
import { refusalIn, refusedWith } from "./field-refusal.js";

const schema = z.object({
  name: z.string().min(2),
  image: z.string().refine((text) => text !== "data:", refusedWith("IMAGE_URL_NOT_SUPPORTED")),
});
const issuesOf = (input: object) => schema.safeParse(input).error?.issues ?? [];

it("a field is refused with the code that its check names, wherever it stands among the faults", () => {
  const issues = issuesOf({ name: "a", image: "data:" });
  expect(refusalIn(issues)).toBe("IMAGE_URL_NOT_SUPPORTED");
  expect(issues.at(-1)?.message).toBe(ERRORS.IMAGE_URL_NOT_SUPPORTED.message);
});

it("any other fault names no code", () => {
  expect(refusalIn(issuesOf({ name: "a", image: "x" }))).toBeUndefined();
  expect(
    refusalIn(
      z
        .string()
        .refine(() => false, { params: { refusal: "NO_CODE" } })
        .safeParse("").error!.issues,
    ),
  ).toBeUndefined();
  expect(refusalIn([])).toBeUndefined();
});

it("an entry of a list is refused with the code and the sentence of its check", () => {
  const entry = z.string().refine((text) => text !== "data:", refusedWith("INVALID_OTP"));
  const issues = z.array(entry).safeParse(["x", "data:"]).error!.issues;
  expect(issues).toMatchObject([{ path: [1], message: ERRORS.INVALID_OTP.message }]);
  expect(refusalIn(issues)).toBe("INVALID_OTP");
});
