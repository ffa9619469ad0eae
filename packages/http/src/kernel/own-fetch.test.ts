import { describe, expect, it } from "vitest";
import { createSite } from "../site/site.js";
import { isOwnFetch } from "./own-fetch.js";

const site = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
  trustedOrigins: ["https://admin.example.org"],
});
const FETCH = { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" };
const APP = { ...FETCH, origin: "https://app.example.com", "sec-fetch-site": "same-site" };
/** A browser sends no Origin with a GET to the page's own origin. */
const SAME_ORIGIN = { ...FETCH, "sec-fetch-site": "same-origin" };

type Headers = Readonly<Record<string, string | undefined>>;
const asked = (headers: Headers, method = "GET"): boolean =>
  isOwnFetch({ method, header: (name) => headers[name] }, site);

describe("a fetch of the front end's own script", () => {
  it.each<readonly [what: string, headers: Headers]>([
    ["from the front end's origin", APP],
    [
      "from a trusted origin on another site",
      { ...APP, origin: "https://admin.example.org", "sec-fetch-site": "cross-site" },
    ],
    ["from the service's own origin", SAME_ORIGIN],
    ["from the service's own origin, named", { ...SAME_ORIGIN, origin: "https://api.example.com" }],
  ])("is known %s", (_what, headers) => {
    expect(asked(headers)).toBe(true);
  });
});

describe("what may not use a token", () => {
  it.each<readonly [what: string, headers: Headers]>([
    ["a bare command-line GET", {}],
    ["a mail scanner that names a browser", { "user-agent": "Mozilla/5.0", accept: "text/html" }],
    [
      "a navigation",
      {
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
        "sec-fetch-site": "none",
        "sec-fetch-user": "?1",
      },
    ],
    [
      "a navigation from a page of ours",
      {
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
        "sec-fetch-site": "same-origin",
      },
    ],
    [
      "a frame",
      { "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe", "sec-fetch-site": "same-origin" },
    ],
    [
      "an image",
      { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image", "sec-fetch-site": "same-origin" },
    ],
    ["a script element", { ...SAME_ORIGIN, "sec-fetch-dest": "script" }],
    ["a font, which is fetched by CORS too", { ...APP, "sec-fetch-dest": "font" }],
    ["a fetch that must not read the answer", { ...APP, "sec-fetch-mode": "no-cors" }],
    ["a prefetch", { ...SAME_ORIGIN, "sec-purpose": "prefetch" }],
    ["a prerender", { ...APP, "sec-purpose": "prefetch;prerender" }],
    ["a purpose of no name", { ...APP, "sec-purpose": "" }],
    [
      "a fetch from elsewhere",
      { ...APP, origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    ],
    [
      "a fetch from elsewhere that says it is from here",
      { ...SAME_ORIGIN, origin: "https://evil.example" },
    ],
    ["a fetch from a sandbox", { ...SAME_ORIGIN, origin: "null" }],
    [
      "a fetch from an origin that begins like ours",
      { ...APP, origin: "https://app.example.com.evil.example" },
    ],
    ["a fetch from the same site without an origin", { ...FETCH, "sec-fetch-site": "same-site" }],
    ["a fetch from another site without an origin", { ...FETCH, "sec-fetch-site": "cross-site" }],
    ["a fetch that does not say from where", FETCH],
    ["an allowed origin and nothing else", { origin: "https://app.example.com" }],
    ["a mode that is not named", { ...APP, "sec-fetch-mode": undefined }],
    ["a destination that is not named", { ...APP, "sec-fetch-dest": undefined }],
    ["a header in other letters", { ...APP, "sec-fetch-mode": "CORS" }],
    ["a header that is doubled", { ...APP, "sec-fetch-mode": "cors, cors" }],
  ])("%s", (_what, headers) => {
    expect(asked(headers)).toBe(false);
  });

  it.each(["HEAD", "POST", "OPTIONS", "get"])("%s, whatever its headers", (method) => {
    expect([asked(APP, method), asked(SAME_ORIGIN, method)]).toEqual([false, false]);
  });
});
