import { describe, expect, it } from "vitest";
import { toInstantOfJson } from "./postgres-values.js";

describe("an instant inside the JSON of a row", () => {
  it.each([
    ["2026-01-01T00:00:00.123+00:00", "2026-01-01T00:00:00.123Z"],
    ["2026-01-01T00:00:00+00:00", "2026-01-01T00:00:00.000Z"],
    ["2026-01-01T05:45:00.5+05:45", "2026-01-01T00:00:00.500Z"],
    ["2025-12-31T15:30:00-08:30", "2026-01-01T00:00:00.000Z"],
    ["0099-12-31T23:59:59.999+00:00", "0099-12-31T23:59:59.999Z"],
    ["10000-01-01T05:44:59.999+05:45", "9999-12-31T23:59:59.999Z"],
  ])("is read from %s, whatever the connection's time zone", (text, iso) => {
    expect(toInstantOfJson(text).toISOString()).toBe(iso);
  });
});
