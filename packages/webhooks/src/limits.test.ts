import { DAY } from "@acme/auth-core/surface";
import { expect, it } from "vitest";
import { LIMITS, WEBHOOK_BACKOFF } from "./limits.js";

it("every limit has its default within its bounds", () => {
  for (const [name, { min, value, max }] of Object.entries(LIMITS)) {
    expect(min, name).toBeLessThanOrEqual(value);
    expect(value, name).toBeLessThanOrEqual(max);
    expect(min, name).toBeGreaterThan(0);
  }
});

it("the earlier secret of an endpoint signs for a week at most", () => {
  expect(LIMITS.webhookSecretOverlap.max).toBe(7 * DAY);
});

it("a delivery waits longer after every failed attempt, and not at all after the last", () => {
  expect(WEBHOOK_BACKOFF).toHaveLength(LIMITS.webhookAttempts.value - 1);
  expect(WEBHOOK_BACKOFF).toEqual(WEBHOOK_BACKOFF.toSorted((one, other) => one - other));
});
