import { type MembershipId, toId } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { loadZod } from "../kernel/zod.js";
import { auditCursor, memberCursor, pageQuery } from "./paging.js";

await loadZod();

const query = pageQuery(memberCursor);
const position = {
  createdAt: new Date("2026-03-01T12:00:00.007Z"),
  id: toId<MembershipId>("0197a0c0-0000-7000-8000-000000000001"),
};

describe("a page", () => {
  it("is the first page of fifty rows, unless the query says otherwise", () => {
    expect(query.parse({})).toEqual({ limit: 50 });
  });

  it("goes on behind the position of its cursor", () => {
    expect(query.parse({ cursor: memberCursor.write(position) })).toEqual({
      cursor: position,
      limit: 50,
    });
  });

  it("takes no cursor of another list", () => {
    const cursor = memberCursor.write(position);
    expect(pageQuery(auditCursor).safeParse({ cursor }).success).toBe(false);
  });

  it.each([
    ["1", 1],
    ["50", 50],
    ["100", 100],
  ])("may have %s entries", (limit, count) => {
    expect(query.parse({ limit })).toEqual({ limit: count });
  });

  it.each(["0", "-1", "101", "1e9", "1.5", "", "ten", "Infinity", "NaN", ["1", "2"]])(
    "may not have %j",
    (limit) => {
      expect(query.safeParse({ limit }).success).toBe(false);
    },
  );
});
