import { expect, it } from "vitest";
import { openAccount, sectionText } from "../../../test/account-world.js";

it("language and theme are chosen, and the page comes back in them", async () => {
  const { browser } = await openAccount();
  const page = await browser.open("/account/preferences");
  expect([page.heading, sectionText(page.html, "language")]).toEqual([
    "Preferences",
    expect.stringMatching(/English Deutsch Français Español 日本語 Save/),
  ]);
  const german = await browser.submit(page, "/look", { locale: "de" });
  expect([german.url, german.heading]).toEqual(["/account/preferences", "Sprache und Darstellung"]);
  expect(german.html).toMatch(/value="de" checked/);
  const dark = await browser.submit(german, "/look", { theme: "dark" });
  expect(dark.heading).toBe("Sprache und Darstellung");
  expect(dark.html).toContain('data-theme="dark"');
  expect(dark.html).toMatch(/value="dark" checked/);
});
