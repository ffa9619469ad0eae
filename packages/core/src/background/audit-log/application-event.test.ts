import { expect, it } from "vitest";
import { defineEvents, isApplicationEvent } from "./application-event.js";

it.each([
  ["billing.plan_changed", true],
  ["2billing.paid", false],
  ["my billing.paid", false],
  ["billing.paid2", false],
  ["billing.paid ", false],
  ["billing.", false],
  ["user.paid", false],
])("the name %s can be an application's event: %s", (name, can) => {
  expect(isApplicationEvent(name)).toBe(can);
});

it("who defines an event is told which option is wrong", () => {
  expect(() => defineEvents({ "Plan changed": { detail: [] } })).toThrow(
    new RangeError("events: Plan changed is not of the form noun.verb_past"),
  );
});
