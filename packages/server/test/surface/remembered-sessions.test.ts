import { oauth2Provider } from "@acme/auth-core/providers";
import { HOUR } from "@acme/auth-core/surface";
import { readJson } from "@acme/auth-testing/read-json";
import { afterAll, expect, it } from "vitest";
import type { Agent, Reply } from "../agent.js";
import { describeService } from "../describe-service.js";
import { lateBound } from "../late-bound.js";
import { travel } from "../oauth/front-end.js";
import { startStubProvider, type StubProvider } from "../oauth/stub-provider.js";
import { authenticate, authenticatorOn, register } from "../passkeys.js";
import { SIGN_IN_BY_CODE } from "../service.js";

const PASSWORD = "correct horse battery staple";
const SIGN_IN = "/api/auth/sign-in";

let running: StubProvider | null = null;
async function start() {
  running = await startStubProvider();
  const { clientId, clientSecret, endpoints } = running;
  const acme = { id: "acme", name: "Acme ID", endpoints, clientId, clientSecret };
  return { serviceUrl: "http://auth.test", identityProviders: [oauth2Provider(acme)] };
}

describeService("whether a session is remembered", { start, hosts: "both" }, (service) => {
  const stub = lateBound(() => running);
  let people = 0;
  afterAll(() => running?.stop());

  interface Person {
    readonly email: string;
    readonly agent: Agent;
    readonly authenticator: ReturnType<typeof authenticatorOn>;
  }

  /** A user with every sign-in method, on a browser that keeps no session. */
  async function somebody(): Promise<Person> {
    const email = `person${++people}@example.com`;
    const agent = service.agent();
    await agent.post("/api/auth/sign-up/email", { email, password: PASSWORD });
    await service.auth.worker.runDue();
    await agent.post("/api/v1/auth/verify-email", {
      token: new URL(service.inbox.linkFor(email)).searchParams.get("token")!,
    });
    const authenticator = authenticatorOn();
    expect((await register(agent, authenticator)).status).toBe(200);
    await agent.post("/api/auth/sign-out");
    stub.admit({ sub: email, email, email_verified: true, name: "Ada" });
    return { email, agent, authenticator };
  }

  const WAYS: Readonly<Record<string, (person: Person) => Promise<Reply>>> = {
    password: ({ agent, email }) => agent.post(SIGN_IN, { email, password: PASSWORD }),
    "a mailed code": async ({ agent, email }) =>
      agent.post(SIGN_IN_BY_CODE, { email, otp: await service.codeFor(email, agent) }),
    "a magic link": async ({ agent, email }) => {
      await agent.post("/api/auth/magic-link/send", { email });
      await service.auth.worker.runDue();
      return agent.post("/api/auth/magic-link/verify", {
        token: new URL(service.inbox.linkFor(email)).searchParams.get("token")!,
      });
    },
    "a passkey": ({ agent, authenticator }) => authenticate(agent, authenticator),
    "an external provider": ({ agent }) => travel(agent, stub),
  };

  const cookieOf = ({ setCookies }: Reply): string =>
    setCookies.find((cookie) => cookie.startsWith("session="))!;
  const sessionOf = async (agent: Agent) =>
    readJson((await agent.get("/api/auth/get-session")).body, {
      session: { id: "string", expiresAt: "string" },
    }).session;
  const hoursLeft = async (agent: Agent): Promise<number> =>
    (new Date((await sessionOf(agent)).expiresAt).getTime() - service.clock.now().getTime()) / HOUR;

  it.each(Object.keys(WAYS))(
    "stays as it was when it is authenticated again by %s",
    async (way) => {
      const person = await somebody();
      const { agent, email } = person;
      for (const rememberMe of [false, true]) {
        await agent.post(SIGN_IN, { email, password: PASSWORD, rememberMe });
        const before = await sessionOf(agent);
        service.clock.advance(2 * HOUR);
        const again = await WAYS[way]!(person);
        expect(again.status).toBeLessThan(400);
        expect((await sessionOf(agent)).id).toBe(before.id);
        expect(cookieOf(again).includes("Max-Age")).toBe(rememberMe);
        expect(await hoursLeft(agent)).toBe(rememberMe ? 7 * 24 : 24);
        await agent.post("/api/auth/sign-out");
      }
    },
  );

  it.each(Object.keys(WAYS))("is so when it is opened by %s", async (way) => {
    const person = await somebody();
    expect(cookieOf(await WAYS[way]!(person))).toContain("Max-Age=2592000");
    expect(await hoursLeft(person.agent)).toBe(7 * 24);
  });

  it("is what the sign-in says, where it says rememberMe", async () => {
    const { agent, email } = await somebody();
    for (const rememberMe of [false, true, false]) {
      const reply = await agent.post(SIGN_IN, { email, password: PASSWORD, rememberMe });
      expect(cookieOf(reply).includes("Max-Age")).toBe(rememberMe);
      expect(await hoursLeft(agent)).toBe(rememberMe ? 7 * 24 : 24);
    }
  });

  it("is not taken over from another user's session", async () => {
    const { agent, email } = await somebody();
    await agent.post(SIGN_IN, { email, password: PASSWORD, rememberMe: false });
    const other = await somebody();
    expect(
      cookieOf(await agent.post(SIGN_IN, { email: other.email, password: PASSWORD })),
    ).toContain("Max-Age=2592000");
  });
});
