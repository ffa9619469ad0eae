import { type ShownAuditEntry, toId } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { auditFile, type AuditFormat, viewAuditFile } from "./audit-file.view.js";

const entry = (own: Partial<ShownAuditEntry> = {}): ShownAuditEntry => ({
  id: toId("entry"),
  at: new Date("2026-01-01T00:00:00.000Z"),
  event: "member.removed",
  userId: toId("user"),
  organizationId: toId("acme"),
  ipAddress: "192.0.2.1",
  userAgent: "Agent/1.0",
  detail: { memberId: "m", role: "owner" },
  actor: null,
  target: null,
  ...own,
});

async function write(format: AuditFormat, ...pages: readonly (readonly ShownAuditEntry[])[]) {
  const pieces: Uint8Array[] = [];
  for await (const piece of viewAuditFile(format, pages)) pieces.push(piece);
  return { pieces: pieces.length, text: Buffer.concat(pieces).toString() };
}

const labelled = (label: string) =>
  entry({ target: { type: "user", id: "target", label }, userAgent: label });

/** Reads CSV as RFC 4180 describes it, all fields in quotes. */
const readCsv = (text: string): readonly (readonly string[])[] =>
  text
    .split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, field = ""]) =>
        field.replaceAll('""', '"'),
      ),
    );

describe("a file of the audit log", () => {
  it("is CSV with a line of names, and empty where there is nothing", async () => {
    const { text, pieces } = await write("csv", [entry()], [entry({ userId: null })]);
    expect(pieces).toBe(3);
    const detail = '{"memberId":"m","role":"owner"}';
    const where = ["192.0.2.1", "Agent/1.0", detail];
    const nothing = ["", "", "", "", ""];
    const at = "2026-01-01T00:00:00.000Z";
    expect(readCsv(text)).toEqual([
      [
        "id",
        "at",
        "event",
        "userId",
        "actorName",
        "actorEmail",
        "targetType",
        "targetId",
        "targetLabel",
        "organizationId",
        "ipAddress",
        "userAgent",
        "detail",
      ],
      ["entry", at, "member.removed", "user", ...nothing, "acme", ...where],
      ["entry", at, "member.removed", "", ...nothing, "acme", ...where],
    ]);
    expect(text.endsWith("\r\n")).toBe(true);
  });

  it.each([
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\tx",
    "\r=1",
    "\n=1",
    "\r\n=1",
    "=cmd|' /C calc'!A0",
    "-",
    "＝1＋1",
    "＋1",
    "－1",
    "＠SUM(A1)",
  ])("shows %j in CSV as text", async (text) => {
    const [, line] = readCsv((await write("csv", [labelled(text)])).text);
    expect(line?.[8]).toBe(`'${text}`);
    expect(line?.[11]).toBe(`'${text}`);
  });

  it.each([
    ["x;=1+1", "x;'=1+1"],
    ["x;=cmd|' /C calc'!A0;", "x;'=cmd|' /C calc'!A0;"],
    ["x\t@SUM(A1);-1", "x\t'@SUM(A1);'-1"],
    [";＝1", ";'＝1"],
  ])("shows %j in CSV as text where cells are parted otherwise", async (text, shown) => {
    const [, line] = readCsv((await write("csv", [labelled(text)])).text);
    expect(line?.[8]).toBe(shown);
  });

  it.each([
    'a"b',
    '"',
    'x","=1+1',
    "a,b",
    "a\r\nb",
    'a\r\n"=1"',
    "a=b",
    "'",
    "‮=1",
    "a; +b",
    "👩🏽‍🚀",
    "",
  ])("holds %j in CSV as it is, in its own field", async (text) => {
    const lines = readCsv((await write("csv", [labelled(text), entry()])).text);
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toHaveLength(13);
    expect(lines[1]?.[8]).toBe(text);
  });

  it("is NDJSON with a line for each entry, as the list shows it", async () => {
    const hostile = labelled('=1\n"x"\u2028');
    const { text, pieces } = await write("ndjson", [entry(), hostile], [entry()]);
    expect(pieces).toBe(2);
    const lines = text.split("\n");
    expect(lines.pop()).toBe("");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { ...entry(), at: entry().at.toISOString() },
      { ...hostile, at: entry().at.toISOString() },
      { ...entry(), at: entry().at.toISOString() },
    ]);
    expect((await write("ndjson")).text).toBe("");
  });

  it("has a name and a media type", () => {
    expect(auditFile("csv")).toEqual({
      fileName: "audit-log.csv",
      media: "text/csv; charset=utf-8; header=present",
    });
    expect(auditFile("ndjson")).toEqual({
      fileName: "audit-log.ndjson",
      media: "application/x-ndjson",
    });
  });
});
