import { expect, it } from "vitest";
import { parseProviderError } from "./oauth-fault.js";

it("an error that a provider sends is passed on when the standards know it, and never as it comes", () => {
  expect(parseProviderError("access_denied")).toBe("access_denied");
  expect(parseProviderError("login_required")).toBe("login_required");
  for (const error of ["", "ACCESS_DENIED", "access_denied ", "<script>", "constructor"])
    expect(parseProviderError(error)).toBe("provider_error");
});
