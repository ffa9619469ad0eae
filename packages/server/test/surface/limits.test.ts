import type { Store } from "@acme/auth-core";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { serviceStarter } from "../describe-service.js";
import { DATABASES } from "../service.js";

const OVER = { status: 429, body: { code: "TOO_MANY_REQUESTS" } };

describe.each(DATABASES)("limits, on %s", (database) => {
  const start = serviceStarter(database);

  describe("a client over its limit", () => {
    it("is refused without the database and without a write, however many requests it sends, and logged once", async () => {
      let spends = 0;
      const service = await start({
        policy: { requestsPerClient: 3 },
        wrapStore(store): Store {
          const spend: Store["counters"]["spend"] = (...given) => {
            spends++;
            return store.counters.spend(...given);
          };
          return { ...store, counters: { ...store.counters, spend } };
        },
      });
      const client = service.agent("127.0.0.9");
      const replies = await Promise.all(
        Array.from({ length: 60 }, () => client.post("/api/auth/sign-out")),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(3).fill(200),
        ...Array<number>(57).fill(429),
      ]);
      expect(spends).toBe(3);
      const counters = async () =>
        (await service.rows()).filter(({ table }) => table === "auth_counter");
      const before = await counters();
      expect(before).toHaveLength(1);
      for (let request = 0; request < 20; request++)
        expect(await client.post("/api/auth/sign-out")).toMatchObject(OVER);
      expect([spends, await counters()]).toEqual([3, before]);
      const lines = () =>
        service.logs
          .filter(({ event }) => event === "excess_rate_limit_exceeded")
          .map(({ fields }) => fields);
      expect(lines()).toEqual([{ tier: "auth-ip", client: "127.0.0.9" }]);
      service.clock.advance(10_000);
      for (let request = 0; request < 4; request++) await client.post("/api/auth/sign-out");
      expect(spends).toBe(6);
      expect(lines().slice(1)).toEqual([
        { tier: "auth-ip", client: "127.0.0.9", refused: 77 },
        { tier: "auth-ip", client: "127.0.0.9" },
      ]);
    });
  });

  describe("writes of a user", () => {
    it("are refused beyond the limit on every route of ours that changes something, from every session and network, for a minute", async () => {
      const service = await start({ policy: { writesPerUser: 3 } });
      const ada = await service.signedIn("ada@example.com");
      const elsewhere = await service.signedIn("ada@example.com", "127.0.0.7");
      const grace = await service.signedIn("grace@example.com");
      const { id } = readJson((await ada.post("/api/v1/organizations", { name: "Acme" })).body, {
        id: "string",
      });
      await ada.send(`/api/v1/organizations/${id}`, { method: "PATCH", body: { name: "Other" } });
      // A refused one counts as well.
      expect(
        (
          await elsewhere.post(`/api/v1/organizations/${id}/invitations`, {
            email: "nobody",
            role: "member",
          })
        ).status,
      ).toBe(400);

      const reply = await elsewhere.post("/api/v1/me/export");
      expect(reply).toMatchObject(OVER);
      expect(reply.headers).toMatchObject({
        "retry-after": "60",
        "ratelimit-policy": '"writesPerUser";q=3;w=60',
        ratelimit: '"writesPerUser";r=0;t=60',
      });
      expect(
        await ada.send(`/api/v1/organizations/${id}`, { method: "PATCH", body: { name: "Third" } }),
      ).toMatchObject(OVER);
      expect(await ada.post("/api/v1/me/deletion", { password: "any of them" })).toMatchObject(
        OVER,
      );
      expect((await ada.get(`/api/v1/organizations/${id}`)).body).toMatchObject({ name: "Other" });
      // Nobody else's, no reading, and nothing of the authentication family.
      expect((await grace.post("/api/v1/organizations", { name: "Hopper" })).status).toBe(201);
      expect((await ada.post("/api/auth/update-user", { name: "Ada" })).status).toBe(200);
      service.clock.advance(60_000);
      expect((await ada.post("/api/v1/me/export")).status).toBe(202);
    });

    it("never stand in the way of keeping an account", async () => {
      const service = await start({ policy: { writesPerUser: 1 } });
      const ada = service.agent();
      await ada.post("/api/auth/sign-up", {
        email: "ada@example.com",
        password: "correct horse battery",
      });
      expect(
        (await ada.post("/api/v1/me/deletion", { password: "correct horse battery" })).status,
      ).toBe(202);
      expect(await ada.post("/api/v1/organizations", { name: "Acme" })).toMatchObject(OVER);
      expect((await ada.send("/api/v1/me/deletion", { method: "DELETE" })).status).toBe(204);
    });
  });

  it("count the download of an export in the read tier, for all who ask for it", async () => {
    const service = await start({ policy: { readRequestsPerClient: 2 } });
    const path = "/api/v1/me/export/0197a0c0-0000-7000-8000-000000000001/download?token=x";
    const client = service.agent("127.0.0.9");
    for (let request = 0; request < 2; request++) expect((await client.get(path)).status).toBe(404);
    expect(await client.get(path)).toMatchObject(OVER);
    expect((await service.agent("127.0.0.10").get(path)).status).toBe(404);
  });
});
