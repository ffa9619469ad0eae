import type { AuditEntryId } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { pageQuery, writeCursor } from "./paging.js";

const position = { at: new Date("2026-03-01T12:00:00.007Z"), id: "0197a0c0-0000-7000-8000-000000000001" as AuditEntryId };

describe("a cursor", () => {
  it.each([position, { ...position, at: new Date(0) }, { ...position, id: "A_b-9".repeat(12) as AuditEntryId }])(
    "leads back to its place: %j",
    (place) => {
      expect(pageQuery().parse({ cursor: writeCursor(place) })).toEqual({ cursor: place, limit: 50 });
    },
  );

  it("travels in a query as it is", () => {
    const cursor = writeCursor(position);
    expect(new URLSearchParams(`cursor=${cursor}`).get("cursor")).toBe(cursor);
    expect(cursor).not.toMatch(/[\s&#+%]/);
  });

  it.each([
    "",
    "null",
    "1",
    writeCursor(position).replace("~", ""),
    writeCursor(position).replace("~", "~~"),
    `${writeCursor(position)}~`,
    `${writeCursor(position)}\n`,
    ` ${writeCursor(position)}`,
    writeCursor(position).replace("Z", "+01:00"),
    writeCursor(position).replace(".007", ""),
    writeCursor(position).replace("2026-03", "2026-13"),
    writeCursor(position).replace("T12", "T99"),
    "2026-03-01T12:00:00.007Z~short",
    `2026-03-01T12:00:00.007Z~${"a".repeat(65)}`,
    "2026-03-01T12:00:00.007Z~' or 1=1 --aaaaaaaa",
    "2026-03-01T12:00:00.007Z~\u0000aaaaaaaaaaaaaaaaa",
    [writeCursor(position), writeCursor(position)],
  ])("is none of ours: %j", (cursor) => {
    expect(pageQuery().safeParse({ cursor }).success).toBe(false);
  });
});

describe("a page", () => {
  it("is the first, of fifty, unless it is asked for otherwise", () => {
    expect(pageQuery().parse({})).toEqual({ limit: 50 });
  });

  it.each([
    ["1", 1],
    ["50", 50],
    ["100", 100],
  ])("may have %s entries", (limit, count) => {
    expect(pageQuery().parse({ limit })).toEqual({ limit: count });
  });

  it.each(["0", "-1", "101", "1e9", "1.5", "", "ten", "Infinity", "NaN", ["1", "2"]])("may not have %j", (limit) => {
    expect(pageQuery().safeParse({ limit }).success).toBe(false);
  });
});
