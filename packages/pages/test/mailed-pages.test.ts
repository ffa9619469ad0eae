import { expect, it } from "vitest";
import { openWorld } from "./open-world.js";

const HOME = "https://app.example.com/start";
const dead = (path: string): string => `/api/auth/${path}?token=dead`;

it("mailed pages follow the look of the browser, then its languages", async () => {
  const world = await openWorld();
  const browser = world.newBrowser();
  const asked = { headers: { "accept-language": "fr" } };
  const page = await browser.ask("GET", dead("verify-email"), asked);
  expect(page.html).toContain('<html lang="fr" dir="ltr" data-theme="system">');
  await browser.send("/look", { theme: "dark", locale: "de" });
  for (const path of ["verify-email", "change-email/confirm", "magic-link/verify", "invitation"]) {
    const chosen = await browser.ask("GET", dead(path), asked);
    expect(chosen.html, path).toContain('<html lang="de" dir="ltr" data-theme="dark">');
  }
  const failed = await browser.ask("GET", "/api/auth/error?error=state_mismatch", asked);
  expect(failed.html).toContain('<html lang="de" dir="ltr" data-theme="dark">');
});

it("mailed pages of an account in another language stay in that of the browser", async () => {
  const world = await openWorld();
  const browser = world.newBrowser();
  await world.signIn(browser, "ada@example.com");
  await browser.send("/look", { locale: "ja" });
  const other = await world.newBrowser().open(dead("verify-email"));
  expect(other.html).toContain('<html lang="en" ');
});

it("mailed pages carry the stylesheet of the entry pages", async () => {
  const browser = await openWorld().then((world) => world.newBrowser());
  const [entry, mailed] = [await browser.open("/sign-in"), await browser.open(dead("invitation"))];
  const styleOf = (html: string) => /<style>(.*?)<\/style>/s.exec(html)?.[1];
  expect(styleOf(mailed.html)).toBe(styleOf(entry.html));
});

it.each([
  ["verify-email", "/me/sign-in", "Start again"],
  ["magic-link/verify", "/me/sign-in", "Start again"],
  ["change-email/confirm", "/me/account/email", "Start again"],
])("a dead link of %s begins again at %s", async (path, at, label) => {
  const world = await openWorld({ path: "/me", homeUrl: HOME });
  const page = await world.newBrowser().open(dead(path));
  expect([page.status, page.html.match(/<a /g)?.length]).toEqual([400, 1]);
  expect(page.html).toContain(
    `<a class="button primary wide" href="https://auth.example.com${at}">${label}</a>`,
  );
});

it("a dead invitation says who to ask, and leads to the application", async () => {
  const page = await openWorld({ homeUrl: HOME }).then((world) =>
    world.newBrowser().open(dead("invitation")),
  );
  expect(page.html).toContain("Ask the person who invited you for a new invitation.");
  expect(page.html).toContain(`<a class="button primary wide" href="${HOME}">Continue</a>`);
});

it("a sign-in that failed begins again at the page of signing in", async () => {
  const page = await openWorld({ homeUrl: HOME }).then((world) =>
    world.newBrowser().open("/api/auth/error?error=state_mismatch"),
  );
  expect(page.html).toContain('href="https://auth.example.com/sign-in"');
});
