import { describe, expect, it } from "vitest";
import { utcInstant } from "./utc-instant.js";

const INSTANTS = [
  "0001-01-01T00:00:00.000Z",
  "0099-12-31T23:59:59.999Z",
  "0100-01-01T00:00:00.000Z",
  "1969-12-31T23:59:59.999Z",
  "1970-01-01T00:00:00.001Z",
  "2024-02-29T12:34:56.789Z",
  "2026-11-22T17:20:09.100Z",
  "9999-12-31T23:59:59.999Z",
];

describe("an instant from the text of a row", () => {
  it.each(INSTANTS)("is %s, as SQLite and as Postgres write it", (text) => {
    const postgres = `${text.slice(0, -1).replace("T", " ")}+00`;
    expect(utcInstant(text, text.length - 1).toISOString()).toBe(text);
    expect(utcInstant(postgres, postgres.length - 3).toISOString()).toBe(text);
  });

  it.each([
    ["", ".000"],
    [".5", ".500"],
    [".25", ".250"],
    [".123456", ".123"],
    [".999999", ".999"],
  ])("takes the decimals %j for %s", (decimals, milliseconds) => {
    const text = `2026-01-02 03:04:05${decimals}`;
    expect(utcInstant(`${text}+00`, text.length).toISOString()).toBe(
      `2026-01-02T03:04:05${milliseconds}Z`,
    );
  });
});
