import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { counting } from "../counted-work.js";
import { startedService } from "../describe-service.js";
import { createLeaving } from "../leaving.js";
import { DATABASES } from "../service.js";
import { enrollTotp } from "./enrolled.js";
import { WITH_SECOND_FACTOR } from "./start.js";

describe.each(DATABASES)("with the second factor on, on %s,", (database) => {
  const calls: string[] = [];
  const service = startedService(database, {
    start: { ...WITH_SECOND_FACTOR, wrapStore: (store) => counting(store, calls) },
  });
  const agents: Agent[] = [];

  beforeAll(async () => {
    const leaving = createLeaving(service);
    const enrolled = await leaving.member("with-an-app@example.com");
    await enrollTotp(service, enrolled);
    agents.push(await leaving.member("plain@example.com"), enrolled);
  });

  it.each(["/api/auth/get-session", "/api/v1/auth/me"])(
    "one statement answers %s, with who has enrolled",
    async (path) => {
      for (const [index, agent] of agents.entries()) {
        calls.length = 0;
        const { status, text } = await agent.get(path);
        expect(status).toBe(200);
        expect(text).toContain(`"twoFactorEnabled":${index === 1}`);
        expect(calls).toHaveLength(1);
      }
    },
  );
});
