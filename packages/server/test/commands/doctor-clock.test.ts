import { createFixedClock } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { checkClock } from "../../src/commands/doctor-clock.js";

const NOON = new Date("2026-01-01T12:00:00.000Z");

const statusAt = async (offsetMs: number): Promise<string | undefined> => {
  const clock = createFixedClock(new Date(NOON.getTime() + offsetMs));
  const [diagnosis] = await checkClock({
    auth: { clock },
    store: { databaseTime: async () => NOON },
  });
  return diagnosis?.status;
};

it.each([
  [0, "ok"],
  [1_999, "ok"],
  [2_000, "warning"],
  [14_999, "warning"],
  [15_000, "problem"],
  [86_400_000, "problem"],
])("a clock that differs by %i ms from the database's is %s, either way", async (ms, status) => {
  expect([await statusAt(ms), await statusAt(-ms)]).toEqual([status, status]);
});

it("the time that the database takes to answer is no difference", async () => {
  const clock = createFixedClock(NOON);
  const databaseTime = async () => {
    clock.advance(10_000);
    const there = clock.now();
    clock.advance(10_000);
    return there;
  };
  expect(await checkClock({ auth: { clock }, store: { databaseTime } })).toMatchObject([
    { status: "ok" },
  ]);
});
