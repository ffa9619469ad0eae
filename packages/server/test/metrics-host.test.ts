import { get, type Server } from "node:http";
import { silentLogger } from "@acme/auth-core";
import { portOf } from "@acme/auth-testing/port-of";
import { afterEach, describe, expect, it } from "vitest";
import { isExpectedHost } from "../src/metrics/expected-host.js";
import { serveMetrics } from "../src/metrics/metrics-server.js";

let server: Server;
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** What a scrape is answered that names this host, at metrics that are served on another. */
async function scrapeAs(host: string, listening: string): Promise<number | undefined> {
  server = await serveMetrics(
    { host: listening, port: 0, logger: silentLogger },
    async () => "up 1\n",
  );
  const port = portOf(server);
  const options = {
    host: "127.0.0.1",
    port,
    path: "/metrics",
    headers: { host: host.replace("PORT", `${port}`) },
  };
  return new Promise((answered, failed) => {
    const scrape = get(options, (response) => {
      response.resume();
      answered(response.statusCode);
    });
    scrape.on("error", failed);
  });
}

describe("metrics that are served on loopback", () => {
  it.each(["127.0.0.1:PORT", "localhost:PORT", "127.0.0.1", "[::1]:PORT"])(
    "are for %s",
    async (host) => {
      expect(await scrapeAs(host, "127.0.0.1")).toBe(200);
    },
  );

  it.each([
    "evil.example:PORT",
    "evil.example",
    "127.0.0.1.evil.example:PORT",
    "localhost.evil.example",
    "127.0.0.1@evil.example",
    "10.0.0.1:PORT",
    "metrics",
    "[",
  ])("are not for %j", async (host) => {
    expect(await scrapeAs(host, "127.0.0.1")).toBe(421);
  });
});

describe("metrics that are served on another host", () => {
  it.each([
    ["0.0.0.0", "10.1.2.3:PORT"],
    ["0.0.0.0", "[fd00::1]:PORT"],
    ["0.0.0.0", "auth:PORT"],
    ["0.0.0.0", "localhost:PORT"],
  ])("%s are for %s", async (listening, host) => {
    expect(await scrapeAs(host, listening)).toBe(200);
  });

  it("are for its name, and on the loopback of IPv6 for loopback", () => {
    expect(isExpectedHost("metrics.example.com:9464", "Metrics.example.com")).toBe(true);
    expect(isExpectedHost("evil.example:9464", "metrics.example.com")).toBe(false);
    expect(isExpectedHost("[::1]:9464", "::1")).toBe(true);
    expect(isExpectedHost("evil.example:9464", "::1")).toBe(false);
    expect(isExpectedHost(undefined, "127.0.0.1")).toBe(false);
  });

  it("are not for a name that anyone can own", async () => {
    expect(await scrapeAs("evil.example:PORT", "0.0.0.0")).toBe(421);
  });
});
