import { describe, expect, it } from "vitest";
import { once } from "./once.js";

describe("work that is done once", () => {
  it("is shared by calls at the same time and by later ones", async () => {
    let runs = 0;
    const load = once(async () => ++runs);
    expect(await Promise.all([load(), load()])).toEqual([1, 1]);
    expect(await load()).toBe(1);
  });

  it("fails for all who wait for it, and is tried again by the next", async () => {
    let runs = 0;
    const load = once(async () => {
      if (++runs === 1) throw new Error("too many open files");
      return runs;
    });
    const first = await Promise.allSettled([load(), load()]);
    expect(first.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await load()).toBe(2);
  });
});
