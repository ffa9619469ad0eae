import { describe, expect, it } from "vitest";
import { browserFixture } from "./fixture.js";
import { signUp } from "./mailed-links.js";

/** What a page may do with an address short of a script's fetch, each as markup. */
const OPENINGS: Readonly<Record<string, (link: string) => string>> = {
  "a prefetch": (link) => `<link rel="prefetch" href="${link}">`,
  "a prefetch that asks as a script would": (link) =>
    `<link rel="prefetch" crossorigin="use-credentials" href="${link}">`,
  "a speculative prefetch": (link) =>
    `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${link}"],"eagerness":"immediate"}]}</script>`,
  "a speculative rendering": (link) =>
    `<script type="speculationrules">{"prerender":[{"source":"list","urls":["${link}"],"eagerness":"immediate"}]}</script>`,
  "an image": (link) => `<img src="${link}">`,
  "an image that asks as a script would": (link) =>
    `<img crossorigin="use-credentials" src="${link}">`,
  "a frame": (link) => `<iframe src="${link}"></iframe>`,
  "an object": (link) => `<object data="${link}"></object>`,
  "a style sheet": (link) => `<link rel="stylesheet" href="${link}">`,
  "a script": (link) => `<script src="${link}"></script>`,
  "a module": (link) =>
    `<script type="module" crossorigin="use-credentials" src="${link}"></script>`,
  "a video": (link) => `<video preload="auto" src="${link}"></video>`,
  "a beacon": (link) => `<script>navigator.sendBeacon("${link}")</script>`,
  "a refresh": (link) => `<meta http-equiv="refresh" content="0;url=${link}">`,
  "a new window": (link) => `<script>open("${link}")</script>`,
};

describe.each([
  ["the front end's origin", { sharedOrigin: false, at: "origin" }],
  ["the service's own origin", { sharedOrigin: true, at: "origin" }],
  ["a stranger's origin, as that of a web mailer,", { sharedOrigin: false, at: "hostileOrigin" }],
] as const)("a page at %s", (_where, { sharedOrigin, at }) => {
  const fixture = browserFixture({ sharedOrigin });

  it.each(Object.entries(OPENINGS))("uses no token by %s", async (_name, markup) => {
    const mailed = await signUp(fixture.service);
    fixture.front.show("/opening", markup(mailed.link));
    const { page, context } = await fixture.visitor();
    const exchange = fixture.traffic.next(
      ({ url }) => url.searchParams.get("token") === mailed.token,
    );
    await page.goto(`${fixture.front[at]}/opening`, { waitUntil: "commit" });
    expect((await exchange).setCookies).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    expect(await mailed.isUsed()).toBe(false);
    expect(
      (await fixture.service.agent().post("/api/v1/auth/verify-email", { token: mailed.token }))
        .status,
    ).toBe(200);
    expect(await mailed.isUsed()).toBe(true);
  });

  it("uses no token by a click on the link, and can follow it with the button only", async () => {
    const mailed = await signUp(fixture.service);
    fixture.front.show("/mail", `<a href="${mailed.link}">Confirm my address</a>`);
    const { page } = await fixture.visitor();
    await page.goto(`${fixture.front[at]}/mail`);
    await page.getByRole("link").click();
    await page.getByRole("heading", { name: "Confirm your email address" }).waitFor();
    expect(await mailed.isUsed()).toBe(false);
    await page.getByRole("button").click();
    await page.getByRole("heading", { name: "Your email address is verified" }).waitFor();
    expect(await mailed.isUsed()).toBe(true);
  });

  it("cannot put the button into a frame of its own", async () => {
    const mailed = await signUp(fixture.service);
    fixture.front.show("/frame", `<iframe src="${mailed.link}"></iframe>`);
    const { page, complaints } = await fixture.visitor();
    await page.goto(`${fixture.front[at]}/frame`);
    await page.waitForLoadState("networkidle");
    expect(
      await page
        .frameLocator("iframe")
        .getByRole("button", { name: "Confirm this email address" })
        .count(),
    ).toBe(0);
    expect(complaints.join()).toContain("frame-ancestors");
  });
});
