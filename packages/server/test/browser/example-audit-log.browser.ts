import { MINUTE } from "@acme/auth-core/surface";
import { describe, expect, it } from "vitest";
import { exampleFixture } from "./example-fixture.js";
import {
  actOn,
  colleague,
  dialogOf,
  founder,
  goToPage,
  memberRow,
  organizationOf,
} from "./example-organization.js";

const fixture = exampleFixture();

describe("the audit log", () => {
  it("tells in words what happened and who did it, some at a time", async () => {
    const owner = await founder(fixture, "Annals");
    const member = await colleague(fixture, "Annals", "member");
    const { id } = await organizationOf(fixture, "Annals");
    for (let change = 1; change <= 20; change++) {
      const reply = await owner.context.request.patch(
        `${fixture.serviceUrl}/api/v1/organizations/${id}`,
        { data: { name: `Annals ${change}` }, headers: { origin: fixture.origin } },
      );
      expect(reply.ok()).toBe(true);
      // Equal changes are entered once in ten minutes.
      fixture.service.clock.advance(10 * MINUTE);
    }
    await owner.page.reload();
    await owner.sees("Annals 20");
    await actOn(owner, member, "Remove");
    await owner.press("Remove member");
    await memberRow(owner, member).waitFor({ state: "detached" });
    await owner.page.getByRole("link", { name: "Audit log" }).click();
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
      "Removed Ada Lovelace",
    ])
      expect(what).toContain(words);
    expect(what.filter((words) => /[._]/.test(words!))).toEqual([]);
    expect(told.filter((lines) => !lines.join(" ").includes("Ada Lovelace"))).toEqual([]);
    await goToPage(owner, "Members");
    await owner.sees("Annals 20");
  });

  it("names roles and members, and is not shown to those whose role does not allow it", async () => {
    const owner = await founder(fixture, "Secrets");
    const member = await colleague(fixture, "Secrets", "member");
    await member.sees("Secrets");
    expect(await member.page.getByRole("link", { name: "Audit log" }).count()).toBe(0);
    await member.open("/organization/audit");
    expect(await member.refusal()).toContain("Your role does not show you the audit log.");
    await owner.page.reload();
    await actOn(owner, member, "Change role");
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
