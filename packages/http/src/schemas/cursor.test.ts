import { type AuditEntryId, toId } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { loadZod } from "../kernel/zod.js";
import { cursorOf, idInCursor, instantInCursor, numberInCursor } from "./cursor.js";

await loadZod();

const ID = toId<AuditEntryId>("0197a0c0-0000-7000-8000-000000000001");
const LAST_INSTANT = new Date("9999-12-31T23:59:59.999Z");

const entries = cursorOf<{ at: Date; order: number; id: AuditEntryId }>("a2", {
  at: instantInCursor,
  order: numberInCursor(1_000),
  id: idInCursor(),
});
const position = { at: new Date("2026-03-01T12:00:00.007Z"), order: 7, id: ID };
const written = entries.write(position);
const [version = "", at = "", order = "", id = ""] = written.split(".");
const joined = (...parts: readonly string[]): string => parts.join(".");

describe("a cursor", () => {
  it.each([
    position,
    { ...position, at: new Date(0), order: 0 },
    { ...position, at: LAST_INSTANT, order: 1_000 },
    { ...position, id: toId<AuditEntryId>("A_b-9".repeat(12)) },
  ])("reads as the position that it was written from: %j", (place) => {
    expect(entries.field().parse(entries.write(place))).toEqual(place);
  });

  it("stands in a query as it is", () => {
    expect(new URLSearchParams(`cursor=${written}`).get("cursor")).toBe(written);
    expect(written).toMatch(/^[\w.-]+$/);
  });

  it.each([
    "",
    "null",
    "1",
    version,
    joined(at, order, id),
    joined("a1", at, order, id),
    joined("A2", at, order, id),
    joined("toString", at, order, id),
    joined(version, at, id),
    joined(version, at, order, id, id),
    joined(version, at, order, ""),
    joined(version, "", order, id),
    joined(version, at.toUpperCase(), order, id),
    joined(version, `0${at}`, order, id),
    joined(version, `+${at}`, order, id),
    joined(version, ` ${at}`, order, id),
    joined(version, `${at}!`, order, id),
    joined(version, "-1", order, id),
    joined(version, (LAST_INSTANT.getTime() + 1).toString(36), order, id),
    joined(version, "z".repeat(40), order, id),
    joined(version, at, (1_001).toString(36), id),
    joined(version, at, "NaN", id),
    joined(version, at, order, "short"),
    joined(version, at, order, "a".repeat(65)),
    joined(version, at, order, "' or 1=1 --aaaaaaaa"),
    joined(version, at, order, "\u0000aaaaaaaaaaaaaaaaa"),
    `${written}.`,
    `${written}\n`,
    ` ${written}`,
    "0000-01-01T00:00:00.000Z~0000000000000000",
    [written, written],
  ])("is refused unless it is one of the list, whole and in range: %j", (text) => {
    expect(entries.field().safeParse(text).success).toBe(false);
  });
});
