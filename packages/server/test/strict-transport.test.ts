import { expect, it } from "vitest";
import { startComposed } from "./composed-server.js";

it.each([
  ["", "max-age=63072000"],
  ["false", "max-age=63072000"],
  ["true", "max-age=63072000; includeSubDomains"],
])("the server with HSTS_INCLUDE_SUBDOMAINS=%s says %s", async (value, header) => {
  const server = await startComposed({
    NODE_ENV: "development",
    SERVICE_AUTH_URL: "https://example.com",
    HSTS_INCLUDE_SUBDOMAINS: value,
  });
  expect((await server.send("/healthz")).headers["strict-transport-security"]).toBe(header);
  await server.close();
});
