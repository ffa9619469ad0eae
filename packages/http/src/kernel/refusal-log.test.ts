import type { LogFields } from "@acme/auth-core";
import { expect, it } from "vitest";
import { createRefusalLog } from "./refusal-log.js";

const CAPACITY = 10_000;
const now = new Date("2026-03-01T12:00:00.000Z");
const inMs = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);

function openLog() {
  const lines: (LogFields | undefined)[] = [];
  const note = createRefusalLog({
    debug() {},
    info() {},
    error() {},
    warn: (_event, fields) => void lines.push(fields),
  });
  const refuse = (key: string, resetsAt: Date, at = now) =>
    note({ key, fields: { key }, resetsAt }, at);
  return { lines, refuse };
}

it("the total of a window that has ended is logged, though an older window has not ended", () => {
  const { lines, refuse } = openLog();
  refuse("long", inMs(60_000));
  for (let request = 0; request < 3; request++) refuse("short", inMs(1_000));
  refuse("short", inMs(2_000), inMs(1_000));
  expect(lines).toEqual([
    { key: "long" },
    { key: "short" },
    { key: "short", refused: 3 },
    { key: "short" },
  ]);
});

it("ten thousand windows are remembered, and the oldest is logged early for one more", () => {
  const { lines, refuse } = openLog();
  refuse("0", inMs(10_000));
  for (let client = 0; client < CAPACITY; client++) refuse(String(client), inMs(10_000));
  expect(lines).toHaveLength(CAPACITY);
  refuse("1", inMs(10_000));
  refuse("one more", inMs(10_000));
  expect(lines.slice(CAPACITY)).toEqual([{ key: "0", refused: 2 }, { key: "one more" }]);
});
