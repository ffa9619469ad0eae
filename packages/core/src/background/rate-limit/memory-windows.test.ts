import { describe, expect, it } from "vitest";
import { after, SECOND } from "../../kernel/duration.js";
import { createMemoryWindows } from "./memory-windows.js";

const start = new Date("2026-03-01T12:00:00.000Z");
const WINDOW = 10 * SECOND;

describe("windows in memory", () => {
  it("begin with the first count and are not extended by the next", () => {
    const { count } = createMemoryWindows(10);
    expect(count("a", WINDOW, start)).toEqual({ count: 1, resetsAt: after(start, WINDOW) });
    expect(count("a", WINDOW, after(start, WINDOW - 1))).toEqual({
      count: 2,
      resetsAt: after(start, WINDOW),
    });
  });

  it("begin anew at the instant they end", () => {
    const { count } = createMemoryWindows(10);
    count("a", WINDOW, start);
    const end = after(start, WINDOW);
    expect(count("a", WINDOW, end)).toEqual({ count: 1, resetsAt: after(end, WINDOW) });
  });

  it("are each client's own", () => {
    const { count } = createMemoryWindows(10);
    expect(
      ["a", "b", "a", "__proto__", "__proto__"].map((key) => count(key, WINDOW, start).count),
    ).toEqual([1, 1, 2, 1, 2]);
  });

  it("are no more than the capacity: the oldest is forgotten first", () => {
    const { count } = createMemoryWindows(2);
    for (const key of ["a", "b", "a", "c"]) count(key, WINDOW, start);
    expect(count("b", WINDOW, start).count).toBe(2);
    expect(count("c", WINDOW, start).count).toBe(2);
    expect(count("a", WINDOW, start).count).toBe(1);
  });

  it("make room for no other client when a known client's window begins anew", () => {
    const { count } = createMemoryWindows(2);
    count("a", WINDOW, start);
    const end = after(start, WINDOW);
    count("b", WINDOW, end);
    count("a", WINDOW, end);
    expect(count("b", WINDOW, end).count).toBe(2);
  });

  it("that were counted elsewhere are found until they end, within the same capacity", () => {
    const { keep, find } = createMemoryWindows(2);
    const window = { count: 100, resetsAt: after(start, WINDOW) };
    expect(find("a", start)).toBeNull();
    for (const key of ["a", "b", "c"]) keep(key, window);
    expect(["a", "b", "c"].map((key) => find(key, after(start, WINDOW - 1)))).toEqual([
      null,
      window,
      window,
    ]);
    expect(find("c", window.resetsAt)).toBeNull();
  });
});
