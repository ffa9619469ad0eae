import { expect, it } from "vitest";
import { accessibilityFaults } from "./accessibility.js";
import { comeByCode } from "./pages-steps.js";
import { overhang } from "./painted-page.js";
import { pagesFixture } from "./site-fixture.js";

const fixture = pagesFixture(true);

const SIGNED_OUT = ["/sign-in", "/forgot-password", "/goodbye", "/nowhere"];
const SIGNED_IN = [
  ...["/account", "/account/email", "/account/security", "/account/security/passkeys/new"],
  ...["/account/security/password", "/account/sessions", "/account/sessions/end-others"],
  ...["/account/activity", "/account/data", "/account/deletion", "/account/preferences"],
  ...["/organizations", "/new-organization", "/confirm", "/sign-out"],
  ...["members", "invitations", "invitations/new", "settings", "transfer", "leave", "audit"].map(
    (page) => `/organizations/:slug/${page}`,
  ),
];

it.each(["light", "dark"] as const)(
  "every page, as the service serves it, has one heading that its title says, fits a narrow window, and draws no complaint from axe or the browser, in %s",
  async (colorScheme) => {
    const person = await fixture.person({ colorScheme, viewport: { width: 320, height: 800 } });
    const { page } = person;
    const faults: string[] = [];
    const look = async (path: string) => {
      await person.open(path);
      const heading = await page.getByRole("heading", { level: 1 }).innerText();
      if (!(await page.title()).startsWith(heading)) faults.push(`${path}: title`);
      if ((await overhang(page)) > 0) faults.push(`${path}: too wide`);
      faults.push(...(await accessibilityFaults(page)).map((fault) => `${path}: ${fault}`));
    };
    for (const path of SIGNED_OUT) await look(path);
    await comeByCode(person, fixture);
    const slug = `axe-${colorScheme}`;
    await person.open("/new-organization");
    await person.fillIn({ Name: slug });
    await person.press("Create organization");
    await person.sees("Members");
    for (const path of SIGNED_IN) await look(path.replace(":slug", slug));
    expect(faults).toEqual([]);
  },
  // Axe takes two seconds of a busy machine for each.
  240_000,
);
