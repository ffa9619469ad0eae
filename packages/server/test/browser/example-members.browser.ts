import type { EmailAddress } from "@acme/auth-core";
import { DAY } from "@acme/auth-core/surface";
import { asChecked } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { exampleFixture } from "./example-fixture.js";
import {
  actOn,
  colleague,
  dialogOf,
  enlistStranger,
  founder,
  goToPage,
  memberRow,
  rolesIn,
} from "./example-organization.js";
import { PASSWORD } from "./person.js";

const fixture = exampleFixture();

describe("members", () => {
  it("are shown some at a time, and the focus goes to the first of those that came", async () => {
    const owner = await founder(fixture, "Big House");
    for (let number = 1; number <= 21; number++) {
      await enlistStranger(fixture, "Big House", {
        email: asChecked<EmailAddress>(`guest${number}@example.com`),
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

  it("are given roles by owners; admins deal with all but owners, and members with none", async () => {
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
    await actOn(admin, member, "Change role");
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
    await actOn(owner, member, "Change role");
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

  it("become owners only by a user who has signed in lately: a day later the page asks for that first, and goes on", async () => {
    const owner = await founder(fixture, "Two Heads");
    const member = await colleague(fixture, "Two Heads", "member");
    await owner.page.reload();
    fixture.service.clock.advance(DAY);
    await actOn(owner, member, "Change role");
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
    await actOn(owner, admin, "Change role");
    await dialogOf(owner, "Role of Ada Lovelace")
      .getByLabel("New role", { exact: true })
      .selectOption("member");
    await owner.press("Save role");
    await memberRow(owner, admin).getByText("Member", { exact: true }).waitFor();

    await actOn(admin, member, "Remove");
    await admin.press("Remove member");
    await dialogOf(admin, "Remove Ada Lovelace?")
      .getByText("Your role does not allow this.")
      .waitFor();
    await admin.press("Cancel");
    expect(Object.keys(await rolesIn(fixture, "Demotions"))).toHaveLength(3);
    await admin.page.reload();
    await admin.page.getByText("You are a member of this organization.").waitFor();
    expect(await admin.page.getByRole("button", { name: /^Actions for/ }).count()).toBe(0);
  });

  it("each have one menu, which the keyboard opens, goes through and leaves", async () => {
    const owner = await founder(fixture, "Menus");
    const member = await colleague(fixture, "Menus", "member");
    await owner.page.reload();
    const { keyboard } = owner.page;
    const button = memberRow(owner, member).getByRole("button", { name: /^Actions for/ });
    const item = (name: string) => owner.page.getByRole("menuitem", { name, exact: true });
    await button.focus();
    await keyboard.press("Enter");
    await owner.hasFocusOn(item("Change role"));
    await keyboard.press("ArrowUp");
    await owner.hasFocusOn(item("Remove"));
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    await owner.hasFocusOn(item("Transfer ownership"));
    await keyboard.press("Escape");
    await owner.hasFocusOn(button);
    expect(await item("Remove").count()).toBe(0);
    await button.click();
    await owner.page.getByRole("heading", { level: 1 }).click();
    expect(await item("Remove").count()).toBe(0);
  });

  it("the only owner is told beforehand that they cannot leave, and can once there is another", async () => {
    const owner = await founder(fixture, "Last One");
    const member = await colleague(fixture, "Last One", "member");
    await owner.page.reload();
    await memberRow(owner, owner).getByText("The only owner: cannot leave").waitFor();
    expect(await memberRow(owner, owner).getByRole("button").count()).toBe(0);
    await goToPage(owner, "Settings");
    await owner.page.getByText("You are the only owner, so you cannot leave").waitFor();
    const leave = owner.page.getByRole("button", { name: "Leave the organization" });
    expect(await leave.count()).toBe(0);

    await goToPage(owner, "Members");
    await actOn(owner, member, "Change role");
    await dialogOf(owner, "Role of Ada Lovelace")
      .getByLabel("New role", { exact: true })
      .selectOption("owner");
    await owner.press("Save role");
    await memberRow(owner, member).getByText("Owner", { exact: true }).waitFor();
    expect(await owner.page.getByText("The only owner: cannot leave").count()).toBe(0);
    await goToPage(owner, "Settings");
    await leave.waitFor();
  });

  it("are removed after a question, and work there no more", async () => {
    const owner = await founder(fixture, "Removals");
    const member = await colleague(fixture, "Removals", "member");
    await owner.page.reload();
    await actOn(owner, member, "Remove");
    await owner.press("Remove member");
    await owner
      .section("Members")
      .getByText(`Ada Lovelace (${member.email}) is no longer a member.`)
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
    await actOn(owner, heir, "Transfer ownership");
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
    expect(await memberRow(owner, heir).getByRole("button").count()).toBe(0);
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
    await owner.press("Email me a link");
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
