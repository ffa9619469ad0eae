import { expect } from "vitest";
import { POLICY } from "@acme/auth-core";
import type { Agent, Reply } from "./agent.js";
import { DELETION, EXPORT, PASSWORD } from "./leaving.js";
import { arrive, LINK, LIST, setOut, travel, UNLINK } from "./oauth/front-end.js";
import type { StubProvider } from "./oauth/stub-provider.js";
import { authenticatorOn, DELETE_PASSKEY, LIST_PASSKEYS, register } from "./passkeys.js";
import { SEND_CODE, type Service } from "./service.js";
import { ORGANIZATIONS } from "./teams.js";

/** Whose mailbox it is: nobody's here, of an account that somebody else signed up and nobody verified (where sessions may be opened or not), of a verified account. */
export type Mailbox = "free" | "squatted" | "unconfirmed" | "owned";

/** What a mail is asked for; the budget of rules is one for each. */
export const PURPOSES: Readonly<Record<string, string>> = {
  "Your Acme sign-in code": "sign-in",
  "Your Acme verification code": "email-verification",
  "Confirm your address for Acme": "email-verification",
  "Your Acme password reset code": "forget-password",
  "Set a new Acme password": "password-reset",
  "Your Acme sign-in link": "magic-link",
  "Confirm your new address for Acme": "email-change",
  "You are invited to an organization at Acme": "invitation",
  "Somebody tried to sign up for Acme with your address": "sign-up-attempt",
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
  readonly squatter: () => Promise<Agent>;
  /** Signed in to an account of another email that nobody verified. */
  readonly accomplice: () => Promise<Agent>;
  /** The squatter's password; told when it is another. */
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

const CODES: Attempt = {
  async go(fixture) {
    for (const type of ["sign-in", "email-verification", "forget-password"]) {
      const { status } = await fixture.anyone().post(SEND_CODE, { email: fixture.victim, type });
      expect([200, 429]).toContain(status);
      await fixture.deliver();
    }
  },
  gets: {
    free: most("sign-in"),
    squatted: most("sign-in", "email-verification", "forget-password"),
    owned: most("sign-in", "forget-password"),
  },
};

const resetting = (path: string, purpose: string): Attempt =>
  asking(path, { free: NONE, squatted: most(purpose), owned: most(purpose) });
const verifying = (path: string): Attempt =>
  asking(path, {
    free: NONE,
    squatted: most("email-verification"),
    unconfirmed: most("email-verification"),
    owned: NONE,
  });
const linking = (path: string): Attempt =>
  asking(path, {
    free: most("magic-link"),
    squatted: most("magic-link"),
    unconfirmed: most("magic-link"),
    owned: most("magic-link"),
  });

const signingUp = (path: string): Attempt => ({
  go: async ({ anyone, victim }) => {
    const { status } = await anyone().post(path, { email: victim, password: PASSWORD });
    expect([200, 422]).toContain(status);
  },
  gets: {
    free: most("email-verification"),
    squatted: most("email-verification"),
    unconfirmed: most("email-verification"),
    owned: { "sign-up-attempt": 1 },
  },
});

const signingIn = (path: string): Attempt => ({
  go: async ({ anyone, victim, password }) => {
    const { status } = await anyone().post(path, { email: victim, password });
    expect([200, 403]).toContain(status);
  },
  gets: { squatted: NONE, unconfirmed: most("email-verification") },
});

const CHANGING_PASSWORD: Attempt = {
  async go(fixture) {
    const squatter = await fixture.squatter();
    const newPassword = `${PASSWORD} ${fixture.unique()}`;
    await succeed(
      squatter.post("/api/auth/change-password", {
        currentPassword: fixture.password,
        newPassword,
      }),
    );
    fixture.password = newPassword;
  },
  gets: { squatted: NONE },
};

/** The victim's email as the new one of another account; and another one as the new one of the victim's. */
const CHANGING_EMAIL: Attempt = {
  async go(fixture) {
    await succeed(
      (await fixture.accomplice()).post("/api/auth/change-email", { newEmail: fixture.victim }),
    );
    if (fixture.mailbox === "squatted")
      await succeed(
        (await fixture.squatter()).post("/api/auth/change-email", { newEmail: fixture.unique() }),
      );
  },
  gets: { free: most("email-change"), squatted: NONE, owned: NONE },
};

/** The squatter moves on to an email of their own, and the victim's is free to be signed up with again. */
const MOVING_ON: Attempt = {
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
const ARRIVING: Attempt = {
  async go(fixture) {
    admit(fixture);
    expect((await travel(fixture.anyone(), fixture.stub)).status).toBe(302);
  },
  // The first arrival makes the account, and the others are refused.
  gets: { free: { "email-verification": 1 }, squatted: NONE, owned: NONE },
};
async function link(fixture: Fixture): Promise<Agent> {
  const squatter = await fixture.squatter();
  admit(fixture);
  const { headers } = await arrive(
    squatter,
    await fixture.stub.visit(await setOut(squatter, {}, LINK)),
  );
  expect(headers.location).not.toContain("error=");
  return squatter;
}
const LINKING: Attempt = { go: link, gets: { squatted: NONE } };
const UNLINKING: Attempt = {
  async go(fixture) {
    const squatter = await link(fixture);
    const accounts = (await squatter.get(LIST)).body as readonly {
      readonly id: string;
      readonly providerId: string;
    }[];
    const accountId = accounts.find(({ providerId }) => providerId === "acme")!.id;
    await succeed(squatter.post(UNLINK, { accountId }));
  },
  gets: { squatted: NONE },
};

async function addPasskey(fixture: Fixture): Promise<Agent> {
  const squatter = await fixture.squatter();
  await succeed(register(squatter, authenticatorOn()));
  return squatter;
}
const ADDING_PASSKEY: Attempt = { go: addPasskey, gets: { squatted: NONE } };
const REMOVING_PASSKEY: Attempt = {
  async go(fixture) {
    const squatter = await addPasskey(fixture);
    const { id } = (
      (await squatter.get(LIST_PASSKEYS)).body as readonly { readonly id: string }[]
    )[0]!;
    await succeed(squatter.post(DELETE_PASSKEY, { id }));
  },
  gets: { squatted: NONE },
};

const DELETING: Attempt = {
  async go(fixture) {
    const squatter = await fixture.squatter();
    await succeed(squatter.post(DELETION, { password: fixture.password }), 202);
    await fixture.deliver();
    await succeed(squatter.send(DELETION, { method: "DELETE" }), 204);
  },
  gets: { squatted: NONE },
};

const EXPORTING: Attempt = {
  async go(fixture) {
    const { status } = await (await fixture.squatter()).post(EXPORT);
    expect([202, 429]).toContain(status);
  },
  gets: { squatted: NONE },
};

/** Only whoever has verified an email of their own invites anybody. */
const inviting = (path: (organizationId: string) => string): Attempt => ({
  async go(fixture) {
    const accomplice = await fixture.accomplice();
    const { id } = (await succeed(accomplice.post(ORGANIZATIONS, { name: "Bigcorp" }), 201))
      .body as { id: string };
    const reply = accomplice.post(path(id), {
      email: fixture.victim,
      role: "member",
      organizationId: id,
    });
    expect((await reply).body).toMatchObject({ code: "EMAIL_VERIFICATION_REQUIRED" });
  },
  gets: { free: NONE, squatted: NONE, owned: NONE },
});

/**
 * Every route of the table, by method and path: how an account that is not verified, or nobody at all, would have it mail a stranger; or that it is
 * quiet, and mails the stranger nothing whatever is sent there.
 */
export const ROUTES: Readonly<Record<string, Attempt | "quiet">> = {
  "POST /api/auth/email-otp/send-verification-otp": CODES,
  "POST /api/auth/email-otp/sign-in": "quiet",
  "POST /api/auth/sign-in/email-otp": "quiet",
  "POST /api/auth/email-otp/check-verification-otp": "quiet",
  "POST /api/auth/email-otp/verify-email": "quiet",
  "POST /api/auth/email-otp/request-password-reset": resetting(
    "/api/auth/email-otp/request-password-reset",
    "forget-password",
  ),
  "POST /api/auth/email-otp/reset-password": "quiet",
  "POST /api/v1/auth/resend-verification": verifying("/api/v1/auth/resend-verification"),
  "POST /api/v1/auth/verify-email": "quiet",
  "GET /api/v1/auth/me": "quiet",
  "GET /api/auth/verify-email": "quiet",
  "POST /api/auth/verify-email": "quiet",
  "POST /api/auth/send-verification-email": verifying("/api/auth/send-verification-email"),
  "POST /api/auth/sign-up/email": signingUp("/api/auth/sign-up/email"),
  "POST /api/auth/sign-up": signingUp("/api/auth/sign-up"),
  "POST /api/auth/sign-in/email": signingIn("/api/auth/sign-in/email"),
  "POST /api/auth/sign-in": signingIn("/api/auth/sign-in"),
  "POST /api/v1/auth/sign-in": signingIn("/api/v1/auth/sign-in"),
  "POST /api/auth/sign-out": "quiet",
  "POST /api/auth/request-password-reset": resetting(
    "/api/auth/request-password-reset",
    "password-reset",
  ),
  "GET /api/auth/reset-password/:token": "quiet",
  "POST /api/auth/reset-password": "quiet",
  "POST /api/auth/change-password": CHANGING_PASSWORD,
  "POST /api/auth/verify-password": "quiet",
  "POST /api/auth/update-user": "quiet",
  "POST /api/auth/change-email": CHANGING_EMAIL,
  "GET /api/auth/change-email/confirm": "quiet",
  "POST /api/auth/change-email/confirm": MOVING_ON,
  "GET /api/auth/get-session": "quiet",
  "GET /api/auth/list-sessions": "quiet",
  "POST /api/auth/revoke-session": "quiet",
  "POST /api/auth/revoke-other-sessions": "quiet",
  "POST /api/auth/revoke-sessions": "quiet",
  "GET /api/v1/me/activity": "quiet",
  "POST /api/auth/magic-link/send": linking("/api/auth/magic-link/send"),
  "POST /api/v1/auth/magic-link/send": linking("/api/v1/auth/magic-link/send"),
  "POST /api/auth/sign-in/magic-link": linking("/api/auth/sign-in/magic-link"),
  "POST /api/auth/magic-link/verify": "quiet",
  "GET /api/auth/magic-link/verify": "quiet",
  "POST /api/auth/sign-in/social": "quiet",
  "GET /api/auth/callback/:provider": ARRIVING,
  "POST /api/auth/link-social": LINKING,
  "GET /api/auth/list-accounts": "quiet",
  "POST /api/auth/unlink-account": UNLINKING,
  "GET /api/v1/auth/methods": "quiet",
  "POST /api/auth/passkey/generate-register-options": "quiet",
  "GET /api/auth/passkey/generate-register-options": "quiet",
  "POST /api/auth/passkey/verify-registration": ADDING_PASSKEY,
  "POST /api/auth/passkey/generate-authentication-options": "quiet",
  "GET /api/auth/passkey/generate-authentication-options": "quiet",
  "POST /api/auth/passkey/generate-authenticate-options": "quiet",
  "GET /api/auth/passkey/generate-authenticate-options": "quiet",
  "POST /api/auth/passkey/verify-authentication": "quiet",
  "GET /api/auth/passkey/list-user-passkeys": "quiet",
  "POST /api/auth/passkey/delete-passkey": REMOVING_PASSKEY,
  "POST /api/auth/passkey/update-passkey": "quiet",
  "POST /api/v1/organizations": "quiet",
  "GET /api/v1/organizations": "quiet",
  "GET /api/v1/organizations/:id": "quiet",
  "PATCH /api/v1/organizations/:id": "quiet",
  "DELETE /api/v1/organizations/:id": "quiet",
  "PUT /api/v1/me/active-organization": "quiet",
  "GET /api/v1/organizations/:id/members": "quiet",
  "PATCH /api/v1/organizations/:id/members/:memberId": "quiet",
  "DELETE /api/v1/organizations/:id/members/:memberId": "quiet",
  "POST /api/v1/organizations/:id/leave": "quiet",
  "POST /api/v1/organizations/:id/transfer-ownership": "quiet",
  "POST /api/v1/organizations/:id/invitations": inviting(
    (id) => `${ORGANIZATIONS}/${id}/invitations`,
  ),
  "GET /api/v1/organizations/:id/invitations": "quiet",
  "POST /api/v1/organizations/:id/invitations/:invitationId/resend": "quiet",
  "DELETE /api/v1/organizations/:id/invitations/:invitationId": "quiet",
  "GET /api/v1/me/invitations": "quiet",
  "POST /api/v1/invitations/accept": "quiet",
  "POST /api/v1/invitations/reject": "quiet",
  "GET /api/auth/invitation": "quiet",
  "GET /api/v1/organizations/:id/audit": "quiet",
  "POST /api/auth/organization/create": "quiet",
  "POST /api/auth/organization/check-slug": "quiet",
  "POST /api/auth/organization/update": "quiet",
  "POST /api/auth/organization/delete": "quiet",
  "POST /api/auth/organization/set-active": "quiet",
  "GET /api/auth/organization/list": "quiet",
  "GET /api/auth/organization/get-organization": "quiet",
  "GET /api/auth/organization/get-full-organization": "quiet",
  "GET /api/auth/organization/get-active-member": "quiet",
  "GET /api/auth/organization/get-active-member-role": "quiet",
  "GET /api/auth/organization/list-members": "quiet",
  "POST /api/auth/organization/remove-member": "quiet",
  "POST /api/auth/organization/update-member-role": "quiet",
  "POST /api/auth/organization/leave": "quiet",
  "POST /api/auth/organization/invite-member": inviting(
    () => "/api/auth/organization/invite-member",
  ),
  "POST /api/auth/organization/accept-invitation": "quiet",
  "POST /api/auth/organization/reject-invitation": "quiet",
  "POST /api/auth/organization/cancel-invitation": "quiet",
  "GET /api/auth/organization/get-invitation": "quiet",
  "GET /api/auth/organization/list-invitations": "quiet",
  "GET /api/auth/organization/list-user-invitations": "quiet",
  "POST /api/auth/organization/has-permission": "quiet",
  "POST /api/v1/me/deletion": DELETING,
  "GET /api/v1/me/deletion": "quiet",
  "DELETE /api/v1/me/deletion": DELETING,
  "POST /api/v1/me/export": EXPORTING,
  "GET /api/v1/me/export/:id": "quiet",
  "GET /api/v1/me/export/:id/download": "quiet",
  "GET /healthz": "quiet",
  "GET /readyz": "quiet",
  "GET /api/v1/openapi.json": "quiet",
  "GET /docs": "quiet",
  "GET /api/auth/ok": "quiet",
  "GET /api/auth/error": "quiet",
};
