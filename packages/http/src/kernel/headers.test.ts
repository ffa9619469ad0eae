import { describe, expect, it } from "vitest";
import { createSite } from "../site/site.js";
import {
  corsHeaders,
  downloadHeaders,
  guardedHeaders,
  JSON_HEADERS,
  preflightHeaders,
  standingHeaders,
} from "./headers.js";

const https = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
});
const http = createSite({ serviceUrl: "http://localhost:3000", appUrl: "http://localhost:3004" });
const pairs = (headers: readonly string[]) =>
  Object.fromEntries(
    headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : [])),
  );

describe("every response", () => {
  it("is not stored, not sniffed, not taken in by others, and varies by origin", () => {
    expect(pairs(standingHeaders(http))).toEqual({
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
      Vary: "Origin",
    });
  });

  it("over https asks for https from now on", () => {
    expect(pairs(standingHeaders(https))).toHaveProperty(
      "Strict-Transport-Security",
      "max-age=63072000",
    );
  });

  it("binds subdomains to https only where the operator says so", () => {
    const wide = createSite({
      serviceUrl: "https://example.com",
      appUrl: "https://app.example.com",
      hstsIncludeSubdomains: true,
    });
    expect(pairs(standingHeaders(wide))).toHaveProperty(
      "Strict-Transport-Security",
      "max-age=63072000; includeSubDomains",
    );
    expect(standingHeaders({ ...http, hstsIncludeSubdomains: true })).not.toContain(
      "Strict-Transport-Security",
    );
  });

  it("of an application's own guarded route varies by the organization too, and may do nothing in a browser", () => {
    expect(pairs(guardedHeaders(http))).toEqual({
      ...pairs(standingHeaders(http)),
      Vary: "Origin, X-Active-Org",
      "Referrer-Policy": "no-referrer",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    });
  });

  it("with a document is JSON that the browser saves under its name", () => {
    expect(pairs(downloadHeaders({ fileName: "export.json" }))).toEqual({
      ...pairs(JSON_HEADERS),
      "Content-Disposition": 'attachment; filename="export.json"',
    });
  });

  it("of JSON may do nothing in a browser and sends no referrer", () => {
    expect(pairs(JSON_HEADERS)).toEqual({
      "Referrer-Policy": "no-referrer",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "Content-Type": "application/json; charset=utf-8",
    });
  });
});

describe("CORS", () => {
  const from = (origin: string | undefined) =>
    corsHeaders({ header: (name) => (name === "origin" ? origin : undefined) }, https);

  it.each(["https://app.example.com", "https://api.example.com"])(
    "answers %s by name, with credentials",
    (origin) => {
      expect(pairs(from(origin))).toEqual({
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Allow-Credentials": "true",
        "Access-Control-Expose-Headers":
          "Retry-After, X-Retry-After, RateLimit, RateLimit-Policy, X-Request-Id",
      });
    },
  );

  it.each([
    undefined,
    "",
    "null",
    "*",
    "https://evil.example",
    "https://app.example.com.evil.example",
    "http://app.example.com",
    "https://APP.example.com",
    "https://app.example.com/",
  ])("says nothing to %j", (origin) => {
    expect(from(origin)).toEqual([]);
  });

  it("allows the methods of the path and our two headers in a preflight", () => {
    expect(pairs(preflightHeaders(["GET", "HEAD", "POST"]))).toEqual({
      "Access-Control-Allow-Methods": "GET, HEAD, POST",
      "Access-Control-Allow-Headers": "Content-Type, X-Active-Org",
      "Access-Control-Max-Age": "600",
    });
  });
});
