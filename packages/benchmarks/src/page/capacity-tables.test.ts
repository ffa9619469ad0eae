import { describe, expect, it } from "vitest";
import type { Measurement } from "../results/measurement.js";
import { capacityTables } from "./capacity-tables.js";

const whole = (median: number) => ({ median, least: median, most: median });
const measurement: Measurement = {
  benchmark: "capacity",
  at: "2026-01-01T00:00:00.000Z",
  seconds: 1,
  scale: "full",
  machine: { node: "v20", processors: 2, model: "a processor", load: 0 },
  tables: [
    {
      id: "capacity/statements",
      title: "statements",
      rows: [{ name: "code: send", figures: { "SQLite statements": whole(7) } }],
    },
    {
      id: "capacity/bytes",
      title: "bytes",
      rows: [{ name: "session", figures: { SQLite: whole(1_234.4) } }],
    },
  ],
  goals: [],
};

describe("the tables of the capacity model", () => {
  it("write counts and bytes whole", () => {
    const tables = capacityTables([measurement]);
    expect(tables).toContain("| code: send | 7 |");
    expect(tables).toContain("| session | 1,234 |");
  });

  it("are left alone where nothing was measured", () => {
    expect(capacityTables([])).toBeNull();
    expect(capacityTables([{ ...measurement, tables: [] }])).toBeNull();
  });
});
