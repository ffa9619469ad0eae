import { loadZod } from "@acme/auth-http";
import { anyString } from "@acme/auth-testing/matchers";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService } from "../describe-service.js";
import { surface } from "../reference-surface.js";

await loadZod();

/** Every route whose answer comes in pages. */
const lists = surface.filter(({ query }) =>
  query?.()
    .safeParse({ cursor: "x" })
    .error?.issues.some(({ path }) => path[0] === "cursor"),
);
const NOTHING = "0000000000000000";
const LAST_MS = Date.UTC(10_000, 0) - 1;

const HOSTILE = [
  "0000-01-01T00:00:00.000Z~0000000000000000",
  "0000-12-31T23:59:59.999Z~0000000000000000",
  "9999-02-31T00:00:00.000Z~0000000000000000",
  "2026-03-01T12:00:00.007Z~' or 1=1 --aaaaaaaa",
  "x",
  "",
  "a".repeat(5_000),
];

describeService("the cursors of lists", (service) => {
  let owner: Agent;
  let organization = "";
  beforeAll(async () => {
    owner = await service.signedIn("ada@example.com");
    organization = readJson((await owner.post("/api/v1/organizations", { name: "Acme" })).body, {
      id: "string",
    }).id;
    // A second row of every list, so that each has a second page.
    service.clock.advance(1);
    await owner.post("/api/auth/update-user", { name: "Ada" });
    await owner.send(`/api/v1/organizations/${organization}`, {
      method: "PATCH",
      body: { name: "Acme Labs" },
    });
    const invited = await service.signedIn("grace@example.com");
    const { id } = readJson(
      (
        await owner.post(`/api/v1/organizations/${organization}/invitations`, {
          email: "grace@example.com",
          role: "member",
        })
      ).body,
      { id: "string" },
    );
    await invited.post("/api/v1/invitations/accept", { invitationId: id });
  });

  const page = (path: string, cursor: string) =>
    owner.get(`${path.replace(":id", organization)}?limit=1&cursor=${encodeURIComponent(cursor)}`);
  const nextCursor = async (path: string): Promise<string> =>
    readJson((await owner.get(`${path.replace(":id", organization)}?limit=1`)).body, {
      nextCursor: "string",
    }).nextCursor;

  it("are those of activity, members and audit", () => {
    expect(lists.map(({ path }) => path)).toEqual([
      "/api/v1/me/activity",
      "/api/v1/organizations/:id/members",
      "/api/v1/organizations/:id/audit",
    ]);
  });

  it.each(lists)("at $path lead to the next page", async ({ path }) => {
    expect(await page(path, await nextCursor(path))).toMatchObject({ status: 200 });
  });

  it.each(lists)("at $path are one of that list, or are refused by name", async ({ path }) => {
    for (const cursor of HOSTILE) {
      expect(await page(path, cursor)).toMatchObject({
        status: 400,
        body: {
          code: "VALIDATION_ERROR",
          issues: [{ path: "cursor", message: anyString() }],
        },
      });
    }
  });

  it.each(lists)(
    "at $path may name the first and the last instant, and none beyond",
    async ({ path }) => {
      const [version = "", , ...rest] = (await nextCursor(path)).split(".");
      const at = (ms: number): string => [version, ms.toString(36), ...rest].join(".");
      for (const cursor of [at(0), at(LAST_MS), at(0).replace(/[^.]+$/, NOTHING)])
        expect((await page(path, cursor)).status).toBe(200);
      for (const cursor of [at(-1), at(LAST_MS + 1), at(8.64e15)])
        expect((await page(path, cursor)).status).toBe(400);
    },
  );
});
