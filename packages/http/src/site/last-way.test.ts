import { expect, it } from "vitest";
import { lastWay } from "./last-way.js";
import { createSite } from "./site.js";

const serviceUrl = "https://auth.example.com";

it("the way of a sign-in is kept for pages, and for no other front end", () => {
  const own = createSite({ serviceUrl, pages: "/" });
  expect(lastWay("link", own)).toEqual({ pageCookies: { "last-way": "link" } });
  const other = createSite({ serviceUrl, appUrl: "https://app.example.com" });
  expect(lastWay("link", other)).toEqual({});
});
