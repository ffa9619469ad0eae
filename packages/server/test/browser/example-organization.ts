import type { MembershipId, Organization, Role, User, UserId } from "@acme/auth-core";
import { asChecked } from "@acme/auth-testing";
import type { ExampleFixture } from "./example-fixture.js";
import type { Person } from "./person.js";

/**
 * Has an account with a verified email address, without which nobody can be invited, and begins an
 * organization in which they work from then on.
 */
export async function founder(fixture: ExampleFixture, name: string): Promise<Person> {
  const person = await fixture.person();
  await comeVerified(person, fixture);
  await found(person, name);
  return person;
}

/** Has an account, and the email address is verified. */
export async function comeVerified(person: Person, fixture: ExampleFixture): Promise<void> {
  await person.comeSignedUp();
  await fixture.service.store.users.markVerified(
    (await fixture.user(person.email))!.id,
    fixture.service.clock.now(),
  );
}

/**
 * Begins an organization, and stands on its page. Without a short name it gets one that is made
 * from its name.
 */
export async function found(person: Person, name: string, shortName = ""): Promise<void> {
  await person.open("/organizations");
  await person.fillIn({ "Name of the organization": name, "Short name": shortName });
  await person.press("Create organization");
  await person.sees(name);
}

/**
 * A member of the organization with a verified email address, who works in it and is on its page.
 */
export async function colleague(
  fixture: ExampleFixture,
  name: string,
  role: Role,
): Promise<Person> {
  const person = await fixture.person();
  await comeVerified(person, fixture);
  await enlist(fixture, { organization: name, email: person.email, role });
  await person.open("/organizations");
  await person.page.getByRole("button", { name: new RegExp(`^Switch to ${name} `) }).click();
  await person.sees(name);
  return person;
}

interface Enlisted {
  readonly organization: string;
  readonly email: string;
  readonly role: Role;
}

/** Makes somebody who has an account a member. */
export async function enlist(
  fixture: ExampleFixture,
  { organization, email, role }: Enlisted,
): Promise<void> {
  const { store, auth, clock } = fixture.service;
  const [{ id: organizationId }, user] = [
    await organizationOf(fixture, organization),
    await fixture.user(email),
  ];
  const membership = {
    id: auth.random.id<MembershipId>(),
    organizationId,
    userId: user!.id,
    role,
    createdAt: clock.now(),
  };
  await store.transaction(async (tx) => {
    await tx.organizations.lock(organizationId);
    await tx.memberships.insertUnlessMember(membership);
  });
}

/** Makes a member of somebody who need not come. */
export async function enlistStranger(
  fixture: ExampleFixture,
  organization: string,
  { email, name }: Pick<User, "email" | "name">,
): Promise<void> {
  const { store, auth, clock } = fixture.service;
  const now = clock.now();
  const user: User = {
    id: auth.random.id<UserId>(),
    email,
    name,
    emailVerified: true,
    image: null,
    createdAt: now,
    updatedAt: now,
    reclaimedAt: null,
  };
  await store.transaction((tx) => tx.users.insertUnlessTaken(asChecked(user)));
  await enlist(fixture, { organization, email, role: "member" });
}

/**
 * The organization of that name, as the service holds it. Names are as unique as the tests make
 * them.
 */
export async function organizationOf(
  { service }: ExampleFixture,
  name: string,
): Promise<Organization> {
  const organization = await service.store.organizations.findBySlug(
    name.toLowerCase().replaceAll(" ", "-"),
  );
  if (!organization) throw new Error(`there is no organization ${name}`);
  return organization;
}

/** The roles in an organization, by address. */
export async function rolesIn(
  fixture: ExampleFixture,
  name: string,
): Promise<Readonly<Record<string, Role>>> {
  const { id } = await organizationOf(fixture, name);
  const members = await fixture.service.store.memberships.listMembers(id, null, 100);
  return Object.fromEntries(members.map(({ user, role }) => [user.email, role]));
}

/** Sends an invitation from the page of the organization, on which `person` stands. */
export async function inviteByPage(
  person: Person,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<void> {
  const invitations = person.section("Invitations");
  await invitations.getByLabel("Email address", { exact: true }).fill(email);
  await invitations.getByLabel("Role", { exact: true }).selectOption(role);
  await person.press("Send invitation");
}

/** A row among the members. */
export const memberRow = (person: Person, { email }: { readonly email: string }) =>
  person.section("Members").getByRole("listitem").filter({ hasText: email });

/** Does something to a member, by the menu of their row. */
export async function actOn(
  person: Person,
  member: { readonly email: string },
  action: "Change role" | "Transfer ownership" | "Remove",
): Promise<void> {
  await memberRow(person, member)
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await person.page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** Goes to another page of the organization where the person works. */
export async function goToPage({ page }: Person, name: "Members" | "Settings"): Promise<void> {
  await page.getByRole("link", { name, exact: true }).click();
  await page.locator("main[aria-busy=false]").waitFor();
  await page.locator("section [aria-busy=true]").first().waitFor({ state: "detached" });
}

export const dialogOf = ({ page }: Person, name: string) =>
  page.getByRole("dialog", { name, exact: true });

/** The link in the header that names the organization where the person works. */
export const placeOf = ({ page }: Person) =>
  page.getByRole("link", { name: /: switch organization$/ });
