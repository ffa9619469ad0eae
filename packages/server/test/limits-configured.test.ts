import { once } from "node:events";
import { portOf } from "@acme/auth-testing/port-of";
import { expect, it } from "vitest";
import { readConfig } from "../src/config/config.js";
import { compose } from "../src/starting/compose.js";
import { createAgent } from "./agent.js";
import { SECRET } from "./service.js";

const LIMITS: readonly (readonly [env: Readonly<Record<string, string>>, status: number])[] = [
  [{}, 429],
  [{ AUTH_IP_LIMIT: "0" }, 200],
];
it.each(LIMITS)(
  "a user may send 120 state-changing requests a minute, and any number where the limits are off: %j",
  async (env, status) => {
    const { config } = readConfig({
      SERVICE_AUTH_SECRET: SECRET,
      SERVICE_AUTH_URL: "http://localhost:3000",
      DATABASE_URL: "sqlite::memory:",
      ...env,
    });
    const composition = await compose({ ...config, worker: "off" });
    const { server } = composition;
    await once(server.listen(0, "127.0.0.1"), "listening");
    const agent = createAgent({
      url: `http://127.0.0.1:${portOf(server)}`,
    });
    await agent.post("/api/auth/sign-up", {
      email: "ada@example.com",
      password: "correct horse battery",
    });
    const write = () =>
      agent.send("/api/v1/me/active-organization", {
        method: "PUT",
        body: { organizationId: null },
      });
    for (let request = 0; request < 120; request++) expect((await write()).status).toBe(200);
    expect((await write()).status).toBe(status);
    await composition.close();
  },
);
