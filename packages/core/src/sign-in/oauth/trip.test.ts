import { expect, it } from "vitest";
import { refusalOf } from "./trip.js";

it("what a provider says instead of a code is passed on when the standards know it, and never as it comes", () => {
  expect(refusalOf("access_denied")).toBe("access_denied");
  expect(refusalOf("login_required")).toBe("login_required");
  for (const error of ["", "ACCESS_DENIED", "access_denied ", "<script>", "constructor"])
    expect(refusalOf(error)).toBe("provider_error");
});
