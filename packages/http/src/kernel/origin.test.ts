import { describe, expect, it } from "vitest";
import { createSite } from "../site/site.js";
import { checkFormOrigin, checkOrigin } from "./origin.js";

const SERVICE = "https://api.example.com";
const APP = "https://app.example.com";
const TRUSTED = "https://admin.example.org:8443";
const site = createSite({ serviceUrl: SERVICE, appUrl: `${APP}/start`, trustedOrigins: [TRUSTED] });

type Headers = Readonly<Record<string, string>>;
const request = (method: string, headers: Headers) => ({
  method,
  header: (name: string) => headers[name],
});

const ALLOWED: readonly Headers[] = [
  {},
  { origin: SERVICE },
  { origin: APP },
  { origin: TRUSTED },
  // A present Origin decides alone: the browser's other words may be an extension's or a proxy's.
  { origin: APP, "sec-fetch-site": "cross-site" },
  { origin: APP, "sec-fetch-site": "same-site", referer: "https://evil.example/" },
  { origin: "null", "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "none" },
  { referer: `${APP}/settings?tab=1` },
  { referer: SERVICE },
  { "sec-fetch-site": "same-origin", referer: `${APP}/` },
];

const REFUSED: readonly Headers[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "null", "sec-fetch-site": "none" },
  { origin: "null", "sec-fetch-site": "cross-site" },
  { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
  { origin: "https://evil.example", referer: `${APP}/` },
  { origin: "" },
  { origin: "http://api.example.com" },
  { origin: "https://api.example.com:444" },
  { origin: "https://api.example.com:443" },
  { origin: `${SERVICE}/` },
  { origin: "https://API.example.com" },
  { origin: "https://api.example.com.evil.example" },
  { origin: "https://evil.example?https://api.example.com" },
  { origin: "https://api.example.com@evil.example" },
  { origin: "https://sub.api.example.com" },
  { origin: "https://admin.example.org" },
  { origin: `${SERVICE}, ${APP}` },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "cross-site", referer: `${APP}/` },
  { referer: "https://evil.example/" },
  { referer: "https://app.example.com.evil.example/" },
  { referer: "https://app.example.com@evil.example/" },
  { referer: "http://app.example.com/" },
  { referer: "app.example.com" },
  { referer: "about:blank" },
  { referer: "" },
  { "sec-fetch-site": "same-origin", referer: "https://evil.example/" },
];

describe("the cross-site rule", () => {
  it.each(ALLOWED)("lets a request through with %j", (headers) => {
    expect(() => checkOrigin(request("POST", headers), site)).not.toThrow();
  });

  it.each(REFUSED)("refuses a request with %j", (headers) => {
    expect(() => checkOrigin(request("POST", headers), site)).toThrow(
      expect.objectContaining({ code: "INVALID_ORIGIN" }),
    );
  });

  it.each(["GET", "HEAD", "OPTIONS"])("is not for %s, which changes nothing", (method) => {
    for (const headers of REFUSED)
      expect(() => checkOrigin(request(method, headers), site)).not.toThrow();
  });

  it.each(["POST", "PUT", "PATCH", "DELETE", "get", "TRACE", "QUERY"])("is for %s", (method) => {
    expect(() => checkOrigin(request(method, { origin: "https://evil.example" }), site)).toThrow(
      expect.objectContaining({ code: "INVALID_ORIGIN" }),
    );
  });
});

describe("a form", () => {
  it.each<Headers>([
    { origin: SERVICE },
    { origin: SERVICE, "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "same-origin" },
    { origin: "null", "sec-fetch-site": "same-origin" },
  ])("from a page of the service passes with %j", (headers) => {
    expect(() => checkFormOrigin(request("POST", headers), site)).not.toThrow();
  });

  it.each<Headers>([
    {},
    { origin: APP },
    { origin: TRUSTED },
    { origin: "null" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "same-site" },
    { referer: `${SERVICE}/` },
  ])("from anywhere else is refused with %j", (headers) => {
    expect(() => checkFormOrigin(request("POST", headers), site)).toThrow(
      expect.objectContaining({ code: "INVALID_ORIGIN" }),
    );
  });
});
