import { DAY } from "@acme/auth-core/surface";
import { describe, expect, it } from "vitest";
import { comeByCode, giveCode } from "./pages-steps.js";
import type { Person } from "./person.js";
import { pagesFixture, WITH_AND_WITHOUT_SCRIPT } from "./site-fixture.js";

describe.each(WITH_AND_WITHOUT_SCRIPT)("an organization, %s,", (_name, hasScript) => {
  const fixture = pagesFixture(hasScript);

  async function come(): Promise<Person> {
    const person = await fixture.person();
    await comeByCode(person, fixture);
    return person;
  }

  /** Has created an organization, and stands on its members. */
  async function founder(name: string): Promise<Person> {
    const person = await come();
    await person.open("/new-organization");
    await person.fillIn({ Name: name });
    await person.press("Create organization");
    await person.sees("Members");
    return person;
  }

  /** Joins by an invitation that `owner` sends. */
  async function joined(owner: Person, slug: string): Promise<Person> {
    const person = await come();
    await invite(owner, slug, person.email);
    await owner.sees("Invitations");
    await person.open("/organizations");
    await person.page.getByRole("button", { name: /^Join/ }).click();
    await person.sees("Members");
    await person.page.getByText("You've joined").waitFor();
    return person;
  }

  async function invite(owner: Person, slug: string, emails: string): Promise<void> {
    await owner.open(`/organizations/${slug}/invitations/new`);
    await owner.fillIn({ "Email addresses": emails });
    await owner.press("Send invitations");
  }

  const memberLink = (owner: Person, email: string) =>
    owner.page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ hasText: email })
      .getByRole("link", { name: /^Manage/ });

  it("invites several at once, keeps the address that is none in its field, and is joined", async () => {
    const name = "Nordlicht Studio";
    const owner = await founder(name);
    const guest = await come();
    await invite(owner, "nordlicht-studio", `${guest.email}, two@example.com not-an-address`);
    expect(await owner.refusal()).toContain("not-an-address");
    const field = owner.page.getByLabel("Email addresses", { exact: true });
    expect(await field.inputValue()).toBe("not-an-address");
    await owner.fillIn({ "Email addresses": "three@example.com" });
    await owner.press("Send invitations");
    await owner.sees("Invitations");
    await owner.page.getByText("two@example.com").first().waitFor();

    // The badge in the bar leads to what waits.
    await guest.open("/account");
    await guest.page.getByRole("link", { name: "1 invitation is waiting" }).click();
    await guest.page.getByRole("button", { name: /^Join/ }).click();
    await guest.sees("Members");
    await guest.page.getByText(`You've joined ${name} as a member.`).waitFor();
    await guest.open("/organizations/nordlicht-studio/invitations/new");
    await guest.page.getByText("Your role doesn't allow this.").waitFor();
  });

  it("gives roles, and removes a member after a question", async () => {
    const owner = await founder("Ranks");
    const member = await joined(owner, "ranks");
    await owner.open("/organizations/ranks/members");
    await memberLink(owner, member.email).click();
    await owner.page.getByRole("radio", { name: "Admin" }).check();
    await owner.press("Save");
    await owner.section("Role").getByText("Saved").waitFor();
    await member.open("/organizations/ranks/invitations/new");
    await member.sees("Invite people");
    await owner.follow("Remove from Ranks");
    await owner.page.getByRole("button", { name: /^Remove/ }).click();
    await owner.sees("Members");
    await member.open("/organizations/ranks/members");
    await member.sees("Page not found");
  });

  it("is handed over after a confirmation, and left by its former owner", async () => {
    const owner = await founder("Inheritance");
    const heir = await joined(owner, "inheritance");
    fixture.service.clock.advance(DAY);
    await owner.open("/organizations/inheritance/transfer");
    await owner.sees("Confirm it's you");
    await owner.press("Email me a code");
    await giveCode(owner, await fixture.mailedCode(owner.email), "Confirm");
    await owner.sees("Transfer ownership");
    await owner.page
      .getByLabel("New owner", { exact: true })
      .selectOption({ label: `Ada Lovelace (${heir.email})` });
    await owner.press("Transfer ownership");
    await owner.page.getByText("is the owner now.").waitFor();
    await owner.follow("Settings");
    await owner.follow("Leave organization");
    await owner.press("Leave organization");
    await owner.page.getByText("You've left Inheritance.").waitFor();
    await heir.open("/organizations/inheritance/settings");
    await heir.page.getByRole("link", { name: "Delete organization", exact: true }).waitFor();
  });

  it("is deleted by its owner, who types its name", async () => {
    const owner = await founder("Short Lived");
    await owner.open("/organizations/short-lived/settings");
    await owner.follow("Delete organization");
    const field = owner.page.getByLabel("Type Short Lived to confirm.");
    await field.fill("Short");
    await owner.press("Delete organization");
    expect(await owner.page.getByText("Type Short Lived to confirm.").count()).toBeGreaterThan(0);
    await field.fill("Short Lived");
    await owner.press("Delete organization");
    await owner.page.getByText("Short Lived is deleted.").waitFor();
    await owner.open("/organizations/short-lived/members");
    await owner.sees("Page not found");
  });

  it("stays that of its page while another tab works in another one", async () => {
    const person = await founder("First Place");
    const otherTab = await person.context.newPage();
    await otherTab.goto(`${fixture.origin}/new-organization`);
    await otherTab.getByLabel("Name", { exact: true }).fill("Second Place");
    await otherTab.getByRole("button", { name: "Create organization", exact: true }).click();
    await otherTab.getByRole("heading", { level: 1, name: "Members" }).waitFor();
    await person.follow("Settings");
    await person.fillIn({ Name: "First Place Renamed" });
    await person.press("Save");
    await person.section("General").getByText("Saved").waitFor();
    await otherTab.getByRole("link", { name: "Settings", exact: true }).click();
    await otherTab.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    expect(await otherTab.getByRole("textbox", { name: "Name", exact: true }).inputValue()).toBe(
      "Second Place",
    );
  });
});
