import { MINUTE } from "@acme/auth-core/surface";
import { readJson, type Shaped } from "@acme/auth-testing/read-json";
import { expect, it } from "vitest";
import { describeService } from "../describe-service.js";

const PAGE = {
  entries: [{ id: "string", at: "string", event: "string" }],
  nextCursor: "string or null",
} as const;
type Page = Shaped<typeof PAGE>;

describeService("activity over HTTP", (service) => {
  it("shows the caller's own entries only, newest first, page by page without gap or repeat", async () => {
    const agent = await service.signedIn("ada@example.com");
    await service.signedIn("grace@example.com");
    for (let i = 0; i < 5; i++) {
      service.clock.advance(10 * MINUTE);
      await agent.post("/api/auth/update-user", { name: `Ada ${i}` });
    }
    const all = readJson((await agent.get("/api/v1/me/activity")).body, PAGE);
    const events = all.entries.map(({ event }) => event);
    expect(events.slice(0, 5)).toEqual(Array<string>(5).fill("user.updated"));
    expect(events.slice(5)).toEqual(["session.opened", "user.created"]);
    expect(all.nextCursor).toBeNull();
    expect(Object.keys(all.entries[0]!).toSorted()).toEqual([
      "actor",
      "at",
      "detail",
      "event",
      "id",
      "ipAddress",
      "organizationId",
      "target",
      "userAgent",
    ]);
    expect(all.entries[0]).toMatchObject({
      actor: { name: "Ada 4", email: "ada@example.com" },
      target: null,
    });

    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const page: Page = readJson(
        (await agent.get(`/api/v1/me/activity?limit=2${query}`)).body,
        PAGE,
      );
      expect(page.entries.length).toBeLessThanOrEqual(2);
      seen.push(...page.entries.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all.entries.map(({ id }) => id));
  });

  it("shows one event alone when one is asked for, on every page", async () => {
    const agent = await service.signedIn("eve@example.com");
    for (let i = 0; i < 3; i++) {
      service.clock.advance(10 * MINUTE);
      await agent.post("/api/auth/update-user", { name: `Eve ${i}` });
    }
    const pageOf = async (query: string) =>
      readJson((await agent.get(`/api/v1/me/activity?${query}`)).body, PAGE);
    expect((await pageOf("event=session.opened")).entries).toHaveLength(1);
    expect(await pageOf("event=nothing.happened")).toEqual({ entries: [], nextCursor: null });
    const first = await pageOf("event=user.updated&limit=2");
    const second = await pageOf(
      `event=user.updated&limit=2&cursor=${encodeURIComponent(first.nextCursor!)}`,
    );
    expect([first, second].map(({ entries }) => entries.length)).toEqual([2, 1]);
    expect(second.nextCursor).toBeNull();
  });

  it("names nobody for a refused attempt, which may have been another person's", async () => {
    const agent = await service.signedIn("joan@example.com");
    await agent.post("/api/auth/email-otp/send-verification-otp", {
      email: "joan@example.com",
      type: "sign-in",
    });
    await service.agent("127.0.0.9").post("/api/auth/email-otp/sign-in", {
      email: "joan@example.com",
      otp: "000000",
    });
    const { entries } = readJson(
      (await agent.get("/api/v1/me/activity?event=code.refused")).body,
      PAGE,
    );
    expect(entries).toMatchObject([{ event: "code.refused", actor: null }]);
  });

  it.each([
    "event=",
    "event=User.updated",
    "event=user",
    "limit=0",
    "limit=101",
    "limit=x",
    "cursor=x",
    "cursor=2026-13-99T00:00:00.000Z~0000000000000000",
    "limit=1&limit=2",
  ])("refuses ?%s by name", async (query) => {
    const agent = await service.signedIn(`person${query.length}${query.charCodeAt(8)}@example.com`);
    expect(await agent.get(`/api/v1/me/activity?${query}`)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    });
  });
});
