import { DAY, MINUTE } from "@acme/auth-core/surface";
import { describe, expect, it } from "vitest";
import {
  comeByCode,
  comeSignedUp,
  givePassword,
  SIGN_IN,
  signInByPassword,
  signOut,
} from "./pages-steps.js";
import { PASSWORD, type Person } from "./person.js";
import { pagesFixture, type SiteFixture, WITH_AND_WITHOUT_SCRIPT } from "./site-fixture.js";

/** Signed in as the same user in another browser. */
async function elsewhereAs({ email }: Person, fixture: SiteFixture): Promise<Person> {
  const other = await fixture.person();
  await other.open("/sign-in");
  await other.fillIn({ "Email address": email });
  await other.press("Continue");
  await other.follow("Use your password");
  await givePassword(other);
  await other.sees("Profile");
  return other;
}

describe.each(WITH_AND_WITHOUT_SCRIPT)("the account, %s,", (_name, hasScript) => {
  const fixture = pagesFixture(hasScript);

  it("signs out other devices, which see it on their next request", async () => {
    const person = await fixture.person();
    await comeSignedUp(person, fixture);
    const other = await elsewhereAs(person, fixture);
    const third = await elsewhereAs(person, fixture);
    await person.open("/account/sessions");
    const rows = person.page.getByRole("main").getByRole("listitem");
    expect(await rows.count()).toBe(3);
    await rows.first().getByText("This device").waitFor();
    await rows
      .nth(1)
      .getByRole("button", { name: /^Sign out/ })
      .click();
    await person.page.getByText("Signed out on that device").waitFor();
    expect(await fixture.sessions(person.email)).toHaveLength(2);
    await person.follow("Sign out of all other devices");
    await person.press("Sign out of all other devices");
    await person.page.getByText("You're signed out of all other devices.").waitFor();
    expect(await fixture.sessions(person.email)).toHaveLength(1);
    for (const each of [other, third]) {
      await each.follow("Security");
      await each.sees(SIGN_IN);
    }
  });

  it("changes the password with the current one, after a wrong one was refused at its field, and ends other sessions", async () => {
    const person = await fixture.person();
    const { page } = person;
    await comeSignedUp(person, fixture);
    const other = await elsewhereAs(person, fixture);
    await person.open("/account/security/password");
    const fill = { "Current password": "not the password", "New password": "quite another horse" };
    await person.fillIn(fill);
    await person.press("Change password");
    const field = page.getByLabel("Current password", { exact: true });
    await person.hasFocusOn(field.and(page.locator("[aria-invalid=true]")));
    expect(await field.inputValue()).toBe("");
    await person.fillIn({ ...fill, "Current password": PASSWORD });
    await person.press("Change password");
    await person.section("Password").getByText("Saved").waitFor();
    await other.follow("Security");
    await other.sees(SIGN_IN);
    await signOut(person);
    await signInByPassword(person, "quite another horse");
    await person.sees("Profile");
  });

  it("has a copy of the data prepared, and downloads it", async () => {
    const person = await fixture.person();
    const { page } = person;
    await comeSignedUp(person, fixture);
    await person.open("/account/data");
    await person.press("Prepare a copy");
    const copies = person.section("Your data");
    await copies.getByText("Being prepared").waitFor();
    await fixture.service.auth.worker.runDue();
    // The script looks again by itself.
    if (!hasScript) await copies.getByRole("link", { name: "Check again" }).click();
    await copies.getByText("Ready", { exact: true }).waitFor();
    const downloaded = page.waitForEvent("download");
    await copies.getByRole("link", { name: "Download" }).click();
    expect((await downloaded).suggestedFilename()).toMatch(/\.json$/);
  });

  it("is deleted with the password when the grace is over, unless its user keeps it, which every page offers", async () => {
    const person = await fixture.person();
    const { page } = person;
    await comeSignedUp(person, fixture);
    const ask = async () => {
      await person.open("/account/deletion");
      await person.fillIn({ Password: "not the password" });
      await person.press("Delete account");
      const field = page.getByLabel("Password", { exact: true });
      await person.hasFocusOn(field.and(page.locator("[aria-invalid=true]")));
      await person.fillIn({ Password: PASSWORD });
      await person.press("Delete account");
      await person.section("Delete account").getByText("Your account will be deleted on").waitFor();
    };
    await ask();
    await person.follow("Devices");
    await person.sees("Devices");
    await person.press("Keep my account");
    await page.getByText("Your account stays.").waitFor();
    await person.sees("Devices");
    await ask();
    fixture.service.clock.advance(31 * DAY);
    await fixture.service.auth.worker.runDue();
    expect(await fixture.user(person.email)).toBeNull();
    await person.open("/account");
    await person.sees(SIGN_IN);
  });

  it("leads to the sign-in when the session has ended in another tab, and back to the page of the form", async () => {
    const person = await fixture.person();
    await comeByCode(person, fixture);
    const otherTab = await person.context.newPage();
    await otherTab.goto(`${fixture.origin}/account/sessions`);
    await otherTab.getByRole("button", { name: "Account menu" }).click();
    await otherTab.getByRole("button", { name: "Sign out", exact: true }).click();
    await otherTab.getByRole("heading", { level: 1, name: SIGN_IN }).waitFor();
    fixture.service.clock.advance(MINUTE);

    await person.fillIn({ Name: "Countess of Lovelace" });
    await person.press("Save");
    await person.sees(SIGN_IN);
    expect(await fixture.user(person.email)).toMatchObject({ name: "Ada Lovelace" });
    const next = new URL(person.page.url()).searchParams.get("next");
    expect(next).toContain("/account");
  });

  it("shows nothing of itself to a person who goes back after the sign-out", async () => {
    const person = await fixture.person();
    await comeByCode(person, fixture);
    await person.open("/account/sessions");
    await person.sees("Devices");
    await signOut(person);
    await person.page.goBack();
    await person.sees(SIGN_IN);
    expect(await person.page.getByText("This device").count()).toBe(0);
  });
});

describe.each(WITH_AND_WITHOUT_SCRIPT)("without a grace period, %s,", (_name, hasScript) => {
  const fixture = pagesFixture(hasScript, { policy: { deletionGraceDays: 0 } });

  it("an account is deleted at once, which is said before and after", async () => {
    const person = await fixture.person();
    await comeSignedUp(person, fixture);
    await person.open("/account/data");
    await person.follow("Delete account");
    await person.page.getByText("This can't be undone.").first().waitFor();
    await person.fillIn({ Password: PASSWORD });
    await person.press("Delete account");
    await person.sees("Your account has been deleted.");
    await fixture.service.auth.worker.runDue();
    expect(await fixture.user(person.email)).toBeNull();
    expect((await person.context.cookies()).map(({ name }) => name)).not.toContain("session");
  });
});
