import { describe, expect, it } from "vitest";
import { createSite, type SiteOptions } from "./site.js";

const RIGHT: SiteOptions = { serviceUrl: "https://api.example.com", appUrl: "https://app.example.com" };

describe("a site", () => {
  it("is what its addresses say", () => {
    const site = createSite({
      serviceUrl: "https://API.example.com:443/",
      appUrl: "https://app.example.com/start?a=1",
      trustedOrigins: ["https://admin.example.org/"],
    });
    expect(site).toEqual({
      serviceOrigin: "https://api.example.com",
      appUrl: "https://app.example.com/start?a=1",
      secure: true,
      allowedOrigins: new Set(["https://api.example.com", "https://app.example.com", "https://admin.example.org"]),
      links: { service: "https://api.example.com", host: "api.example.com", home: "https://app.example.com/start?a=1" },
    });
  });

  it("speaks plain http where its address says so", () => {
    const site = createSite({ serviceUrl: "http://localhost:3000", appUrl: "http://localhost:3004" });
    expect(site).toMatchObject({ serviceOrigin: "http://localhost:3000", secure: false, links: { host: "localhost" } });
    expect([...site.allowedOrigins]).toEqual(["http://localhost:3000", "http://localhost:3004"]);
  });

  it.each<readonly [option: keyof SiteOptions, value: string]>([
    ["serviceUrl", ""],
    ["serviceUrl", "api.example.com"],
    ["serviceUrl", "//api.example.com"],
    ["serviceUrl", "ftp://api.example.com"],
    ["serviceUrl", "javascript:alert(1)"],
    ["serviceUrl", "https://user@api.example.com"],
    ["serviceUrl", "https://:hunter2@api.example.com"],
    ["serviceUrl", "https://api.example.com/auth"],
    ["serviceUrl", "https://api.example.com/?a=1"],
    ["serviceUrl", "https://api.example.com/#a"],
    ["appUrl", ""],
    ["appUrl", "data:text/html,hi"],
    ["appUrl", "https://user:hunter2@app.example.com/"],
    ["trustedOrigins", "*"],
    ["trustedOrigins", "null"],
    ["trustedOrigins", "https://*.example.com/*"],
    ["trustedOrigins", "https://admin.example.org/path"],
    ["trustedOrigins", "chrome-extension://abc"],
  ])("names the option that is wrong, never its value: %s %j", (option, value) => {
    const options = { ...RIGHT, [option]: option === "trustedOrigins" ? [value] : value };
    expect(() => createSite(options)).toThrow(TypeError);
    expect(() => createSite(options)).toThrow(new RegExp(`^${option} must be `));
    expect(() => createSite(options)).not.toThrow("hunter2");
  });
});
