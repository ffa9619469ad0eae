import { describe, expect, it } from "vitest";
import { describeService, serviceStarter } from "../describe-service.js";
import { expectRefusal, paths } from "./every-path.js";

describeService("conventions of the surface under limits and outages", (_service, database) => {
  const start = serviceStarter(database);

  describe("the limiters", () => {
    const counted = paths.filter(({ route }) => route.limit !== "none");

    it.each(counted)(
      "$route.method $path answers 429 beyond the limit",
      async ({ route, path }) => {
        const limited = await start({
          policy: { requestsPerClient: 1, readRequestsPerClient: 1 },
        });
        await limited.agent("127.0.0.9").send(path, { method: route.method });
        const reply = await limited.agent("127.0.0.9").send(path, { method: route.method });
        expectRefusal(reply, 429, "TOO_MANY_REQUESTS");
        expect(reply.headers).toMatchObject({
          "retry-after": "10",
          "x-retry-after": "10",
          "ratelimit-policy": '"authIpLimiter";q=1;w=10',
          ratelimit: '"authIpLimiter";r=0;t=10',
        });
        const other = await limited.agent("127.0.0.10").send(path, { method: route.method });
        expect(other.status).not.toBe(429);
        limited.clock.advance(10_000);
        expect(
          (await limited.agent("127.0.0.9").send(path, { method: route.method })).status,
        ).not.toBe(429);
      },
    );

    it("counts unknown paths too", async () => {
      const limited = await start({ policy: { requestsPerClient: 2 } });
      await limited.agent().get("/api/auth/one");
      await limited.agent().get("/api/auth/two");
      expectRefusal(await limited.agent().get("/api/auth/three"), 429, "TOO_MANY_REQUESTS");
    });
  });

  it.each(paths.filter(({ route }) => route.limit === "auth-ip" || route.access !== "anyone"))(
    "$route.method $path answers 503 and admits no request while the database is away",
    async ({ route, path }) => {
      const away = await start({ policy: { requestsPerClient: 100 } });
      const agent = await away.signedIn("ada@example.com");
      await away.store.close();
      const reply = await agent.send(path, { method: route.method });
      expectRefusal(reply, 503, "UNAVAILABLE");
      expect(reply.headers).toMatchObject({ "retry-after": "1", "x-retry-after": "1" });
    },
  );
});
