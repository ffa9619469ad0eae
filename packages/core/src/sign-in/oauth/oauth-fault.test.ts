import { expect, it } from "vitest";
import { describeProviderError, parseProviderError } from "./oauth-fault.js";

it("an error that a provider sends is passed on when the standards know it, and never as it comes", () => {
  for (const error of [
    "access_denied",
    "account_selection_required",
    "consent_required",
    "interaction_required",
    "invalid_request",
    "invalid_scope",
    "login_required",
    "server_error",
    "temporarily_unavailable",
    "unauthorized_client",
    "unsupported_response_type",
  ])
    expect(parseProviderError(error)).toBe(error);
  for (const error of ["", "ACCESS_DENIED", "access_denied ", "<script>", "constructor"])
    expect(parseProviderError(error)).toBe("provider_error");
});

it("the log names the error of a provider, and nothing that is no error", () => {
  for (const error of ["access_denied", "user_cancelled_authorize"])
    expect(describeProviderError(error)).toBe(error);
  for (const error of ["", "ada@example.com", "c4f3.0.Ab-", "a\nb", "x".repeat(65)])
    expect(describeProviderError(error)).toBe("provider_error");
});
