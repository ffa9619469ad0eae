import { expect, it } from "vitest";
import { servedWorld } from "./served-world.js";

const running = servedWorld();
const EMAIL = "ada@example.com";
const CONTROLS = "main input[name=email], main button[type=submit]";

it("a first visit shows heading and controls while no file has arrived", async () => {
  const { context } = await running().visitor();
  const page = await context.newPage();
  let arrive = (): void => {};
  const files = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/assets/**", (route) => files.then(() => route.continue()));
  await page.goto("/sign-in", { waitUntil: "commit" });
  await page.locator("h1").waitFor();
  await page.locator(CONTROLS).first().waitFor();
  await expect
    .poll(() => page.evaluate("performance.getEntriesByName('first-contentful-paint').length"))
    .toBe(1);
  const width = await page.evaluate<number>("document.querySelector('main').clientWidth");
  expect(width, "it is laid out").toBeLessThanOrEqual(400);
  arrive();
  await context.close();
});

it("Back shows nothing of an account that was signed out of", async () => {
  const site = running();
  const { context } = await site.visitor();
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.locator("input[name=email]").fill(EMAIL);
  await page.locator("form[action='/sign-in'] button").click();
  await page.waitForURL("**/sign-in/code");
  await page.locator("input[name=code]").fill(await site.world.codeFor(EMAIL));
  await page.waitForURL("**/welcome");
  await page.goto("/account/sessions");
  expect(await page.content()).toContain(EMAIL);
  await page.goto("/sign-out");
  await page.locator("main form[action='/sign-out'] button").click();
  await page.waitForURL("**/sign-in");
  for (let back = 0; back < 2; back++) {
    await page.goBack({ waitUntil: "load" });
    expect(await page.content()).not.toContain(EMAIL);
  }
  await context.close();
});
