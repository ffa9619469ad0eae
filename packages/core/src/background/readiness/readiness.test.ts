import { createManualScheduler } from "@acme/auth-testing";
import { standIn } from "@acme/auth-testing/stand-in";
import { describe, expect, it } from "vitest";
import { definePolicy } from "../../kernel/policy.js";
import type { Store, StoreHealth } from "../../store/store.js";
import { createReadiness } from "./readiness.js";

const TIMEOUT = 1_500;

/** A store that answers when it is told to. */
function openWorld() {
  const asked: PromiseWithResolvers<StoreHealth>[] = [];
  const store = standIn<Store>({
    health: () => (asked.push(withResolvers<StoreHealth>()), asked.at(-1)!.promise),
  });
  const scheduler = createManualScheduler();
  return {
    asked,
    scheduler,
    readiness: createReadiness({ store, scheduler, policy: definePolicy() }),
  };
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let [resolve, reject]: [(value: T) => void, (reason: unknown) => void] = [() => {}, () => {}];
  const promise = new Promise<T>((...given) => ([resolve, reject] = given));
  return { promise, resolve, reject };
}

describe("readiness", () => {
  it("is what the store says, and leaves no timer", async () => {
    for (const health of ["ready", "migrations_pending"] as const) {
      const { asked, scheduler, readiness } = openWorld();
      const answer = readiness();
      asked[0]!.resolve(health);
      expect(await answer).toBe(health);
      expect(scheduler.waiting()).toBe(0);
    }
  });

  it("is refused as the store refuses it", async () => {
    const { asked, readiness } = openWorld();
    const answer = readiness();
    asked[0]!.reject(new Error("out of reach"));
    await expect(answer).rejects.toThrow("out of reach");
  });

  it("is refused in time when the store says nothing, and told again once it does", async () => {
    const { asked, scheduler, readiness } = openWorld();
    const early = readiness();
    scheduler.advance(TIMEOUT - 1);
    const later = readiness();
    scheduler.advance(1);
    await expect(early).rejects.toMatchObject({
      code: "UNAVAILABLE",
      cause: new Error("the database did not say in time whether it is up to date"),
    });
    asked[0]!.resolve("ready");
    expect(await later).toBe("ready");
  });

  it("asks a store that says nothing once, for all callers, and again after its answer", async () => {
    const { asked, scheduler, readiness } = openWorld();
    const answers = Array.from({ length: 50 }, readiness);
    scheduler.advance(TIMEOUT);
    for (const answer of answers)
      await expect(answer).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(asked).toHaveLength(1);
    asked[0]!.reject(new Error("out of reach"));
    await scheduler.yieldToEventLoop();
    const answer = readiness();
    expect(asked).toHaveLength(2);
    asked[1]!.resolve("ready");
    expect(await answer).toBe("ready");
  });
});
