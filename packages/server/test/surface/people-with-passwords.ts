import { expect } from "vitest";
import type { Agent, Reply } from "../agent.js";
import type { Service } from "../service.js";

export const SIGN_UP = "/api/auth/sign-up/email";
export const SIGN_IN_PATHS = [
  "/api/auth/sign-in/email",
  "/api/auth/sign-in",
  "/api/v1/auth/sign-in",
];
export const [SIGN_IN] = SIGN_IN_PATHS as [string];
export const PASSWORD = "correct horse battery staple";

/**
 * Which refusals of the section "Email and password" are shown by tests of other files than
 * `password.test.ts`.
 */
export const SHOWN_BY_WRONG_PASSWORDS = /TOO_MANY_REQUESTS|change-password INVALID_PASSWORD/;
export const SHOWN_BY_NEW_PASSWORDS = /(change-password|me\/password) PASSWORD_TOO_/;
export const SHOWN_BY_FIRST_PASSWORDS = /PASSWORD_ALREADY_SET/;
export const SHOWN_BY_PENDING_CHANGES = /EMAIL_CHANGE_NOT_PENDING/;
export const SHOWN_BY_REQUIRED_VERIFICATION = /EMAIL_NOT_VERIFIED/;
export const SHOWN_ELSEWHERE = new RegExp(
  [
    SHOWN_BY_WRONG_PASSWORDS,
    SHOWN_BY_NEW_PASSWORDS,
    SHOWN_BY_FIRST_PASSWORDS,
    SHOWN_BY_PENDING_CHANGES,
    SHOWN_BY_REQUIRED_VERIFICATION,
  ]
    .map(({ source }) => source)
    .concat("reset", "change-email")
    .join("|"),
);

export interface SignedUp {
  readonly email: string;
  readonly agent: Agent;
}

/**
 * Signs up and in with passwords; each request from a network of its own, so that no delay of one
 * meets another.
 */
export interface People {
  readonly newEmail: () => string;
  readonly newNetwork: () => string;
  readonly signUp: (email?: string, password?: string) => Promise<SignedUp>;
  /** Signs up, and opens the verification link. */
  readonly verified: () => Promise<SignedUp>;
  readonly signIn: (email: string, password: string, agent?: Agent) => Promise<Reply>;
  readonly isSignedIn: (agent: Agent) => Promise<boolean>;
}

export function createPeople(service: Service): People {
  let people = 0;
  const newEmail = () => `person${++people}@example.com`;
  const newNetwork = () => `127.1.${(++people >> 8) & 255}.${people & 255}`;

  async function signUp(email = newEmail(), password = PASSWORD): Promise<SignedUp> {
    const agent = service.agent(newNetwork());
    const reply = await agent.post(SIGN_UP, { email, password, name: "Ada" });
    expect(reply.status).toBe(200);
    await service.auth.worker.runDue();
    return { email, agent };
  }

  async function verified(): Promise<SignedUp> {
    const signedUp = await signUp();
    const token = new URL(service.inbox.linkFor(signedUp.email)).searchParams.get("token");
    expect((await signedUp.agent.post("/api/v1/auth/verify-email", { token })).status).toBe(200);
    return signedUp;
  }

  return {
    newEmail,
    newNetwork,
    signUp,
    verified,
    signIn: (email, password, agent = service.agent(newNetwork())) =>
      agent.post(SIGN_IN, { email, password }),
    isSignedIn: async (agent) => (await agent.get("/api/v1/auth/me")).status === 200,
  };
}
