import { describe, expect, it } from "vitest";
import { DAY, type EmailAddress } from "@acme/auth-core";
import {
  dialogOf,
  colleague,
  enlistStranger,
  founder,
  memberRow,
  rolesIn,
} from "./example-organization.js";
import { exampleFixture } from "./example-fixture.js";
import { PASSWORD } from "./person.js";

const fixture = exampleFixture();

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

  it("become owners only by a user who has signed in lately: a day later the page asks for that first, and goes on", async () => {
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
