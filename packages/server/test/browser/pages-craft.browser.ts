import { expect, it } from "vitest";
import { accessibilityFaults } from "./accessibility.js";
import { comeByCode } from "./pages-steps.js";
import { pagesFixture } from "./site-fixture.js";

const fixture = pagesFixture(true);

const SIGNED_OUT = ["/goodbye", "/nowhere"];
const SIGNED_IN = [
  ...["/account", "/account/email", "/account/security", "/account/security/passkeys/new"],
  ...["/account/security/password", "/account/sessions", "/account/sessions/end-others"],
  ...["/account/activity", "/account/data", "/account/deletion", "/account/preferences"],
  ...["/organizations", "/new-organization", "/confirm", "/sign-out"],
  ...["members", "invitations", "invitations/new", "settings", "transfer", "leave", "audit"].map(
    (page) => `/organizations/:slug/${page}`,
  ),
];

it(
  "every page, as the service serves it and its script leaves it, draws no complaint from axe or the browser",
  async () => {
    const person = await fixture.person({ viewport: { width: 320, height: 800 } });
    const { page } = person;
    const faults: string[] = [];
    const look = async (path: string) => {
      await person.open(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      faults.push(...(await accessibilityFaults(page)).map((fault) => `${path}: ${fault}`));
    };
    for (const path of SIGNED_OUT) await look(path);
    await comeByCode(person, fixture);
    await person.open("/new-organization");
    await person.fillIn({ Name: "craft" });
    await person.press("Create organization");
    await person.sees("Members");
    for (const path of SIGNED_IN) await look(path.replace(":slug", "craft"));
    expect(faults).toEqual([]);
  },
  // Axe takes two seconds of a busy machine for each.
  240_000,
);
