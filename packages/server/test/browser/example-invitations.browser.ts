import { describe, expect, it } from "vitest";
import { exampleFixture } from "./example-fixture.js";
import { colleague, founder, inviteByPage, rolesIn } from "./example-organization.js";
import { PASSWORD, type Person } from "./person.js";

const fixture = exampleFixture();

const invitationsFor = (person: Person) => person.section("Invitations for you");

/** Follows the link in the mail to `email`, by way of the service's own page. */
async function followLink(person: Person, email: string): Promise<void> {
  await person.page.goto(await fixture.mailedLink(email));
  await person.page.getByRole("link", { name: "See the invitation" }).click();
  await person.page.waitForURL(`${fixture.origin}/invitation`);
}

async function signInByCode(person: Person, email: string): Promise<void> {
  await person.sees("You are invited");
  await person.fillIn({ "Email address": email });
  await person.press("Email me a code");
  await person.sees("Enter the code");
  await person.fillIn({ Code: await fixture.mailedCode(email) });
  await person.sees("Your invitation");
}

describe("an invitation", () => {
  it("is accepted by a person without an account, who signs in by a code; its token stays nowhere", async () => {
    const owner = await founder(fixture, "Open Doors");
    const guest = await fixture.person();
    await inviteByPage(owner, { email: guest.email, role: "admin" });
    await owner
      .section("Invitations")
      .getByText(`${guest.email} is invited as an admin.`)
      .waitFor();
    const link = new URL(await fixture.mailedLink(guest.email));
    await followLink(guest, guest.email);
    expect(await guest.page.evaluate("JSON.stringify(history.state)")).not.toContain(
      link.searchParams.get("token"),
    );
    await signInByCode(guest, guest.email);
    await invitationsFor(guest)
      .getByText(`Ada Lovelace (${owner.email}) invites you to join as an admin.`)
      .waitFor();
    await guest.press("Accept the invitation to Open Doors");
    await guest.sees("Open Doors");
    expect(await guest.notice()).toContain("Welcome! You are an admin of Open Doors now.");
    expect(await rolesIn(fixture, "Open Doors")).toEqual({
      [owner.email]: "owner",
      [guest.email]: "admin",
    });
    expect(await fixture.user(guest.email)).toMatchObject({ emailVerified: true });
    await owner.page.reload();
    await owner
      .section("Invitations")
      .getByText("No invitation is waiting for an answer.")
      .waitFor();
  });

  it("is not for another account, which is told so kindly and can make way for the right one", async () => {
    const owner = await founder(fixture, "Right Door");
    const [guest, other] = [await fixture.person(), await fixture.person()];
    await inviteByPage(owner, { email: guest.email, role: "member" });
    await owner
      .section("Invitations")
      .getByText(`${guest.email} is invited as a member.`)
      .waitFor();
    await other.open("/invitation");
    await signInByCode(other, other.email);
    await followLink(other, guest.email);
    await other.sees("Your invitation");
    await invitationsFor(other)
      .getByText(`No invitation to ${other.email} is waiting for an answer.`)
      .waitFor();
    await other
      .section("Not the one you look for?")
      .getByText("It may have gone to another email address of yours.")
      .waitFor();
    await other.press("Sign in with another email address");
    await signInByCode(other, guest.email);
    await other.press("Accept the invitation to Right Door");
    await other.sees("Right Door");
    expect(await rolesIn(fixture, "Right Door")).toEqual({
      [owner.email]: "owner",
      [guest.email]: "member",
    });
  });

  it("waits for the email address to be verified, then for an answer on the account page, and is turned down there", async () => {
    const owner = await founder(fixture, "Closed Doors");
    const guest = await fixture.person();
    await guest.comeSignedUp();
    expect(await invitationsFor(guest).count()).toBe(0);
    await inviteByPage(owner, { email: guest.email, role: "member" });
    await owner
      .section("Invitations")
      .getByText(`${guest.email} is invited as a member.`)
      .waitFor();
    await followLink(guest, guest.email);
    await invitationsFor(guest)
      .getByText(`Please verify first that ${guest.email} is your email address`)
      .waitFor();
    await guest.press("Send the link again");
    await invitationsFor(guest).getByText(`A link is on its way to ${guest.email}.`).waitFor();
    await guest.page.goto(await fixture.mailedLink(guest.email));
    await guest.press("Confirm this email address");
    await guest.sees("Your email address is verified");
    await guest.page.getByRole("link", { name: "Continue to your account" }).click();
    await guest.press("Turn down the invitation to Closed Doors");
    await invitationsFor(guest)
      .getByText("You turned the invitation to Closed Doors down.")
      .waitFor();
    await invitationsFor(guest)
      .getByText(`No invitation to ${guest.email} is waiting for an answer.`)
      .waitFor();
    await guest.hasFocusOn(guest.page.getByRole("heading", { name: "Invitations for you" }));
    expect(await rolesIn(fixture, "Closed Doors")).toEqual({ [owner.email]: "owner" });
  });

  it("brings a user who signs in another way back to it", async () => {
    const owner = await founder(fixture, "Side Door");
    const guest = await fixture.person();
    await guest.comeSignedUp();
    await guest.page.goto(await fixture.mailedLink(guest.email));
    await guest.press("Confirm this email address");
    await guest.sees("Your email address is verified");
    await guest.open("/account");
    await guest.signOut();
    await inviteByPage(owner, { email: guest.email, role: "member" });
    await owner
      .section("Invitations")
      .getByText(`${guest.email} is invited as a member.`)
      .waitFor();
    await followLink(guest, guest.email);
    await guest.press("Sign in another way");
    await guest.signInByPassword(PASSWORD);
    await guest.sees("Your invitation");
    await invitationsFor(guest).getByText("Side Door", { exact: true }).waitFor();
  });

  it("is sent once to an email address, then again on demand, and is gone when it is cancelled", async () => {
    const owner = await founder(fixture, "Second Thoughts");
    const guest = await fixture.person();
    await inviteByPage(owner, { email: owner.email, role: "member" });
    const address = owner.section("Invitations").getByLabel("Email address", { exact: true });
    await owner.hasFocusOn(address.and(owner.page.locator("[aria-invalid=true]")));
    await owner.section("Invitations").getByText("This person is a member already.").waitFor();
    await inviteByPage(owner, { email: guest.email, role: "member" });
    await owner
      .section("Invitations")
      .getByText(`${guest.email} is invited as a member.`)
      .waitFor();
    await inviteByPage(owner, { email: guest.email, role: "admin" });
    await owner
      .section("Invitations")
      .getByText("This email address is invited already.")
      .waitFor();

    await followLink(guest, guest.email);
    await signInByCode(guest, guest.email);
    await guest.page
      .getByRole("button", { name: "Accept the invitation to Second Thoughts" })
      .waitFor();
    await owner.press(`Send again to ${guest.email}`);
    await owner
      .section("Invitations")
      .getByText(`A new link is on its way to ${guest.email}.`)
      .waitFor();
    await owner.press(`Cancel the invitation of ${guest.email}`);
    await owner
      .section("Invitations")
      .getByText(`The invitation of ${guest.email} is cancelled.`)
      .waitFor();
    await guest.press("Accept the invitation to Second Thoughts");
    await invitationsFor(guest)
      .getByText("There is no such invitation for you, or not any more.")
      .waitFor();
    expect(await rolesIn(fixture, "Second Thoughts")).toEqual({ [owner.email]: "owner" });
  });

  it("of an owner is for owners to send and to cancel", async () => {
    const owner = await founder(fixture, "High Offices");
    const admin = await colleague(fixture, "High Offices", "admin");
    await inviteByPage(owner, { email: "heir@example.com", role: "owner" });
    await owner
      .section("Invitations")
      .getByText("heir@example.com is invited as an owner.")
      .waitFor();
    await admin.page.reload();
    const invitations = admin.section("Invitations");
    await invitations.getByRole("listitem").filter({ hasText: "heir@example.com" }).waitFor();
    expect(await invitations.getByRole("button", { name: /^Cancel/ }).count()).toBe(0);
    expect(
      await invitations.getByLabel("Role", { exact: true }).getByRole("option").allInnerTexts(),
    ).toEqual(["Admin", "Member"]);
  });
});
