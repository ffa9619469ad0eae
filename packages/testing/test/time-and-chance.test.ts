import { describe, expect, it } from "vitest";
import { createFixedClock, createManualScheduler, createSeededRandom } from "../src/index.js";

describe("a fixed clock", () => {
  it("stands still until it is told", () => {
    const clock = createFixedClock();
    expect(clock.now()).toEqual(new Date("2026-01-01T00:00:00.000Z"));
    expect(clock.now()).toEqual(clock.now());
    clock.advance(1_500);
    expect(clock.now()).toEqual(new Date("2026-01-01T00:00:01.500Z"));
    clock.set(new Date("2030-06-01T00:00:00.000Z"));
    expect(clock.now()).toEqual(new Date("2030-06-01T00:00:00.000Z"));
  });

  it("is not moved by what is done to an instant it gave", () => {
    const clock = createFixedClock(new Date(5));
    clock.now().setTime(0);
    expect(clock.now()).toEqual(new Date(5));
  });
});

describe("seeded random", () => {
  const sample = (seed?: number) => {
    const random = createSeededRandom(seed);
    return [random.id(), random.token(32).reveal(), random.digits(6).reveal(), random.id()];
  };

  it("gives the same for the same seed, and something else for another", () => {
    expect(sample(7)).toEqual(sample(7));
    expect(sample()).toEqual(sample(1));
    expect(sample(8)).not.toEqual(sample(7));
  });

  it("gives what the port promises", () => {
    const random = createSeededRandom();
    const ids = Array.from({ length: 1_000 }, () => random.id());
    expect(new Set(ids).size).toBe(1_000);
    expect([...ids].sort()).toEqual(ids);
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Buffer.from(random.token(32).reveal(), "base64url")).toHaveLength(32);
    const digits = Array.from({ length: 1_000 }, () => random.digits(6).reveal());
    for (const code of digits) expect(code).toMatch(/^\d{6}$/);
    expect(digits.some((code) => code.startsWith("0"))).toBe(true);
  });
});

describe("a manual scheduler", () => {
  it("runs work when its time has come, in order, each once", () => {
    const scheduler = createManualScheduler();
    const done: string[] = [];
    scheduler.after(20, () => done.push("b"));
    scheduler.after(10, () => done.push("a"));
    scheduler.after(20, () => done.push("c"));
    scheduler.advance(9);
    expect(done).toEqual([]);
    scheduler.advance(1);
    expect(done).toEqual(["a"]);
    scheduler.advance(100);
    scheduler.advance(100);
    expect(done).toEqual(["a", "b", "c"]);
    expect(scheduler.waiting()).toBe(0);
  });

  it("runs what work schedules, if its time comes as well", () => {
    const scheduler = createManualScheduler();
    let ticks = 0;
    const tick = (): void => {
      ticks++;
      scheduler.after(10, tick);
    };
    tick();
    scheduler.advance(35);
    expect(ticks).toBe(4);
    expect(scheduler.waiting()).toBe(1);
  });

  it("forgets work that was called off", () => {
    const scheduler = createManualScheduler();
    const callOff = scheduler.after(10, () => expect.unreachable());
    callOff();
    callOff();
    scheduler.advance(100);
    expect(scheduler.waiting()).toBe(0);
  });
});
