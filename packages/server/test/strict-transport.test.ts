import { once } from "node:events";
import { expect, it } from "vitest";
import { compose } from "../src/starting/compose.js";
import { readConfig } from "../src/config/config.js";
import { createAgent } from "./agent.js";
import { SECRET } from "./service.js";
import { portOf } from "@acme/auth-testing/port-of";

it.each([
  ["", "max-age=63072000"],
  ["false", "max-age=63072000"],
  ["true", "max-age=63072000; includeSubDomains"],
])("the server with HSTS_INCLUDE_SUBDOMAINS=%s says %s", async (value, header) => {
  const { config } = readConfig({
    NODE_ENV: "development",
    SERVICE_AUTH_SECRET: SECRET,
    SERVICE_AUTH_URL: "https://example.com",
    DATABASE_URL: "sqlite::memory:",
    HSTS_INCLUDE_SUBDOMAINS: value,
  });
  const composition = await compose({ ...config, worker: "off" });
  const { server } = composition;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const reply = await createAgent({
    url: `http://127.0.0.1:${portOf(server)}`,
  }).get("/healthz");
  expect(reply.headers["strict-transport-security"]).toBe(header);
  await composition.close();
});
