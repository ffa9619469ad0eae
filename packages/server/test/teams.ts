import type { Role } from "@acme/auth-core";
import { readJson, type Shaped } from "@acme/auth-testing/read-json";
import type { Agent, Reply } from "./agent.js";
import type { Service } from "./service.js";

export const ORGANIZATIONS = "/api/v1/organizations";
export const ACTIVE_ORGANIZATION = "/api/v1/me/active-organization";
export const MY_INVITATIONS = "/api/v1/me/invitations";
export const ACCEPT = "/api/v1/invitations/accept";
export const REJECT = "/api/v1/invitations/reject";

export const ORGANIZATION_BODY = {
  id: "string",
  name: "string",
  slug: "string",
  logo: "string or null",
  metadata: "object",
  createdAt: "string",
} as const;
export type OrganizationBody = Shaped<typeof ORGANIZATION_BODY>;

export const MEMBER_BODY = {
  id: "string",
  organizationId: "string",
  userId: "string",
  role: "string",
} as const;
export type MemberBody = Shaped<typeof MEMBER_BODY>;

export const INVITATION_BODY = {
  id: "string",
  email: "string",
  role: "string",
  status: "string",
  expiresAt: "string",
} as const;
export type InvitationBody = Shaped<typeof INVITATION_BODY>;

/** A user who has signed in. */
export interface Person {
  readonly agent: Agent;
  readonly email: string;
  readonly userId: string;
}

/** An organization with one person in each role. */
export interface Team {
  readonly id: string;
  /** Where its routes begin. */
  readonly path: string;
  readonly organization: OrganizationBody;
  readonly people: Readonly<Record<Role, Person>>;
  readonly memberIds: Readonly<Record<Role, string>>;
}

export const refusal = (status: number, code: string) => ({ status, body: { code } });
export const DENIED = refusal(403, "PERMISSION_DENIED");
export const NO_ORGANIZATION = refusal(404, "ORGANIZATION_NOT_FOUND");
export const NO_MEMBER = refusal(404, "MEMBER_NOT_FOUND");
export const NO_INVITATION = refusal(404, "INVITATION_NOT_FOUND");

/** The body of a reply that a test only needs on its way. */
function bodyOf(reply: Reply, status: number): unknown {
  if (reply.status !== status)
    throw new Error(`${status} expected, but: ${reply.status} ${reply.text}`);
  return reply.body;
}

export type Teams = ReturnType<typeof createTeams>;

/** People and organizations as tests need them, all made over HTTP. */
export function createTeams(service: Service) {
  let count = 0;
  const newAddress = (): string => `person${++count}@example.com`;

  async function personWith(email: string): Promise<Person> {
    // What waits for this email address goes out first, so that the latest mail to it is the code.
    await service.auth.worker.runDue();
    const agent = await service.signedIn(email);
    return {
      agent,
      email,
      userId: readJson(bodyOf(await agent.get("/api/v1/auth/me"), 200), { id: "string" }).id,
    };
  }
  const person = (): Promise<Person> => personWith(newAddress());

  const found = async ({ agent }: Person, wish: object = {}): Promise<OrganizationBody> =>
    readJson(
      bodyOf(await agent.post(ORGANIZATIONS, { name: `Organization ${++count}`, ...wish }), 201),
      ORGANIZATION_BODY,
    );

  const invite = async (
    { agent }: Person,
    organizationId: string,
    invited: { readonly email: string; readonly role: Role },
  ): Promise<InvitationBody> =>
    readJson(
      bodyOf(await agent.post(`${ORGANIZATIONS}/${organizationId}/invitations`, invited), 201),
      INVITATION_BODY,
    );

  const membersOf = async (
    { agent }: Person,
    organizationId: string,
  ): Promise<readonly MemberBody[]> =>
    readJson(bodyOf(await agent.get(`${ORGANIZATIONS}/${organizationId}/members?limit=100`), 200), {
      members: [MEMBER_BODY],
    }).members;

  /** Makes `invited` a member; the id of the membership. */
  async function join(
    inviter: Person,
    organizationId: string,
    { invited, role }: { readonly invited: Person; readonly role: Role },
  ): Promise<string> {
    const { id } = await invite(inviter, organizationId, { email: invited.email, role });
    bodyOf(await invited.agent.post(ACCEPT, { invitationId: id }), 200);
    return (await membersOf(inviter, organizationId)).find(
      ({ userId }) => userId === invited.userId,
    )!.id;
  }

  /** A new organization of these people. */
  async function teamOf(people: Team["people"], wish: object = {}): Promise<Team> {
    const organization = await found(people.owner, wish);
    const { id } = organization;
    const owner = (await membersOf(people.owner, id))[0]!.id;
    const joinAs = (role: "admin" | "member") =>
      join(people.owner, id, { invited: people[role], role });
    const [admin, member] = [await joinAs("admin"), await joinAs("member")];
    return {
      id,
      path: `${ORGANIZATIONS}/${id}`,
      organization,
      people,
      memberIds: { owner, admin, member },
    };
  }
  const crew = async (): Promise<Team["people"]> => ({
    owner: await person(),
    admin: await person(),
    member: await person(),
  });
  const team = async (wish: object = {}): Promise<Team> => teamOf(await crew(), wish);

  /** The token in the latest mail to `email`. */
  async function tokenFor(email: string): Promise<string> {
    await service.auth.worker.runDue();
    return new URL(service.inbox.linkFor(email)).searchParams.get("token")!;
  }

  return {
    newAddress,
    person,
    personWith,
    found,
    invite,
    membersOf,
    join,
    crew,
    team,
    teamOf,
    tokenFor,
  };
}

/** Sends an invitation; what comes back, refused or not. */
export const inviteTo = (
  agent: Agent,
  { path }: Pick<Team, "path">,
  body: object,
): Promise<Reply> => agent.post(`${path}/invitations`, body);
export const cancelInvitation = (
  agent: Agent,
  { path }: Pick<Team, "path">,
  id: string,
): Promise<Reply> => agent.send(`${path}/invitations/${id}`, { method: "DELETE" });
