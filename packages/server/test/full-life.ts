import { type LinkedAccountId, type SecretHash, toId, type UserId } from "@acme/auth-core";
import type { OAuthStateId } from "@acme/auth-core/store";
import { asChecked, type SoftwareAuthenticator } from "@acme/auth-testing";
import { readJson } from "@acme/auth-testing/read-json";
import type { Agent } from "./agent.js";
import { createLeaving, DELETION, inBrowser, PASSWORD } from "./leaving.js";
import { authenticatorOn, optionsFrom, register, REGISTER_OPTIONS } from "./passkeys.js";
import { SEND_CODE, type Service } from "./service.js";
import { ACCEPT, ORGANIZATIONS } from "./teams.js";

const HOUR = 3_600_000;

/** Whatever might still open a door one day. */
export interface Keepsakes {
  readonly session: string;
  readonly authenticator: SoftwareAuthenticator;
  readonly magicToken: string;
  readonly resetToken: string;
  readonly changeToken: string;
  readonly verificationToken: string;
  readonly invitationToken: string;
  readonly invitationId: string;
  readonly code: string;
  readonly exportId: string;
  readonly exportLink: string;
}

export interface FullLife {
  readonly agent: Agent;
  readonly email: string;
  readonly userId: UserId;
  /** Texts that nothing but this life brings into the database. */
  readonly rowCounts: readonly string[];
  readonly keepsakes: Keepsakes;
  /** An organization that they own together with Grace. */
  readonly organizationId: string;
  readonly grace: Agent;
}

const FROM = "127.7.7.7";
const BROWSER = "AdaBrowser/1.0";

/**
 * A user of whom every table knows something, with everything that was ever mailed to them still
 * alive.
 */
export async function liveFully(service: Service): Promise<FullLife> {
  const leaving = createLeaving(service);
  const { deliver } = leaving;
  const email = "ada.lovelace@example.com";
  const agent = inBrowser(service.agent(FROM), BROWSER);
  await leaving.signUp(email, agent);
  const userId = toId<UserId>(await leaving.idOf(agent));
  const verificationToken = tokenIn(service, email);
  await agent.post("/api/v1/auth/verify-email", { token: verificationToken });

  const grace = await leaving.member("grace@example.com");
  const { organizationId, ...invitation } = await joinIn(service, { agent, email, grace });
  const exported = await leaving.readyExport(agent);
  await agent.get(exported.link);

  const authenticator = authenticatorOn();
  await register(agent, authenticator);
  await optionsFrom(agent, REGISTER_OPTIONS);
  await plantAccount(service, userId);
  await agent.post("/api/auth/verify-password", { password: "wrong horse battery staple" });
  await leaving.signIn(email, inBrowser(service.agent(FROM), BROWSER));

  const mailed = await receiveSecrets(service, agent, email);
  await deliver();
  return {
    agent,
    email,
    userId,
    organizationId,
    grace,
    rowCounts: [userId, "ada.lovelace", "ada.new", FROM, BROWSER],
    keepsakes: {
      verificationToken,
      authenticator,
      exportId: exported.id,
      exportLink: exported.link,
      session: agent.cookies.get("session")!,
      ...invitation,
      ...mailed,
    },
  };
}

const tokenIn = (service: Service, email: string): string =>
  new URL(service.inbox.linkFor(email)).searchParams.get("token")!;

async function receiveSecrets(service: Service, agent: Agent, email: string) {
  const { worker } = service.auth;
  await agent.post("/api/auth/change-email", { newEmail: "ada.new@example.com" });
  await worker.runDue();
  const changeToken = tokenIn(service, "ada.new@example.com");
  await agent.post("/api/auth/magic-link/send", { email });
  await worker.runDue();
  const magicToken = tokenIn(service, email);
  await agent.post("/api/auth/request-password-reset", { email });
  await worker.runDue();
  const resetToken = new URL(service.inbox.linkFor(email)).pathname.split("/").at(-1)!;
  await agent.post(SEND_CODE, { email, type: "sign-in" });
  await worker.runDue();
  return { changeToken, magicToken, resetToken, code: service.inbox.codeFor(email) };
}

interface Company {
  readonly agent: Agent;
  readonly email: string;
  readonly grace: Agent;
}

/**
 * One organization alone at first, which rejects a deletion, and then together; one as a member;
 * one that only asks.
 */
async function joinIn(service: Service, { agent, email, grace }: Company) {
  const { worker } = service.auth;
  const found = async (by: Agent, name: string) =>
    readJson((await by.post(ORGANIZATIONS, { name })).body, { id: "string" }).id;
  const invite = async (by: Agent, id: string, invited: object) =>
    readJson((await by.post(`${ORGANIZATIONS}/${id}/invitations`, invited)).body, { id: "string" })
      .id;

  const organizationId = await found(agent, "Analytical Engines");
  await agent.post(DELETION, { password: PASSWORD, reason: "too early" });
  await worker.runDue();
  await grace.post(ACCEPT, {
    invitationId: await invite(agent, organizationId, {
      email: "grace@example.com",
      role: "owner",
    }),
  });
  await invite(agent, organizationId, { email: "charles@example.com", role: "member" });

  const theirs = await found(grace, "Compilers");
  await agent.post(ACCEPT, {
    invitationId: await invite(grace, theirs, { email, role: "member" }),
  });
  // Refused, and noted.
  await agent.send(`${ORGANIZATIONS}/${theirs}`, { method: "DELETE" });
  await worker.runDue();
  const invitationId = await invite(grace, await found(grace, "Waiting"), { email, role: "admin" });
  await worker.runDue();
  return { organizationId, invitationId, invitationToken: tokenIn(service, email) };
}

/** An account at a provider that is linked, and a flow under way that would link another one. */
async function plantAccount({ store, clock }: Service, userId: UserId): Promise<void> {
  const now = clock.now();
  await store.linkedAccounts.insertUnlessTaken({
    id: toId<LinkedAccountId>("account-of-ada-01"),
    providerId: "idp",
    subject: "countess",
    userId,
    scopes: [],
    createdAt: now,
    updatedAt: now,
  });
  await store.oauthStates.insert({
    id: toId<OAuthStateId>("trip-of-ada-00001"),
    providerId: "idp",
    userId,
    sealed: "trip",
    createdAt: now,
    expiresAt: new Date(now.getTime() + HOUR),
    stateHash: asChecked<SecretHash>("state"),
    browserHash: asChecked<SecretHash>("browser"),
  });
}
