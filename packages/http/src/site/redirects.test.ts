import { AuthError } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import {
  frontEndPage,
  resolveOptionalRedirect,
  resolveRedirect,
  safeRedirectTarget,
  withParameter,
} from "./redirects.js";
import { createSite } from "./site.js";

const site = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com/base/start?lang=en",
  trustedOrigins: ["https://admin.example.org:8443"],
});

const ALLOWED: readonly (readonly [target: string, address: string])[] = [
  // Relative to where the front end lives.
  ["/", "https://app.example.com/"],
  ["/next", "https://app.example.com/next"],
  ["next", "https://app.example.com/base/next"],
  ["./next/../other", "https://app.example.com/base/other"],
  ["../../../../next", "https://app.example.com/next"],
  ["?a=1", "https://app.example.com/base/start?a=1"],
  ["#a", "https://app.example.com/base/start?lang=en#a"],
  ["", "https://app.example.com/base/start?lang=en"],
  ["//app.example.com/next", "https://app.example.com/next"],
  ["//admin.example.org:8443", "https://admin.example.org:8443/"],
  // Absolute, on an allowed origin, however it is spelled.
  ["https://app.example.com", "https://app.example.com/"],
  ["https://app.example.com:443/next", "https://app.example.com/next"],
  ["HTTPS://APP.Example.COM/Next", "https://app.example.com/Next"],
  ["https://@app.example.com/", "https://app.example.com/"],
  ["https://api.example.com/x", "https://api.example.com/x"],
  ["https://admin.example.org:8443/x?y#z", "https://admin.example.org:8443/x?y#z"],
  // A scheme without slashes is a path like any other to a browser.
  ["https:evil.example", "https://app.example.com/base/evil.example"],
  // What stands behind the path leads nowhere by itself.
  [
    "/next?to=https://evil.example/a%2Fb",
    "https://app.example.com/next?to=https://evil.example/a%2Fb",
  ],
  ["/next?to=//evil.example", "https://app.example.com/next?to=//evil.example"],
  ["/next?a=b c", "https://app.example.com/next?a=b%20c"],
  ["/next#//evil.example", "https://app.example.com/next#//evil.example"],
  ["/a//b", "https://app.example.com/a//b"],
  ["/@evil.example", "https://app.example.com/@evil.example"],
  ["/caf\u00e9", "https://app.example.com/caf%C3%A9"],
  ["/%252Fevil.example", "https://app.example.com/%252Fevil.example"],
];

const REFUSED: readonly (readonly [why: string, target: string])[] = [
  ["another origin", "https://evil.example"],
  ["another scheme of the web", "http://app.example.com/"],
  ["another port", "https://app.example.com:444/"],
  ["a trusted host without its port", "https://admin.example.org/"],
  ["a subdomain", "https://x.app.example.com/"],
  ["a domain above", "https://example.com/"],
  ["an origin that begins with an allowed one", "https://app.example.com.evil.example/"],
  ["an origin that ends with an allowed one", "https://evilapp.example.com/"],
  ["a cut off allowed origin", "https://app.example.co"],
  ["an allowed origin as user info", "https://app.example.com@evil.example/"],
  ["an allowed origin as user info with a path", "https://app.example.com%2f@evil.example/"],
  ["user info before an allowed origin", "https://user@app.example.com/"],
  ["a password before an allowed origin", "https://:secret@app.example.com/"],
  ["a host that only looks alike", "https://\u0430pp.example.com/"],
  ["two slashes", "//evil.example"],
  ["three slashes", "///evil.example"],
  ["many slashes", "//////evil.example/x"],
  ["a scheme with three slashes", "https:///evil.example"],
  ["another scheme without slashes", "http:evil.example"],
  ["a slash and a backslash", "/\\evil.example"],
  ["a backslash and a slash", "\\/evil.example"],
  ["two backslashes", "\\\\evil.example"],
  ["backslashes behind a scheme", "https:\\\\evil.example"],
  ["a backslash in the path", "/a\\b"],
  ["a backslash before an at sign", "https://evil.example\\@app.example.com/"],
  ["a backslash in the query", "/next?a=\\evil"],
  ["a backslash in the fragment", "/next#\\evil"],
  ["an encoded slash", "/%2Fevil.example"],
  ["an encoded slash in lower case", "/%2fevil.example"],
  ["an encoded backslash", "/%5Cevil.example"],
  ["an encoded backslash in lower case", "/%5cevil.example"],
  ["an encoded slash in front", "%2F%2Fevil.example"],
  ["a script", "javascript:alert(1)"],
  ["a script in other letters", "JaVaScRiPt:alert(1)//https://app.example.com"],
  ["a script behind a space", " javascript:alert(1)"],
  ["a script with a tab inside", "java\tscript:alert(1)"],
  ["a script with a line break inside", "java\nscript:alert(1)"],
  ["a document of its own", "data:text/html,<script>alert(1)</script>"],
  ["a blob of an allowed origin", "blob:https://app.example.com/0197a0c0"],
  ["a file", "file:///etc/passwd"],
  ["another protocol of an allowed host", "ftp://app.example.com/"],
  ["a tab between slashes", "/\t/evil.example"],
  ["a line break between slashes", "/\n/evil.example"],
  ["a return between slashes", "/\r/evil.example"],
  ["a header behind it", "/next\r\nSet-Cookie: session=evil"],
  ["a NUL", "/next\u0000"],
  ["a NUL in front", "\u0000//evil.example"],
  ["a DEL", "/next\u007f"],
  ["a control character of the upper range", "/next\u0085"],
  ["a tab in the query", "/next?a=\tb"],
  ["a line break in the fragment", "/next#a\nb"],
  ["space in front", " //evil.example"],
  ["space in the path", "/a b"],
  ["a URL that is none", "https://"],
  ["a URL with a broken host", "https://[::1"],
  ["a URL with an impossible port", "https://app.example.com:99999/"],
];

const refusalOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (thrown) {
    return thrown;
  }
};

describe("a redirect", () => {
  it.each(ALLOWED)("to %j leads to %s", (target, address) => {
    expect(resolveRedirect(target, site)).toBe(address);
  });

  it.each(ALLOWED)("to %j, once resolved, resolves to itself", (_target, address) => {
    expect(resolveRedirect(address, site)).toBe(address);
  });

  it.each(REFUSED)("is refused to %s: %j", (_why, target) => {
    expect(refusalOf(() => resolveRedirect(target, site))).toEqual(
      new AuthError("INVALID_CALLBACK_URL"),
    );
    expect(refusalOf(() => resolveOptionalRedirect(target, site))).toEqual(
      new AuthError("INVALID_CALLBACK_URL"),
    );
  });

  it("may be left out, or empty", () => {
    expect([resolveOptionalRedirect(undefined, site), resolveOptionalRedirect("", site)]).toEqual([
      null,
      null,
    ]);
    expect(resolveOptionalRedirect("/next", site)).toBe("https://app.example.com/next");
  });
});

describe("the redirect target of a browser", () => {
  it("is the place that was stored, where it is allowed still, and the front end otherwise", () => {
    expect(safeRedirectTarget("/next", site)).toBe("https://app.example.com/next");
    for (const nowhere of [null, undefined, "https://evil.example/", "javascript:alert(1)"])
      expect(safeRedirectTarget(nowhere, site)).toBe(site.appUrl);
  });
});

describe("a page of the front end", () => {
  it.each([
    ["https://app.example.com", "https://app.example.com/reset-password"],
    ["https://app.example.com/", "https://app.example.com/reset-password"],
    ["https://example.com/app", "https://example.com/app/reset-password"],
    ["https://example.com/app/", "https://example.com/app/reset-password"],
    ["https://example.com/a/b//?from=mail#top", "https://example.com/a/b/reset-password"],
  ])("of %s is %s", (appUrl, expected) => {
    expect(
      frontEndPage(
        "/reset-password",
        createSite({ serviceUrl: "https://api.example.com", appUrl }),
      ),
    ).toBe(expected);
  });
});

describe("a parameter of a redirect", () => {
  it.each([
    ["https://app.example.com/", "https://app.example.com/?error=A%26B"],
    ["https://app.example.com/?a=1#z", "https://app.example.com/?a=1&error=A%26B#z"],
    [
      "https://app.example.com/?error=old&a=1&error=older",
      "https://app.example.com/?error=A%26B&a=1",
    ],
  ])("is added to %s, in the place of any of that name", (address, expected) => {
    expect(withParameter(address, "error", "A&B")).toBe(expected);
  });

  it.each(["a#b", "a&b=c", "a b", "\u00e9", "a+b"])("is %j and nothing else", (value) => {
    const { searchParams, hash } = new URL(
      withParameter("https://app.example.com/", "token", value),
    );
    expect([[...searchParams], hash]).toEqual([[["token", value]], ""]);
  });
});
