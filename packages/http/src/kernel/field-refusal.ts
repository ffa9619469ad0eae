import { type ErrorCode, ERRORS } from "@acme/auth-core";
import { isErrorCode } from "@acme/auth-core/surface";
import type * as zod from "zod";

/**
 * For a check of a field (`refine(check, refusedWith(code))`): the request is refused with
 * `refusal` instead of `VALIDATION_ERROR`. Routes that use such a field declare the code.
 */
export const refusedWith = (refusal: ErrorCode) => ({
  error: ERRORS[refusal].message,
  params: { refusal },
});

/** The code that a failed check of `refusedWith` asks for, undefined when there is none. */
export const refusalIn = (issues: readonly zod.core.$ZodIssue[]): ErrorCode | undefined =>
  issues
    .map((issue): unknown => (issue.code === "custom" ? issue.params?.["refusal"] : undefined))
    .find(isErrorCode);
