import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DAY, MINUTE, type EmailAddress } from "@acme/auth-core";
import {
  colleague,
  enlistStranger,
  found,
  founder,
  memberRow,
  organizationOf,
  rolesIn,
} from "./example-organization.js";
import { openExampleFixture, type ExampleFixture } from "./example-fixture.js";
import { PASSWORD, type Person } from "./person.js";

let fixture: ExampleFixture;
beforeAll(async () => {
  fixture = await openExampleFixture();
});
afterEach(async () => {
  expect(fixture.service.breaches).toEqual([]);
  expect(await fixture.clear()).toEqual([]);
});
afterAll(() => fixture.close());

const dialogOf = ({ page }: Person, name: string) =>
  page.getByRole("dialog", { name, exact: true });
const placeOf = ({ page }: Person) => page.getByRole("link", { name: /: switch organization$/ });

describe("an organization", () => {
  it("is begun by anybody, under a short name that is free, and is worked in at once", async () => {
    const other = await founder(fixture, "Taken Works");
    const person = await fixture.person();
    await person.comeSignedUp();
    expect(await placeOf(person).count()).toBe(0);
    await person.page.getByRole("link", { name: "Organization", exact: true }).click();
    await person.sees("Your organizations");
    await person.section("Where you work").getByText("You are in no organization yet.").waitFor();
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
    await elsewhere.goto(`${fixture.origin}/organization`);
    await elsewhere.getByRole("heading", { level: 1, name: "Second Place" }).waitFor();

    await placeOf(person).click();
    await person.sees("Your organizations");
    await person
      .section("Where you work")
      .getByRole("listitem")
      .filter({ hasText: "Second Place" })
      .getByText("Now", { exact: true })
      .waitFor();
    await person.press("Switch to First Place (first-place)");
    await person.sees("First Place");
    expect(await person.notice()).toContain("You work in First Place now.");
    await person.page.reload();
    await person.sees("First Place");
    expect(await person.page.getByText("You work in First Place now.").count()).toBe(0);

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
    expect(await member.page.getByLabel("Name of the organization").count()).toBe(0);
    await member.section("Details").getByText("old-name").waitFor();
    await owner.fillIn({ "Name of the organization": "New Name" });
    await owner.press("Save details");
    await owner.sees("New Name");
    expect(await owner.notice()).toContain("The details are saved.");
    await placeOf(owner).getByText("New Name").waitFor();
    await member.page.reload();
    await member.sees("New Name");
  });

  it("is left, but not by its last owner, who is told why", async () => {
    const owner = await founder(fixture, "Left Behind");
    const member = await colleague(fixture, "Left Behind", "member");
    await owner.press("Leave the organization");
    await owner.press("Leave");
    await dialogOf(owner, "Leave Left Behind?")
      .getByText("An organization needs an owner.")
      .waitFor();
    await owner.press("Cancel");
    await owner.hasFocusOn(owner.page.getByRole("button", { name: "Leave the organization" }));

    await member.press("Leave the organization");
    await member.press("Leave");
    await member.sees("Your organizations");
    expect(await member.notice()).toContain("You left Left Behind.");
    expect(await placeOf(member).count()).toBe(0);
    expect(await rolesIn(fixture, "Left Behind")).toEqual({ [owner.email]: "owner" });
  });

  it("is deleted after a question and, in a stale session, another sign-in; only owners are offered it", async () => {
    const owner = await founder(fixture, "Short Lived");
    const admin = await colleague(fixture, "Short Lived", "admin");
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

describe("members", () => {
  it("are shown some at a time, and the focus goes to the first of those that came", async () => {
    const owner = await founder(fixture, "Big House");
    for (let number = 1; number <= 21; number++) {
      await enlistStranger(fixture, "Big House", {
        email: `guest${number}@example.com` as EmailAddress,
        name: `Guest ${number}`,
      });
    }
    await owner.page.reload();
    const rows = owner.section("Members").getByRole("listitem");
    await rows.nth(19).waitFor();
    expect(await rows.count()).toBe(20);
    await owner.press("Show more");
    await owner.hasFocusOn(rows.nth(20));
    expect(await rows.count()).toBe(22);
    expect(await owner.page.getByRole("button", { name: "Show more" }).count()).toBe(0);
  });

  it("are given roles by owners; admins deal with everybody but owners, and members with nobody", async () => {
    const owner = await founder(fixture, "Ranks");
    const [admin, member] = [
      await colleague(fixture, "Ranks", "admin"),
      await colleague(fixture, "Ranks", "member"),
    ];
    await memberRow(member, owner).waitFor();
    expect(await member.section("Members").getByRole("button").count()).toBe(0);
    expect(await member.section("Invitations").count()).toBe(0);
    await admin.page.reload();
    await memberRow(admin, member).waitFor();
    expect(await memberRow(admin, owner).getByRole("button").count()).toBe(0);
    await memberRow(admin, member)
      .getByRole("button", { name: /^Change role/ })
      .click();
    const role = dialogOf(admin, "Role of Ada Lovelace").getByLabel("New role", { exact: true });
    expect(await role.getByRole("option").allInnerTexts()).toEqual(["Admin", "Member"]);
    await role.selectOption("admin");
    await admin.press("Save role");
    await admin
      .section("Members")
      .getByText(`Ada Lovelace (${member.email}) is an admin now.`)
      .waitFor();
    await admin.hasFocusOn(memberRow(admin, member));
    await memberRow(admin, member).getByText("Admin", { exact: true }).waitFor();

    await owner.page.reload();
    await owner.press(`Change role of Ada Lovelace (${member.email})`);
    await dialogOf(owner, "Role of Ada Lovelace")
      .getByLabel("New role", { exact: true })
      .selectOption("owner");
    await owner.press("Save role");
    await memberRow(owner, member).getByText("Owner", { exact: true }).waitFor();
    expect(await rolesIn(fixture, "Ranks")).toEqual({
      [owner.email]: "owner",
      [admin.email]: "admin",
      [member.email]: "owner",
    });
  });

  it("become owners only by somebody who has signed in lately: a day later the page asks for that first, and goes on", async () => {
    const owner = await founder(fixture, "Two Heads");
    const member = await colleague(fixture, "Two Heads", "member");
    await owner.page.reload();
    fixture.service.clock.advance(DAY);
    await owner.press(`Change role of Ada Lovelace (${member.email})`);
    await dialogOf(owner, "Role of Ada Lovelace")
      .getByLabel("New role", { exact: true })
      .selectOption("owner");
    await owner.press("Save role");
    await dialogOf(owner, "Confirm that it is you")
      .getByLabel("Password", { exact: true })
      .fill(PASSWORD);
    await owner.press("Continue");
    await memberRow(owner, member).getByText("Owner", { exact: true }).waitFor();
    expect(await owner.page.getByRole("dialog").count()).toBe(0);
    expect(await rolesIn(fixture, "Two Heads")).toEqual({
      [owner.email]: "owner",
      [member.email]: "owner",
    });
  });

  it("who lost a role meanwhile are refused in words, and see a page that fits the next time", async () => {
    const owner = await founder(fixture, "Demotions");
    const [admin, member] = [
      await colleague(fixture, "Demotions", "admin"),
      await colleague(fixture, "Demotions", "member"),
    ];
    await admin.page.reload();
    await memberRow(admin, member).waitFor();
    await owner.page.reload();
    await owner.press(`Change role of Ada Lovelace (${admin.email})`);
    await dialogOf(owner, "Role of Ada Lovelace")
      .getByLabel("New role", { exact: true })
      .selectOption("member");
    await owner.press("Save role");
    await memberRow(owner, admin).getByText("Member", { exact: true }).waitFor();

    await admin.press(`Remove Ada Lovelace (${member.email})`);
    await admin.press("Remove member");
    await dialogOf(admin, "Remove Ada Lovelace?")
      .getByText("Your role does not allow this.")
      .waitFor();
    await admin.press("Cancel");
    expect(Object.keys(await rolesIn(fixture, "Demotions"))).toHaveLength(3);
    await admin.page.reload();
    await admin.page.getByText("You are a member of this organization.").waitFor();
    expect(await admin.page.getByRole("button", { name: /^Remove/ }).count()).toBe(0);
  });

  it("are removed after a question, and work there no more", async () => {
    const owner = await founder(fixture, "Removals");
    const member = await colleague(fixture, "Removals", "member");
    await owner.page.reload();
    await owner.press(`Remove Ada Lovelace (${member.email})`);
    await owner.press("Remove member");
    await owner
      .section("Members")
      .getByText(`Ada Lovelace (${member.email}) is not a member any more.`)
      .waitFor();
    await owner.hasFocusOn(owner.page.getByRole("heading", { name: "Members" }));
    expect(await memberRow(owner, member).count()).toBe(0);
    expect(await rolesIn(fixture, "Removals")).toEqual({ [owner.email]: "owner" });
    await member.page.reload();
    await member.sees("Your organizations");
  });
});

describe("the ownership is transferred in a stale session", () => {
  const asks = async (name: string) => {
    const owner = await founder(fixture, name);
    const heir = await colleague(fixture, name, "member");
    await owner.page.reload();
    fixture.service.clock.advance(DAY);
    await owner.press(`Transfer ownership to Ada Lovelace (${heir.email})`);
    await owner.press("Transfer");
    await dialogOf(owner, "Confirm that it is you")
      .getByText(`To transfer the ownership, sign in once more as ${owner.email}.`)
      .waitFor();
    expect(await rolesIn(fixture, name)).toMatchObject({
      [owner.email]: "owner",
      [heir.email]: "member",
    });
    return { owner, heir };
  };
  const expectTransferred = async (
    name: string,
    { owner, heir }: Awaited<ReturnType<typeof asks>>,
  ) => {
    await owner.page.getByText("You are an admin of this organization.").waitFor();
    expect(await owner.notice()).toContain(
      `Ada Lovelace (${heir.email}) is the owner now, and you are an admin.`,
    );
    expect(await rolesIn(fixture, name)).toEqual({ [owner.email]: "admin", [heir.email]: "owner" });
    expect(await owner.page.getByRole("button", { name: /^Transfer ownership/ }).count()).toBe(0);
  };

  it("after the password", async () => {
    const people = await asks("Inheritance");
    await dialogOf(people.owner, "Confirm that it is you")
      .getByLabel("Password", { exact: true })
      .fill(PASSWORD);
    await people.owner.press("Continue");
    await expectTransferred("Inheritance", people);
  });

  it("after a mailed link, which comes back to the button and waits for a click", async () => {
    const people = await asks("Estate");
    const { owner, heir } = people;
    await owner.press("Mail me a link");
    await dialogOf(owner, "Confirm that it is you")
      .getByText(`We sent a link to ${owner.email}.`)
      .waitFor();
    await owner.page.goto(await fixture.mailedLink(owner.email));
    await owner.page.getByRole("button").click();
    await owner.sees("Estate");
    const button = owner.page.getByRole("button", {
      name: `Continue transferring ownership to Ada Lovelace (${heir.email})`,
    });
    await owner.hasFocusOn(button);
    expect(await rolesIn(fixture, "Estate")).toMatchObject({ [owner.email]: "owner" });
    expect(owner.page.url()).toBe(`${fixture.origin}/organization`);
    await button.click();
    await owner.press("Transfer");
    await expectTransferred("Estate", people);
  });
});

describe("the audit log", () => {
  it("tells in words what happened and who did it, some at a time", async () => {
    const owner = await founder(fixture, "Annals");
    const member = await colleague(fixture, "Annals", "member");
    for (let change = 1; change <= 20; change++) {
      await owner.fillIn({ "Name of the organization": `Annals ${change}` });
      await owner.press("Save details");
      await owner.sees(`Annals ${change}`);
      // Equal changes are entered once in ten minutes.
      fixture.service.clock.advance(10 * MINUTE);
    }
    await owner.press(`Remove Ada Lovelace (${member.email})`);
    await owner.press("Remove member");
    await memberRow(owner, member).waitFor({ state: "detached" });
    await owner.page.getByRole("link", { name: "See the audit log" }).click();
    await owner.sees("Audit log");
    const entries = owner.section("What happened in Annals 20").getByRole("listitem");
    await entries.nth(19).waitFor();
    await owner.press("Show more");
    await owner.hasFocusOn(entries.nth(20));
    const told = (await entries.allInnerTexts()).map((text) => text.split("\n"));
    const what = told.map(([words]) => words);
    for (const words of [
      "Organization created",
      "Joined the organization as an owner",
      "Details of the organization changed",
      "Removed a member",
    ])
      expect(what).toContain(words);
    expect(what.filter((words) => /[._]/.test(words!))).toEqual([]);
    expect(told.filter((lines) => !lines.join(" ").includes("Ada Lovelace"))).toEqual([]);
    await owner.page.getByRole("link", { name: "Back to Annals 20" }).click();
    await owner.sees("Annals 20");
  });

  it("names roles and members, and is not shown to those whose role does not allow it", async () => {
    const owner = await founder(fixture, "Secrets");
    const member = await colleague(fixture, "Secrets", "member");
    await member.sees("Secrets");
    expect(await member.page.getByRole("link", { name: "See the audit log" }).count()).toBe(0);
    await member.open("/organization/audit");
    expect(await member.refusal()).toContain("Your role does not show you the audit log.");
    await owner.page.reload();
    await owner.press(`Change role of Ada Lovelace (${member.email})`);
    await dialogOf(owner, "Role of Ada Lovelace")
      .getByLabel("New role", { exact: true })
      .selectOption("admin");
    await owner.press("Save role");
    await memberRow(owner, member).getByText("Admin", { exact: true }).waitFor();
    await member.open("/organization/audit");
    await member
      .section("What happened in Secrets")
      .getByText("Role of Ada Lovelace changed from member to admin")
      .waitFor();
  });
});
