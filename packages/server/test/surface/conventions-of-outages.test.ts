import { beforeAll, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService } from "../describe-service.js";
import { atEach, expectRefusal, paths } from "./every-path.js";

const LIMITED = { start: { policy: { requestsPerClient: 2, readRequestsPerClient: 2 } } };

describeService("limits of the surface", { ...LIMITED, hosts: "both" }, (service) => {
  const TEN_SECONDS = 10_000;

  it("every route that is counted answers 429 beyond the limit", async () => {
    let clients = 0;
    await atEach(
      paths.filter(({ route }) => route.limit !== "none"),
      async ({ route, path }) => {
        const client = `127.1.${++clients}.1`;
        const ask = (from = client) => service.agent(from).send(path, { method: route.method });
        for (let request = 0; request < 2; request++) expect((await ask()).status).not.toBe(429);
        const reply = await ask();
        expectRefusal(reply, 429, "TOO_MANY_REQUESTS");
        expect(reply.headers).toMatchObject({
          "retry-after": "10",
          "x-retry-after": "10",
          "ratelimit-policy": '"authIpLimiter";q=2;w=10',
          ratelimit: '"authIpLimiter";r=0;t=10',
        });
        expect((await ask(`127.1.${clients}.2`)).status).not.toBe(429);
        service.clock.advance(TEN_SECONDS);
        expect((await ask()).status).not.toBe(429);
      },
    );
  });
});

const COUNTING = { start: { policy: { requestsPerClient: 1_000 } } };

describeService("outages of the surface", { ...COUNTING, hosts: "both" }, (service) => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await service.signedIn("ada@example.com");
    await service.store.close();
  });

  it("every route that counts or asks who is there answers 503 and admits no request while the database is away", async () => {
    await atEach(
      paths.filter(({ route }) => route.limit === "auth-ip" || route.access !== "anyone"),
      async ({ route, path }) => {
        const reply = await agent.send(path, { method: route.method });
        expectRefusal(reply, 503, "UNAVAILABLE");
        expect(reply.headers).toMatchObject({ "retry-after": "1", "x-retry-after": "1" });
      },
    );
  });
});
