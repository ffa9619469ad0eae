import { createServer } from "node:http";
import { portOf } from "@acme/auth-testing/port-of";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { servedWorld } from "./served-world.js";

const served = servedWorld();
let markup = "";
const other = createServer((_request, response) => {
  response.setHeader("content-type", "text/html").end(`<!doctype html>${markup}`);
});
beforeAll(() => new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening)));
afterAll(() => {
  other.close();
  other.closeAllConnections();
});

/** Shows markup on another site: an IP address, where the pages are at `localhost`. */
async function openOtherSite(html: string): Promise<Page> {
  markup = html;
  const { context } = await served().visitor();
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${portOf(other)}`);
  return page;
}

it("another site that opens a page has no hold on its window, nor the page on that of the site", async () => {
  const url = `${served().origin}/sign-in`;
  const page = await openOtherSite(
    `<button onclick="opened = window.open('${url}')">Open</button>`,
  );
  const opening = page.waitForEvent("popup");
  await page.getByRole("button").click();
  const opened = await opening;
  await opened.getByRole("heading", { level: 1 }).waitFor();
  expect(await opened.evaluate("opener")).toBeNull();
  expect(await page.evaluate("opened.closed")).toBe(true);
});

it("another site that frames a page shows nothing of it", async () => {
  const page = await openOtherSite(`<iframe src="${served().origin}/sign-in"></iframe>`);
  const frame = page.frames().find((each) => each !== page.mainFrame());
  await expect.poll(() => frame?.url()).toMatch(/^chrome-error:/);
  expect(await page.frameLocator("iframe").getByRole("heading").count()).toBe(0);
});
