import { expect, it } from "vitest";
import { hasArrived, isGone } from "./post-webhook.procedure.js";

it.each([
  [199, false],
  [200, true],
  [204, true],
  [299, true],
  [300, false],
  [500, false],
])("a webhook that is answered %i has arrived: %s", (status, arrived) => {
  expect(hasArrived({ status })).toBe(arrived);
});

it.each([
  [409, false],
  [410, true],
  [411, false],
])("a receiver that answers %i wants nothing any more: %s", (status, gone) => {
  expect(isGone({ status })).toBe(gone);
});

it("a webhook that is not answered has not arrived, and its receiver may still want it", () => {
  expect(hasArrived({ failure: "timed_out" })).toBe(false);
  expect(isGone({ failure: "timed_out" })).toBe(false);
});
