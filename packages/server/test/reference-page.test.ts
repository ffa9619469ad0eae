import { anyString } from "@acme/auth-testing/matchers";
import { afterEach, describe, expect, it } from "vitest";
import { type ComposedServer, PRODUCTION, startComposed } from "./composed-server.js";

const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const SCRIPTS = ["/docs/viewer.js", "/docs/start.js"];

describe("the page at /docs", () => {
  let server: ComposedServer;
  afterEach(() => server.close());

  const policyOfDocs = async (): Promise<string> => {
    const { headers } = await server.send("/docs", BROWSER);
    return String(headers["content-security-policy"]);
  };

  it("is the generated one in production, without a viewer, and may run and call nothing", async () => {
    server = await startComposed(PRODUCTION);
    const { status, body } = await server.send("/docs", BROWSER);
    expect(status).toBe(200);
    expect(body).toContain("/api/auth/email-otp/sign-in");
    expect(body).not.toContain("<script");
    const policy = await policyOfDocs();
    expect(policy).toContain("default-src 'none'; style-src 'sha256-");
    for (const allowed of ["script-src", "connect-src", "unsafe-inline"])
      expect(policy).not.toContain(allowed);
    for (const path of SCRIPTS) expect((await server.send(path, BROWSER)).status).toBe(404);
  });

  it.each([
    ["in production with DOCS_VIEWER=true", { ...PRODUCTION, DOCS_VIEWER: "true" }],
    ["outside production", {}],
  ])("is the viewer %s, under a policy of its own", async (_where, settings) => {
    server = await startComposed(settings);
    const { body } = await server.send("/docs", BROWSER);
    for (const path of SCRIPTS) {
      expect(body).toContain(`src="${path}"`);
      const { status, headers } = await server.send(path);
      expect(status).toBe(200);
      expect(headers["content-type"]).toContain("text/javascript");
    }
    const policy = await policyOfDocs();
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("connect-src 'self'");
    // The generated page stays, for browsers without script.
    const plain = await server.send("/docs?plain", BROWSER);
    expect(plain.body).toContain("/api/auth/email-otp/sign-in");
    expect(String(plain.headers["content-security-policy"])).not.toContain("script-src");
  });

  it("counts in the read tier with its files and its document, and is refused beyond it", async () => {
    server = await startComposed({ AUTH_IP_LIMIT: "1" });
    const paths = ["/docs", "/docs?plain", "/api/v1/openapi.json", ...SCRIPTS];
    // Ten times the limit.
    for (const path of [...paths, ...paths])
      expect((await server.send(path, BROWSER)).status, path).toBe(200);
    for (const path of paths) {
      const { status, headers } = await server.send(path, BROWSER);
      expect([status, headers["retry-after"]], path).toEqual([429, anyString()]);
    }
  });

  it("is the generated one with DOCS_VIEWER=false, too", async () => {
    server = await startComposed({ DOCS_VIEWER: "false" });
    expect((await server.send("/docs", BROWSER)).body).not.toContain("<script");
    expect(await policyOfDocs()).not.toContain("script-src");
  });
});
