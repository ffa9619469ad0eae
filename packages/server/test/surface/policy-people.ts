import { randomUUID } from "node:crypto";
import type { SoftwareAuthenticator } from "@acme/auth-testing";
import { readJson } from "@acme/auth-testing/read-json";
import type { Agent, Reply } from "../agent.js";
import {
  LINK as TO_LINK,
  openCallback,
  opensSession,
  requestAuthorization,
} from "../oauth/front-end.js";
import type { StubProvider } from "../oauth/stub-provider.js";
import { authenticate, AUTHENTICATION_OPTIONS, authenticatorOn, register } from "../passkeys.js";
import { SEND_CODE, type Service, SIGN_IN_BY_CODE } from "../service.js";
import type { Team } from "../teams.js";
import { inviteTo } from "../teams.js";
import { PASSWORD, SIGN_IN, SIGN_UP } from "./people-with-passwords.js";
import type { Person, Way } from "./policy-table.js";

/** A person before the door, with all that they may have. */
export interface Someone {
  readonly email: string;
  readonly subject: string;
  readonly authenticator: SoftwareAuthenticator;
}

/** Who lets people in before anything is configured, and where they come from. */
export interface Before {
  /** The same database, with all ways in open. */
  readonly open: Service;
  readonly stub: StubProvider;
  /** Of the page on which passkeys are used. */
  readonly origin: string;
  readonly inviter: { readonly agent: Agent; readonly team: Pick<Team, "path"> };
}

const IS_PROVIDER: ReadonlySet<Way> = new Set([
  "provider that says verified",
  "provider that does not",
]);
let count = 0;

/** Makes a person of that kind, with what the way in needs of those who have an account. */
export async function meet(
  { open, stub, origin, inviter }: Before,
  person: Person,
  way: Way,
): Promise<Someone> {
  const email = `someone${++count}@example.com`;
  const someone = { email, subject: randomUUID(), authenticator: authenticatorOn({ origin }) };
  if (person === "invited")
    expectStatus(await inviteTo(inviter.agent, inviter.team, { email, role: "member" }), 201);
  if (person === "known" || person === "unverified") {
    const agent = open.agent();
    expectStatus(await agent.post(SIGN_UP, { email, password: PASSWORD }), 200);
    await open.auth.worker.runDue();
    if (person === "known") {
      const token = new URL(open.inbox.linkFor(email)).searchParams.get("token");
      expectStatus(await agent.post("/api/v1/auth/verify-email", { token }), 200);
    }
    if (way === "passkey") expectStatus(await register(agent, someone.authenticator), 200);
    if (IS_PROVIDER.has(way)) {
      admit(stub, someone, false);
      const visited = await stub.visit(await requestAuthorization(agent, {}, TO_LINK));
      expectStatus(await openCallback(agent, visited), 302);
    }
  } else if (way === "passkey") {
    const helper = await open.signedIn(`helper${++count}@example.com`);
    expectStatus(await register(helper, someone.authenticator), 200);
    const { id } = readJson(
      ((await helper.get("/api/auth/passkey/list-user-passkeys")).body as readonly object[])[0],
      { id: "string" },
    );
    expectStatus(await helper.post("/api/auth/passkey/delete-passkey", { id }), 200);
  }
  await open.auth.worker.runDue();
  return someone;
}

/** Has the provider know a person. */
export const admit = (stub: StubProvider, { subject, email }: Someone, isVerified: boolean) =>
  stub.admit({ sub: subject, email, email_verified: isVerified, name: "Ada" });

/** Goes in by a way, as far as it leads: the last reply. */
export const GO: Readonly<
  Record<Way, (service: Service, someone: Someone, stub: StubProvider) => Promise<Reply>>
> = {
  async code(service, { email }) {
    const agent = service.agent();
    const sent = await agent.post(SEND_CODE, { email, type: "sign-in" });
    if (sent.status !== 200) return sent;
    await service.auth.worker.runDue();
    return agent.post(SIGN_IN_BY_CODE, { email, otp: service.inbox.codeFor(email) });
  },
  async link(service, { email }) {
    const agent = service.agent();
    const sent = await agent.post("/api/auth/magic-link/send", { email });
    if (sent.status !== 200) return sent;
    await service.auth.worker.runDue();
    const token = new URL(service.inbox.linkFor(email)).searchParams.get("token");
    return agent.post("/api/auth/magic-link/verify", { token });
  },
  "sign-up with a password": (service, { email }) =>
    service.agent().post(SIGN_UP, { email, password: PASSWORD }),
  password: (service, { email }) => service.agent().post(SIGN_IN, { email, password: PASSWORD }),
  async passkey(service, { authenticator }) {
    const agent = service.agent();
    const options = await agent.post(AUTHENTICATION_OPTIONS, {});
    return options.status === 200 ? authenticate(agent, authenticator) : options;
  },
  "provider that says verified": (service, someone, stub) =>
    visit(service, someone, { stub, isVerified: true }),
  "provider that does not": (service, someone, stub) =>
    visit(service, someone, { stub, isVerified: false }),
};

async function visit(
  service: Service,
  someone: Someone,
  { stub, isVerified }: { readonly stub: StubProvider; readonly isVerified: boolean },
): Promise<Reply> {
  const agent = service.agent();
  admit(stub, someone, isVerified);
  const started = await agent.post("/api/auth/sign-in/social", { provider: "acme" });
  if (started.status !== 200) return started;
  return openCallback(agent, await stub.visit(readJson(started.body, { url: "string" }).url));
}

/** What an answer says of a way in. */
export interface Answer {
  readonly opensSession: boolean;
  /** The code of the refusal, as the table has it; null where there is none. */
  readonly error: string | null;
}

/** What came of it, in the words of the table. */
export function outcomeOf(
  { opensSession: isIn, error }: Answer,
  { wasThere, isThere }: { readonly wasThere: boolean; readonly isThere: boolean },
): string {
  const isMade = isThere && !wasThere;
  if (isIn) return isMade ? "new" : "in";
  if (error === null || (error === "EMAIL_NOT_VERIFIED" && isMade))
    return isMade ? "made, and mailed" : "mailed";
  return isMade ? `${error}, but made` : error;
}

/** What a reply in JSON, or one of a provider's callback, says. */
export const answerOf = (reply: Reply): Answer => ({
  opensSession: opensSession(reply),
  error: errorOf(reply),
});

function errorOf({ status, body, headers }: Reply): string | null {
  if (status < 300) return null;
  if (status >= 400) return readJson(body, { code: "string" }).code;
  const { location = "" } = headers;
  return new URL(location).searchParams.get("error")?.toUpperCase() ?? null;
}

function expectStatus({ status, text }: Reply, expected: number): void {
  if (status !== expected) throw new Error(`${expected} expected, but: ${status} ${text}`);
}
