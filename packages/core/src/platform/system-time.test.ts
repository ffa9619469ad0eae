import { expect, it } from "vitest";
import { timers } from "./system-time.js";

it("work after 0 ms comes after what came in before it, and waits for no timer", async () => {
  const order: string[] = [];
  timers.after(0, () => void order.push("work"));
  await Promise.resolve();
  order.push("what came in before");
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual(["what came in before", "work"]);
});

it("cancelled work does not come, whenever it was due", async () => {
  const done: number[] = [];
  for (const milliseconds of [0, 1]) timers.after(milliseconds, () => done.push(milliseconds))();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(done).toEqual([]);
});
