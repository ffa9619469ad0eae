import type { MembershipId, Organization, Role, User, UserId } from "@acme/auth-core";
import type { ExampleStage } from "./example-stage.js";
import type { Person } from "./person.js";

/** Has an account with a verified email address, without which nobody can be invited, and begins an organization in which they work from then on. */
export async function founder(stage: ExampleStage, name: string): Promise<Person> {
  const person = await stage.person();
  await comeVerified(person, stage);
  await found(person, name);
  return person;
}

/** Has an account, and the email address is verified. */
export async function comeVerified(person: Person, stage: ExampleStage): Promise<void> {
  await person.comeSignedUp();
  await stage.service.store.users.markVerified(
    (await stage.user(person.email))!.id,
    stage.service.clock.now(),
  );
}

/** Begins an organization, and stands on its page. Without a short name it gets one that is made from its name. */
export async function found(person: Person, name: string, shortName = ""): Promise<void> {
  await person.open("/organizations");
  await person.fillIn({ "Name of the organization": name, "Short name": shortName });
  await person.press("Create organization");
  await person.sees(name);
}

/** Somebody with an account and a verified email address who belongs to the organization, works in it and stands on its page. */
export async function colleague(stage: ExampleStage, name: string, role: Role): Promise<Person> {
  const person = await stage.person();
  await comeVerified(person, stage);
  await enlist(stage, { organization: name, email: person.email, role });
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
  stage: ExampleStage,
  { organization, email, role }: Enlisted,
): Promise<void> {
  const { store, auth, clock } = stage.service;
  const [{ id: organizationId }, user] = [
    await organizationOf(stage, organization),
    await stage.user(email),
  ];
  const membership = {
    id: auth.random.id() as MembershipId,
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
  stage: ExampleStage,
  organization: string,
  { email, name }: Pick<User, "email" | "name">,
): Promise<void> {
  const { store, auth, clock } = stage.service;
  const now = clock.now();
  const user: User = {
    id: auth.random.id() as UserId,
    email,
    name,
    emailVerified: true,
    image: null,
    createdAt: now,
    updatedAt: now,
    reclaimedAt: null,
  };
  await store.transaction((tx) => tx.users.insertUnlessTaken(user));
  await enlist(stage, { organization, email, role: "member" });
}

/** The organization of that name, as the service holds it. Names are as unique as the tests make them. */
export async function organizationOf(
  { service }: ExampleStage,
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
  stage: ExampleStage,
  name: string,
): Promise<Readonly<Record<string, Role>>> {
  const { id } = await organizationOf(stage, name);
  const members = await stage.service.store.memberships.listMembers(id, null, 100);
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
