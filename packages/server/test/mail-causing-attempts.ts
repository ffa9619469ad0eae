import { POLICY } from "@acme/auth-core";
import { readJson } from "@acme/auth-testing/read-json";
import { expect } from "vitest";
import type { Agent, Reply } from "./agent.js";
import { DELETION, EXPORT, PASSWORD } from "./leaving.js";
import {
  LINK,
  listAccounts,
  openCallback,
  requestAuthorization,
  travel,
  UNLINK,
} from "./oauth/front-end.js";
import type { StubProvider } from "./oauth/stub-provider.js";
import { authenticatorOn, DELETE_PASSKEY, listPasskeys, register } from "./passkeys.js";
import { SEND_CODE, type Service } from "./service.js";
import { ORGANIZATIONS } from "./teams.js";

/**
 * Whose mailbox it is: nobody's here, of an account that somebody else signed up and nobody
 * verified (where sessions may be opened or not), of a verified account.
 */
export type Mailbox = "free" | "pre-hijacked" | "unconfirmed" | "owned";

/** What a mail is asked for; the budget of rules is one for each. */
export const PURPOSES: Readonly<Record<string, string>> = {
  "042137 is your Acme code": "sign-in",
  "042137 is your Acme verification code": "email-verification",
  "Confirm your email address for Acme": "email-verification",
  "042137 is your Acme password reset code": "forget-password",
  "Set a new Acme password": "password-reset",
  "Your Acme sign-in link": "magic-link",
  "Confirm your new email address for Acme": "email-change",
  "You are invited to an organization at Acme": "invitation",
  "Someone tried to sign up for Acme with your email address": "sign-up-attempt",
  "A sign-in to Acme with your email address was refused": "account-not-linked",
};

/** What the mailbox gets, in number by purpose. */
export type Mails = Readonly<Record<string, number>>;

const NONE: Mails = {};
const most = (...purposes: readonly string[]): Mails =>
  Object.fromEntries(purposes.map((purpose) => [purpose, POLICY.mailsPerAddress.value]));

/** Who tries, and on what. Every round comes from another network. */
export interface Fixture {
  readonly service: Service;
  readonly stub: StubProvider;
  readonly mailbox: Mailbox;
  readonly victim: string;
  readonly anyone: () => Agent;
  /** Signed in to the account that was signed up with the victim's email. */
  readonly attacker: () => Promise<Agent>;
  /** Signed in to an account of another email that nobody verified. */
  readonly accomplice: () => Promise<Agent>;
  /** The attacker's password; told when it is another. */
  password: string;
  readonly deliver: () => Promise<void>;
  /** An email that nobody has. */
  readonly unique: () => string;
}

export interface Attempt {
  readonly go: (fixture: Fixture) => Promise<unknown>;
  /** The mailboxes it is tried on, with what each gets of many tries in one window. */
  readonly gets: Readonly<Partial<Record<Mailbox, Mails>>>;
}

async function succeed(reply: Promise<Reply>, status = 200): Promise<Reply> {
  const answered = await reply;
  expect(answered).toMatchObject({ status });
  return answered;
}

/** What anybody may ask for by naming an email. */
const asking = (path: string, gets: Attempt["gets"]): Attempt => ({
  async go({ anyone, victim }) {
    await succeed(anyone().post(path, { email: victim }));
  },
  gets,
});

export const CODES: Attempt = {
  async go(fixture) {
    for (const type of ["sign-in", "email-verification", "forget-password"]) {
      const { status } = await fixture.anyone().post(SEND_CODE, { email: fixture.victim, type });
      expect([200, 429]).toContain(status);
      await fixture.deliver();
    }
  },
  gets: {
    free: most("sign-in"),
    "pre-hijacked": most("sign-in", "email-verification", "forget-password"),
    owned: most("sign-in", "forget-password"),
  },
};

export const resetting = (path: string, purpose: string): Attempt =>
  asking(path, { free: NONE, "pre-hijacked": most(purpose), owned: most(purpose) });
export const verifying = (path: string): Attempt =>
  asking(path, {
    free: NONE,
    "pre-hijacked": most("email-verification"),
    unconfirmed: most("email-verification"),
    owned: NONE,
  });
export const linking = (path: string): Attempt =>
  asking(path, {
    free: most("magic-link"),
    "pre-hijacked": most("magic-link"),
    unconfirmed: most("magic-link"),
    owned: most("magic-link"),
  });

export const signingUp = (path: string): Attempt => ({
  go: async ({ anyone, victim }) => {
    const { status } = await anyone().post(path, { email: victim, password: PASSWORD });
    expect([200, 422]).toContain(status);
  },
  gets: {
    free: most("email-verification"),
    "pre-hijacked": most("email-verification"),
    unconfirmed: most("email-verification"),
    owned: { "sign-up-attempt": 1 },
  },
});

export const signingIn = (path: string): Attempt => ({
  go: async ({ anyone, victim, password }) => {
    const { status } = await anyone().post(path, { email: victim, password });
    expect([200, 403]).toContain(status);
  },
  gets: { "pre-hijacked": NONE, unconfirmed: most("email-verification") },
});

export const CHANGING_PASSWORD: Attempt = {
  async go(fixture) {
    const attacker = await fixture.attacker();
    const newPassword = `${PASSWORD} ${fixture.unique()}`;
    await succeed(
      attacker.post("/api/auth/change-password", {
        currentPassword: fixture.password,
        newPassword,
      }),
    );
    fixture.password = newPassword;
  },
  gets: { "pre-hijacked": NONE },
};

/**
 * The victim's email as the new one of another account; and another one as the new one of the
 * victim's.
 */
export const CHANGING_EMAIL: Attempt = {
  async go(fixture) {
    await succeed(
      (await fixture.accomplice()).post("/api/auth/change-email", { newEmail: fixture.victim }),
    );
    if (fixture.mailbox === "pre-hijacked")
      await succeed(
        (await fixture.attacker()).post("/api/auth/change-email", { newEmail: fixture.unique() }),
      );
  },
  gets: { free: most("email-change"), "pre-hijacked": NONE, owned: NONE },
};

/**
 * The attacker moves on to an email of their own, and the victim's is free to be signed up with
 * again.
 */
export const MOVING_ON: Attempt = {
  async go(fixture) {
    const { service, victim } = fixture;
    const agent = fixture.anyone();
    await succeed(agent.post("/api/auth/sign-up", { email: victim, password: PASSWORD }));
    const newEmail = fixture.unique();
    await succeed(agent.post("/api/auth/change-email", { newEmail }));
    await fixture.deliver();
    const token = new URL(service.inbox.linkFor(newEmail)).searchParams.get("token");
    await succeed(fixture.anyone().post("/api/auth/change-email/confirm", { token }));
  },
  gets: { free: most("email-verification") },
};

/** A provider that has not verified the email it tells. */
function admit({ stub, unique, victim }: Fixture): void {
  stub.admit({ sub: unique(), email: victim, email_verified: false, name: "Mallory" });
}
export const ARRIVING: Attempt = {
  async go(fixture) {
    admit(fixture);
    expect((await travel(fixture.anyone(), fixture.stub)).status).toBe(302);
  },
  // The first arrival makes the account, and the others are refused.
  gets: {
    free: { "email-verification": 1 },
    "pre-hijacked": NONE,
    unconfirmed: NONE,
    owned: { "account-not-linked": 1 },
  },
};
async function link(fixture: Fixture): Promise<Agent> {
  const attacker = await fixture.attacker();
  admit(fixture);
  const { headers } = await openCallback(
    attacker,
    await fixture.stub.visit(await requestAuthorization(attacker, {}, LINK)),
  );
  expect(headers.location).not.toContain("error=");
  return attacker;
}
export const LINKING: Attempt = { go: link, gets: { "pre-hijacked": NONE } };
export const UNLINKING: Attempt = {
  async go(fixture) {
    const attacker = await link(fixture);
    const accounts = await listAccounts(attacker);
    const accountId = accounts.find(({ providerId }) => providerId === "acme")!.id;
    await succeed(attacker.post(UNLINK, { accountId }));
  },
  gets: { "pre-hijacked": NONE },
};

async function addPasskey(fixture: Fixture): Promise<Agent> {
  const attacker = await fixture.attacker();
  await succeed(register(attacker, authenticatorOn()));
  return attacker;
}
export const ADDING_PASSKEY: Attempt = { go: addPasskey, gets: { "pre-hijacked": NONE } };
export const REMOVING_PASSKEY: Attempt = {
  async go(fixture) {
    const attacker = await addPasskey(fixture);
    const { id } = (await listPasskeys(attacker))[0]!;
    await succeed(attacker.post(DELETE_PASSKEY, { id }));
  },
  gets: { "pre-hijacked": NONE },
};

export const DELETING: Attempt = {
  async go(fixture) {
    const attacker = await fixture.attacker();
    await succeed(attacker.post(DELETION, { password: fixture.password }), 202);
    await fixture.deliver();
    await succeed(attacker.send(DELETION, { method: "DELETE" }), 204);
  },
  gets: { "pre-hijacked": NONE },
};

export const EXPORTING: Attempt = {
  async go(fixture) {
    const { status } = await (await fixture.attacker()).post(EXPORT);
    expect([202, 429]).toContain(status);
  },
  gets: { "pre-hijacked": NONE },
};

/** Only a user with a verified email address invites. */
export const inviting = (path: (organizationId: string) => string): Attempt => ({
  async go(fixture) {
    const accomplice = await fixture.accomplice();
    const made = await succeed(accomplice.post(ORGANIZATIONS, { name: "Bigcorp" }), 201);
    const { id } = readJson(made.body, { id: "string" });
    const reply = accomplice.post(path(id), {
      email: fixture.victim,
      role: "member",
      organizationId: id,
    });
    expect((await reply).body).toMatchObject({ code: "EMAIL_VERIFICATION_REQUIRED" });
  },
  gets: { free: NONE, "pre-hijacked": NONE, owned: NONE },
});
