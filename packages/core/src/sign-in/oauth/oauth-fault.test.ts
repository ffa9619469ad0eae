import { expect, it } from "vitest";
import { parseProviderError } from "./oauth-fault.js";

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
