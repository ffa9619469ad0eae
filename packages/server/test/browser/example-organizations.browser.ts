import { DAY } from "@acme/auth-core/surface";
import { describe, expect, it } from "vitest";
import { exampleFixture } from "./example-fixture.js";
import {
  colleague,
  dialogOf,
  found,
  founder,
  goToPage,
  organizationOf,
  placeOf,
  rolesIn,
} from "./example-organization.js";
import { PASSWORD } from "./person.js";

const fixture = exampleFixture();

describe("an organization", () => {
  it("is begun by anybody, under a short name that is free, and is worked in at once", async () => {
    const other = await founder(fixture, "Taken Works");
    const person = await fixture.person();
    await person.comeSignedUp();
    expect(await placeOf(person).count()).toBe(0);
    await person.page.getByRole("link", { name: "Organization", exact: true }).click();
    await person.sees("Your organizations");
    await person
      .section("Where you work")
      .getByText("You are not in an organization yet.")
      .waitFor();
    await person.fillIn({ "Name of the organization": "Free Works", "Short name": "taken-works" });
    await person.press("Create organization");
    const shortName = person.page.getByLabel("Short name", { exact: true });
    await person.hasFocusOn(shortName.and(person.page.locator("[aria-invalid=true]")));
    await person.section("New organization").getByText("This short name is taken.").waitFor();
    await person.fillIn({ "Short name": "free-works" });
    await person.press("Create organization");
    await person.sees("Free Works");
    expect(await person.notice()).toContain("Free Works is created, and you are its owner.");
    await placeOf(person).getByText("Free Works").waitFor();
    await person.page.getByText("You are an owner of this organization.").waitFor();
    expect(await rolesIn(fixture, "Free Works")).toEqual({ [person.email]: "owner" });
    expect(await rolesIn(fixture, "Taken Works")).toEqual({ [other.email]: "owner" });
  });

  it("is switched to from another; a page that is still open elsewhere stays with its own", async () => {
    const person = await founder(fixture, "First Place");
    await found(person, "Second Place");
    const elsewhere = await person.context.newPage();
    await elsewhere.goto(`${fixture.origin}/organization/settings`);
    await elsewhere.getByRole("heading", { level: 1, name: "Settings" }).waitFor();

    await placeOf(person).click();
    await person.sees("Your organizations");
    await person
      .section("Where you work")
      .getByRole("listitem")
      .filter({ hasText: "Second Place" })
      .getByText("Current", { exact: true })
      .waitFor();
    await person.press("Switch to First Place (first-place)");
    await person.sees("First Place");
    expect(await person.notice()).toContain("You now work in First Place.");
    await person.page.reload();
    await person.sees("First Place");
    expect(await person.page.getByText("You now work in First Place.").count()).toBe(0);

    await elsewhere.getByLabel("Short name", { exact: true }).fill("second-home");
    const [saved] = await Promise.all([
      elsewhere.waitForResponse((response) => response.request().method() === "PATCH"),
      elsewhere.getByRole("button", { name: "Save details" }).click(),
    ]);
    expect(saved.status()).toBe(200);
    expect(await fixture.service.store.organizations.findBySlug("second-home")).toMatchObject({
      name: "Second Place",
    });
    expect(await organizationOf(fixture, "First Place")).toMatchObject({
      name: "First Place",
      slug: "first-place",
    });
  });

  it("is renamed by those who may; others read what it is called", async () => {
    const owner = await founder(fixture, "Old Name");
    const member = await colleague(fixture, "Old Name", "member");
    await goToPage(member, "Settings");
    expect(await member.page.getByLabel("Name of the organization").count()).toBe(0);
    await member.section("Details").getByText("old-name").waitFor();
    await goToPage(owner, "Settings");
    await owner.fillIn({ "Name of the organization": "New Name" });
    await owner.press("Save details");
    expect(await owner.notice()).toContain("The details are saved.");
    await placeOf(owner).getByText("New Name").waitFor();
    await goToPage(member, "Members");
    await member.sees("New Name");
  });

  it("is left, but not by its last owner, who is told why if the other owner left meanwhile", async () => {
    const owner = await founder(fixture, "Left Behind");
    const member = await colleague(fixture, "Left Behind", "owner");
    for (const person of [owner, member]) await goToPage(person, "Settings");
    await member.press("Leave the organization");
    await member.press("Leave");
    await member.sees("Your organizations");
    expect(await member.notice()).toContain("You left Left Behind.");
    expect(await placeOf(member).count()).toBe(0);
    await owner.press("Leave the organization");
    await owner.press("Leave");
    await dialogOf(owner, "Leave Left Behind?")
      .getByText("An organization needs an owner.")
      .waitFor();
    await owner.press("Cancel");
    await owner.hasFocusOn(owner.page.getByRole("button", { name: "Leave the organization" }));
    expect(await rolesIn(fixture, "Left Behind")).toEqual({ [owner.email]: "owner" });
  });

  it("is deleted after a question and, in a stale session, another sign-in; only owners are offered it", async () => {
    const owner = await founder(fixture, "Short Lived");
    const admin = await colleague(fixture, "Short Lived", "admin");
    for (const person of [owner, admin]) await goToPage(person, "Settings");
    await admin.section("Leave").waitFor();
    expect(await admin.page.getByRole("button", { name: "Delete the organization" }).count()).toBe(
      0,
    );
    fixture.service.clock.advance(DAY);
    await owner.press("Delete the organization");
    await dialogOf(owner, "Delete Short Lived?").getByRole("button", { name: "Cancel" }).click();
    await organizationOf(fixture, "Short Lived");
    await owner.press("Delete the organization");
    await owner.press("Delete organization");
    const again = dialogOf(owner, "Confirm that it is you");
    await again.getByText(`To delete Short Lived, sign in once more as ${owner.email}.`).waitFor();
    await organizationOf(fixture, "Short Lived");
    await again.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await owner.press("Continue");
    await owner.sees("Your organizations");
    expect(await owner.notice()).toContain("Short Lived is deleted.");
    expect(await fixture.service.store.organizations.findBySlug("short-lived")).toBeNull();
    await admin.press("Leave the organization");
    await admin.press("Leave");
    await dialogOf(admin, "Leave Short Lived?")
      .getByText("There is no such organization.")
      .waitFor();
  });
});
