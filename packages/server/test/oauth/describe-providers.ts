import { type IdentityProvider } from "@acme/auth-core";
import { oauth2Provider, openIdProvider } from "@acme/auth-core/providers";
import { readJson, type Shaped } from "@acme/auth-testing/read-json";
import { afterAll, afterEach, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { dumpDatabase } from "../database-dump.js";
import { describeService, type DescribeServiceOptions } from "../describe-service.js";
import { lateBound } from "../late-bound.js";
import { PASSWORD } from "../leaving.js";
import type { DatabaseName, Service, ServiceOptions } from "../service.js";
import { type LinkedAccountBody, listAccounts, requestAuthorization } from "./front-end.js";
import type { Json } from "./misbehaviour.js";
import { startStubProvider, type StubProvider } from "./stub-provider.js";

export const SERVICE_URL = "http://auth.test";
export const APP_URL = "http://app.test:3004";
/** How long the service waits for the provider "hasty". */
export const TIMEOUT_MS = 500;

/** A person with an account at the stub. */
export type ProviderPerson = Readonly<Record<"sub" | "email" | "name" | "picture", string>>;

const USER_BODY = { id: "string", email: "string" } as const;
type UserBody = Shaped<typeof USER_BODY>;

/** A service with the stub under four names, and the people who sign in there. */
export interface ProvidersFixture {
  readonly service: Service;
  readonly database: DatabaseName;
  readonly stub: StubProvider;
  /** What the service was started with, for another one. */
  readonly providers: () => readonly IdentityProvider[];
  /** Admits a new person, who signs in at the stub next. */
  readonly newPerson: (more?: Json) => ProviderPerson;
  /** Returns the user who is signed in, null when nobody is. */
  readonly userOf: (agent: Agent) => Promise<UserBody | null>;
  readonly accountsOf: (agent: Agent) => Promise<readonly LinkedAccountBody[]>;
  /** Delivers what waits, and returns the subjects of the mails to `email`. */
  readonly mailsTo: (email: string) => Promise<readonly string[]>;
  /** Signs up with a password, and leaves the email address unverified. */
  readonly signUp: (email: string) => Promise<Agent>;
  /** What the service may neither keep nor log, besides the stub's own secrets. */
  readonly secrets: Set<string>;
}

export interface DescribeProvidersOptions extends Pick<
  DescribeServiceOptions,
  "section" | "shownElsewhere" | "databases" | "hosts"
> {
  /** What the application adds. */
  readonly application?: Pick<ServiceOptions, "subscribers" | "errors">;
  /** Starts further providers. */
  readonly more?: () => Promise<readonly IdentityProvider[]>;
}

/**
 * Describes signing in at external providers, and checks at the end that no secret of theirs was
 * kept.
 */
export function describeProviders(
  { more = () => Promise.resolve([]), application = {}, ...rest }: DescribeProvidersOptions,
  tests: (fixture: ProvidersFixture) => void,
): void {
  let running: StubProvider | null = null;
  let providers: readonly IdentityProvider[] = [];
  async function start() {
    running = await startStubProvider();
    providers = [...providersAt(running), ...(await more())];
    return { serviceUrl: SERVICE_URL, identityProviders: providers, ...application };
  }
  const options = { start, ...rest };
  describeService("external providers over HTTP", options, (service, database) => {
    const stub = lateBound(() => running);
    const secrets = new Set<string>();
    afterEach(() => stub.misbehave());
    afterAll(() => running?.stop());
    tests({
      service,
      database,
      stub,
      providers: () => providers,
      secrets,
      ...peopleOf(service, stub),
    });

    it("keeps no code, token, verifier, state or nonce, and logs none", async () => {
      const { searchParams } = new URL(await requestAuthorization(service.agent()));
      for (const name of ["state", "nonce"]) secrets.add(searchParams.get(name)!);
      const all = [...stub.secrets, ...secrets];
      const kept = [
        ...service.logs.map((line) => JSON.stringify(line)),
        ...(await dumpDatabase(service.location)),
      ].join("\n");
      expect(all.length).toBeGreaterThan(2);
      expect(all.filter((secret) => kept.includes(secret))).toEqual([]);
    });
  });
}

function providersAt(stub: StubProvider): readonly IdentityProvider[] {
  const { clientId, clientSecret, issuer, endpoints } = stub;
  const client = { clientId, clientSecret };
  return [
    openIdProvider({ id: "acme", name: "Acme ID", issuer, ...client }),
    openIdProvider({ id: "other", name: "Other ID", issuer, ...client }),
    openIdProvider({ id: "hasty", name: "Hasty ID", issuer, timeoutMs: TIMEOUT_MS, ...client }),
    oauth2Provider({ id: "plain", name: "Plain", endpoints, ...client }),
  ];
}

function peopleOf(service: Service, stub: StubProvider) {
  let people = 0;
  return {
    newPerson(more: Json = {}): ProviderPerson {
      const number = ++people;
      const email = `person${number}@example.com`;
      const person = { sub: `subject-${number}`, email, name: "Ada", picture: PICTURE };
      stub.admit({ ...person, email_verified: true, ...more });
      return { ...person, ...more };
    },
    async userOf(agent: Agent): Promise<UserBody | null> {
      const reply = await agent.get("/api/v1/auth/me");
      return reply.status === 200 ? readJson(reply.body, USER_BODY) : null;
    },
    accountsOf: listAccounts,
    async mailsTo(email: string): Promise<readonly string[]> {
      await service.auth.worker.runDue();
      return service.inbox.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
    },
    async signUp(email: string): Promise<Agent> {
      const agent = service.agent();
      const body = { email, password: PASSWORD, name: "Ada" };
      expect((await agent.post("/api/auth/sign-up/email", body)).status).toBe(200);
      return agent;
    },
  };
}

const PICTURE = "https://p.example/a.png";
