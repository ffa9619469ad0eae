import { standIn } from "@acme/auth-testing/stand-in";
import { describe, expect, it } from "vitest";
import type { Invitation } from "./invitation-store.js";
import { isAlive } from "./liveness.js";

const NOON = new Date("2026-01-01T12:00:00.000Z");
const at = (milliseconds: number): Date => new Date(NOON.getTime() + milliseconds);
const invitation = (own: Partial<Invitation>): Invitation =>
  standIn<Invitation>({ status: "pending", expiresAt: NOON, ...own });

describe("an invitation", () => {
  it("lives until, and not at, the instant it expires", () => {
    expect(isAlive(invitation({}), at(-1))).toBe(true);
    expect(isAlive(invitation({}), NOON)).toBe(false);
    expect(isAlive(invitation({}), at(1))).toBe(false);
  });

  it.each(["accepted", "rejected", "canceled"] as const)("that is %s is over", (status) => {
    expect(isAlive(invitation({ status }), at(-1))).toBe(false);
  });
});
