import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { servedWorld } from "./served-world.js";

const running = servedWorld({ auth: { appName: "Nordlicht" } });
const STUDIO = "Nordlicht Studio";

/** Photographs a page where the run asks for it. */
async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  for (const theme of ["light", "dark"] as const)
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 800 });
      const path = join(folder, `${name}-${theme}-${width}.png`);
      await page.screenshot({ path, fullPage: true });
    }
}

/** Opens a browser in which a person has signed in by code, and said what to call them. */
async function enter(email: string, name: string): Promise<Page> {
  const { context } = await running().visitor({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.fill("[name=email]", email);
  await page.click("main .primary");
  await page.waitForURL("**/sign-in/code");
  await page.fill("[name=code]", await running().world.codeFor(email));
  await page.click("main .primary");
  await page.waitForURL("**/welcome");
  await page.fill("[name=name]", name);
  await page.click("[value=later]");
  await page.waitForURL("**/account");
  return page;
}

async function invite(mia: Page, slug: string, email: string): Promise<string> {
  await mia.goto(`/organizations/${slug}/invitations/new`);
  await mia.fill("[name=emails]", email);
  await mia.click("main .primary");
  await mia.waitForURL("**/invitations");
  const { world } = running();
  await world.auth.settle({ within: 10_000 });
  return world.inbox.linkFor(email);
}

describe.each([
  ["without script", false],
  ["with script", true],
])("an invitation, %s", (what, javaScriptEnabled) => {
  const name = javaScriptEnabled ? "on" : "off";
  const slug = `studio-${name}`;

  it("leads over a code to the members, for another user too", async () => {
    const mia = await enter(`mia-${name}@example.com`, "Mia Berg");
    await mia.goto("/new-organization");
    await mia.fill("[name=name]", STUDIO);
    await mia.click("summary");
    await mia.fill("[name=slug]", slug);
    await mia.click("main .primary");
    await mia.waitForURL("**/members");
    const nora = `nora-${name}@example.com`;
    const link = await invite(mia, slug, nora);

    const { context, complaints } = await running().visitor({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(link);
    await photograph(page, `mailed-${name}`);
    await page.click(`text=Join as ${nora}`);
    await page.waitForURL("**/sign-in/code");
    expect(await page.title()).toBe(`Join ${STUDIO} – Nordlicht`);
    await photograph(page, `code-${name}`);
    await page.fill("[name=code]", await running().world.codeFor(nora));
    if (!javaScriptEnabled) await page.click("main .primary");
    await page.waitForURL("**/welcome");
    expect(await page.textContent("main")).toContain(`You've joined ${STUDIO} as a member.`);
    await photograph(page, `welcome-${name}`);
    await page.fill("[name=name]", "Nora Lind");
    await page.click("[value=later]");
    await page.waitForURL(`**/organizations/${slug}/members`);
    await photograph(page, `members-${name}`);

    const ada = `ada-${name}@example.com`;
    await page.goto(await invite(mia, slug, ada));
    expect(await page.textContent("main")).toContain(`You're signed in as ${nora}.`);
    await photograph(page, `other-${name}`);
    await page.click(`text=Sign out and continue as ${ada}`);
    await page.waitForURL("**/sign-in/code");
    expect(complaints, what).toEqual([]);
    // The browser complains of the status of this one: 404.
    await page.goto(`/invitation?token=${new URL(link).searchParams.get("token") ?? ""}`);
    expect(await page.textContent("h1")).toBe("This invitation has ended");
    await photograph(page, `gone-${name}`);
    expect(running().world.breaches).toEqual([]);
  });
});

it("an invitation waits in the switcher, at the menu and below the bar", async () => {
  const ben = await enter("ben@example.com", "Ben");
  const mia = await enter("max@example.com", "Max Holm");
  await mia.goto("/new-organization");
  await mia.fill("[name=name]", "Sternwarte");
  await mia.click("summary");
  await mia.fill("[name=slug]", "stars");
  await mia.click("main .primary");
  await mia.waitForURL("**/members");
  await invite(mia, "stars", "ben@example.com");
  await ben.goto("/account/preferences");
  expect(await ben.textContent(".banner")).toContain("Max Holm invited you to join Sternwarte.");
  expect(await ben.getAttribute(".bar-count", "aria-label")).toBe("1 invitation is waiting");
  await ben.click(".switcher");
  await photograph(ben, "switcher");
  await ben.click("#switcher >> text=Sternwarte");
  await ben.waitForURL("**/organizations");
  await ben.click("main >> text=Join");
  await ben.waitForURL("**/members");
  expect(await ben.locator(".banner, .bar-count").count()).toBe(0);
});
