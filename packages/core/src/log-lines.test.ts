import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox } from "@acme/auth-testing";
import { anyString } from "@acme/auth-testing/matchers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestAuth, loggerTo, nobody, PASSWORD } from "../test/worlds.js";
import type { Caller } from "./account/session/caller-store.js";
import type { Auth } from "./auth.js";
import { DAY } from "./kernel/duration.js";
import { type EmailAddress, parseEmailAddress } from "./kernel/email-address.js";
import { type ExportRequestId, toId } from "./kernel/ids.js";
import { Secret } from "./kernel/secret.js";
import type { PermissionId } from "./organizations/access-control/permissions.js";
import type { LogFields } from "./ports/logger.js";

const addressOf = (name: string): EmailAddress => parseEmailAddress(`${name}@example.com`)!;
const ADA = addressOf("ada");

describe("operators read in the log", () => {
  const clock = createFixedClock();
  let lines: (readonly [level: string, event: string, fields?: LogFields])[];
  let inbox: ReturnType<typeof createInbox>;
  let auth: Auth;
  let close: () => Promise<void>;

  beforeEach(async () => {
    lines = [];
    const store = await openMemoryStore();
    close = () => store.close();
    inbox = createInbox();
    auth = createTestAuth({
      store,
      mailer: inbox,
      passwordBlocklist: "warn",
      ports: { clock },
      logger: loggerTo(({ level, event, fields }) =>
        lines.push(fields ? [level, event, fields] : [level, event]),
      ),
    });
  });
  afterEach(() => close());

  /** The lines that `work` causes, those of delivered mails aside. */
  async function linesOf(work: () => Promise<unknown>) {
    const before = lines.length;
    await work();
    return lines.slice(before).filter(([, event]) => event !== "mail_sent");
  }
  const refused = (work: () => Promise<unknown>) => linesOf(() => work().catch(() => null));

  const token = (to = ADA) => new Secret(new URL(inbox.linkFor(to)).searchParams.get("token")!);
  const callerOf = async (sessionToken: Secret): Promise<Caller> =>
    (await auth.sessions.identify({ sessionToken, organization: null }))!;

  async function sendCode(type: "sign-in" | "email-verification" | "forget-password", to = ADA) {
    await (type === "forget-password"
      ? auth.passwordReset.requestCode(to, nobody)
      : auth.emailOtp.send(to, type, nobody));
    await auth.worker.runDue();
    return new Secret(inbox.codeFor(to));
  }
  async function signIn(email = ADA): Promise<Caller> {
    const otp = await sendCode("sign-in", email);
    return callerOf((await auth.emailOtp.signIn({ email, otp }, nobody)).token);
  }
  const signUp = (email = ADA, password = PASSWORD) =>
    auth.passwords.signUp({ email, password, name: "Ada", image: null, redirectTo: null }, nobody);
  const signInByPassword = (password = PASSWORD) =>
    auth.passwords.signIn({ email: ADA, password, redirectTo: null }, nobody);

  describe("of a mailed code", () => {
    it("that it was asked for, what for, and by whom", async () => {
      expect(await linesOf(() => sendCode("sign-in"))).toEqual([
        ["info", "code_requested", { type: "sign-in", to: "a***@example.com" }],
      ]);
    });

    it("that it was refused, and why", async () => {
      await sendCode("sign-in");
      const attempt = { email: ADA, otp: new Secret("no code") };
      const line = { method: "email-otp", type: "sign-in", to: "a***@example.com" };
      expect(await refused(() => auth.emailOtp.signIn(attempt, nobody))).toEqual([
        ["warn", "authn_login_fail", { ...line, code: "INVALID_OTP" }],
      ]);
      clock.advance(DAY);
      expect(await refused(() => auth.emailOtp.signIn(attempt, nobody))).toEqual([
        ["warn", "authn_login_fail", { ...line, code: "OTP_EXPIRED" }],
      ]);
    });

    it("who signed in with it", async () => {
      const otp = await sendCode("sign-in");
      const found = await linesOf(() => auth.emailOtp.signIn({ email: ADA, otp }, nobody));
      const { user } = await signIn();
      expect(found).toEqual([
        ["info", "authn_login_success", { method: "email-otp", userId: user.id }],
      ]);
    });

    it("whose email address it verified", async () => {
      const { user } = await signUp();
      const otp = await sendCode("email-verification");
      expect(await linesOf(() => auth.emailOtp.verifyEmail({ email: ADA, otp }, nobody))).toEqual([
        ["info", "email_verified", { userId: user.id }],
      ]);
    });
  });

  describe("of a password", () => {
    it("who signs up, and whether the email address was taken", async () => {
      expect(await linesOf(() => signUp())).toEqual([
        ["info", "sign_up", { taken: false, to: "a***@example.com" }],
      ]);
      expect(await refused(() => signUp())).toEqual([
        ["info", "sign_up", { taken: true, to: "a***@example.com" }],
      ]);
    });

    it("that a common one was allowed", async () => {
      const found = await linesOf(() => signUp(ADA, new Secret("password123")));
      expect(found[0]).toEqual(["warn", "password_common"]);
    });

    it("who signed in with it", async () => {
      const { user } = await signUp();
      expect(await linesOf(() => signInByPassword())).toEqual([
        ["info", "authn_login_success", { method: "password", userId: user.id }],
      ]);
    });

    it("that it was wrong, and that there were too many of them", async () => {
      await signUp();
      const line = { method: "password", to: "a***@example.com" };
      const wrong = () => signInByPassword(new Secret("wrong horse battery"));
      expect(await refused(wrong)).toEqual([["warn", "authn_login_fail", line]]);
      for (let more = 0; more < 20; more++) await wrong().catch(() => null);
      expect(await refused(wrong)).toEqual([["warn", "authn_login_lock", line]]);
    });

    it("who changed it", async () => {
      const { user, signedIn } = await signUp();
      const caller = await callerOf(signedIn!.token);
      const next = new Secret("another horse battery");
      expect(
        await linesOf(() => auth.passwords.change(caller, { current: PASSWORD, next }, nobody)),
      ).toEqual([["info", "authn_password_change", { userId: user.id }]]);
    });

    it("that a reset was asked for and happened, by link and by code", async () => {
      await signUp();
      await auth.worker.runDue();
      const next = new Secret("another horse battery");
      const done = ["info", "authn_password_change", { to: "a***@example.com", by: "reset" }];
      expect(await linesOf(() => auth.passwordReset.requestLink(ADA, null, nobody))).toEqual([
        ["info", "password_reset_requested", { to: "a***@example.com" }],
      ]);
      await auth.worker.runDue();
      expect(
        await linesOf(() => auth.passwordReset.byLink({ token: token(), next }, nobody)),
      ).toEqual([done]);
      const otp = await sendCode("forget-password");
      expect(
        await linesOf(() => auth.passwordReset.byCode({ email: ADA, otp, next }, nobody)),
      ).toEqual([done]);
    });
  });

  describe("of a mailed link", () => {
    const request = {
      email: ADA,
      name: "",
      destinations: { callback: "/home", newUser: null, error: null },
    };

    it("that it was asked for, and who signed in with it", async () => {
      expect(await linesOf(() => auth.magicLinks.send(request, nobody))).toEqual([
        ["info", "magic_link_requested", { to: "a***@example.com" }],
      ]);
      await auth.worker.runDue();
      const found = await linesOf(() => auth.magicLinks.signIn(token(), nobody));
      const { user } = await signIn();
      expect(found).toEqual([
        ["info", "authn_login_success", { method: "magic-link", userId: user.id }],
      ]);
    });

    it("that it was refused", async () => {
      expect(await refused(() => auth.magicLinks.signIn(new Secret("no link"), nobody))).toEqual([
        ["warn", "authn_login_fail", { method: "magic-link" }],
      ]);
    });

    it("that an email address is verified by it", async () => {
      const { user } = await signUp();
      expect(await linesOf(() => auth.emailVerification.resend(ADA, null, nobody))).toEqual([
        ["info", "verification_requested", { to: "a***@example.com" }],
      ]);
      await auth.worker.runDue();
      expect(await linesOf(() => auth.emailVerification.verify(token(), nobody))).toEqual([
        ["info", "email_verified", { userId: user.id }],
      ]);
    });

    it("that a change of email address is cancelled", async () => {
      const caller = auth.sessions.requireFresh(await signIn());
      const input = { to: addressOf("countess"), redirectTo: null };
      await auth.emailChange.request(caller, input, nobody);
      expect(await linesOf(() => auth.emailChange.cancel(caller, nobody))).toEqual([
        ["info", "email_change_cancelled", { userId: caller.user.id }],
      ]);
    });

    it("that an email address is changed by it", async () => {
      const caller = auth.sessions.requireFresh(await signIn());
      const to = addressOf("countess");
      expect(
        await linesOf(() => auth.emailChange.request(caller, { to, redirectTo: null }, nobody)),
      ).toEqual([["info", "email_change_requested", { userId: caller.user.id }]]);
      await auth.worker.runDue();
      expect(await linesOf(() => auth.emailChange.confirm(token(to), nobody))).toEqual([
        ["info", "email_changed", { userId: caller.user.id }],
      ]);
    });
  });

  it("that a suspended user was refused, by each way to sign in", async () => {
    const { user } = await signUp();
    const line = { code: "ACCOUNT_SUSPENDED", userId: user.id };
    const request = {
      email: ADA,
      name: "",
      destinations: { callback: "/home", newUser: null, error: null },
    };
    const otp = await sendCode("sign-in");
    await auth.magicLinks.send(request, nobody);
    await auth.worker.runDue();
    const link = token();
    await auth.users.suspend(user.id, { operator: "jane@support" });
    for (const [method, signInBy] of [
      ["password", () => signInByPassword()],
      ["email-otp", () => auth.emailOtp.signIn({ email: ADA, otp }, nobody)],
      ["magic-link", () => auth.magicLinks.signIn(link, nobody)],
    ] as const)
      expect(await refused(signInBy)).toEqual([["warn", "authn_login_fail", { method, ...line }]]);
  });

  it("and users read in their mail who recovered their account: who can read their mail, or the operator", async () => {
    const grace = addressOf("grace");
    await signUp();
    const { user } = await signUp(grace);
    const otp = await sendCode("sign-in");
    await auth.emailOtp.signIn({ email: ADA, otp }, nobody);
    await auth.users.markEmailVerified(user.id, { operator: "jane@support" });
    await auth.worker.runDue();
    const actors = [ADA, grace].map((to) => /^By: .*$/m.exec(inbox.last(to).text)?.[0]);
    expect(actors).toEqual(["By: Someone who can read your mail", "By: The operator"]);
  });

  describe("of sessions", () => {
    it("which one was revoked, by whom", async () => {
      const [first, second] = [await signIn(), await signIn()];
      const { id } = second.session;
      expect(await linesOf(() => auth.sessions.revoke(first, id, nobody))).toEqual([
        ["info", "session_revoked", { userId: first.user.id, sessionId: id }],
      ]);
      expect(await linesOf(() => auth.sessions.revoke(first, id, nobody))).toEqual([]);
    });

    it("how many were revoked", async () => {
      const { user } = await signIn();
      await signIn();
      expect(await linesOf(() => auth.sessions.revokeAll(user.id))).toEqual([
        ["info", "sessions_revoked", { userId: user.id, count: 2 }],
      ]);
    });

    it("which one was signed out", async () => {
      const otp = await sendCode("sign-in");
      const opened = await auth.emailOtp.signIn({ email: ADA, otp }, nobody);
      const signOut = () => auth.sessions.signOut({ ...nobody, sessionToken: opened.token });
      const sessionId = opened.session.id;
      expect(await linesOf(signOut)).toEqual([
        ["info", "session_ended", { userId: opened.user.id, sessionId }],
      ]);
      expect(await linesOf(signOut)).toEqual([]);
    });
  });

  describe("of an organization", () => {
    let ada: Caller;
    let grace: Caller;
    beforeEach(async () => {
      [ada, grace] = [await signIn(), await signIn(addressOf("grace"))];
    });
    const found = async () => {
      const input = { name: "Acme", slug: "acme", logo: null, metadata: {} };
      return (await auth.organizations.create(ada, input, nobody)).organization.id;
    };
    const inviteGrace = async (organizationId: Awaited<ReturnType<typeof found>>) =>
      auth.invitations.invite(
        await auth.accessControl.authorizeIn(
          ada,
          { organizationId, permission: "org:invitations:write" },
          nobody,
        ),
        { email: grace.user.email, role: "member" },
        nobody,
      );
    async function joined() {
      const organizationId = await found();
      const { id } = await inviteGrace(organizationId);
      const { membership } = await auth.invitations.accept(grace, { id }, nobody);
      return { organizationId, memberId: membership.id };
    }

    it("who founded it, and who deleted it", async () => {
      const lines = await linesOf(found);
      const organization = await auth.organizations.activate(ada, { slug: "acme" });
      const line = { userId: ada.user.id, organizationId: organization.id };
      expect(lines).toEqual([["info", "organization_created", line]]);
      const granted = await auth.accessControl.authorizeIn(
        ada,
        { organizationId: organization.id, permission: "org:delete" },
        nobody,
      );
      expect(
        await linesOf(() =>
          auth.organizations.remove(auth.accessControl.requireFresh(granted), nobody),
        ),
      ).toEqual([["info", "organization_deleted", line]]);
    });

    it("that a user was invited, once more, and came", async () => {
      const organizationId = await found();
      const invited = await linesOf(() => inviteGrace(organizationId));
      const [invitation] = await auth.invitations.listMine(grace);
      const invitationId = invitation!.id;
      expect(invited).toEqual([["info", "invitation_created", { organizationId, invitationId }]]);
      const granted = await auth.accessControl.authorizeIn(
        ada,
        { organizationId, permission: "org:invitations:write" },
        nobody,
      );
      expect(await linesOf(() => auth.invitations.resend(granted, invitationId, nobody))).toEqual([
        ["info", "invitation_resent", { organizationId, invitationId }],
      ]);
      expect(
        await linesOf(() => auth.invitations.accept(grace, { id: invitationId }, nobody)),
      ).toEqual([["info", "invitation_accepted", { organizationId, userId: grace.user.id }]]);
    });

    it("that a role was changed, and a member removed", async () => {
      const { organizationId, memberId } = await joined();
      const granted = await auth.accessControl.authorizeIn(
        ada,
        { organizationId, permission: "org:members:write" },
        nobody,
      );
      expect(
        await linesOf(() =>
          auth.memberships.changeRole(granted, { memberId, role: "admin" }, nobody),
        ),
      ).toEqual([["info", "role_changed", { organizationId, memberId, role: "admin" }]]);
      expect(await linesOf(() => auth.memberships.remove(granted, memberId, nobody))).toEqual([
        ["info", "member_removed", { organizationId, memberId }],
      ]);
    });

    it("that a member left", async () => {
      const { organizationId } = await joined();
      expect(await linesOf(() => auth.memberships.leave(grace, organizationId, nobody))).toEqual([
        ["info", "member_left", { organizationId, userId: grace.user.id }],
      ]);
    });

    it("that its ownership was passed on", async () => {
      const { organizationId, memberId } = await joined();
      const granted = await auth.accessControl.authorizeIn(
        ada,
        { organizationId, permission: "org:ownership:transfer" },
        nobody,
      );
      expect(
        await linesOf(() =>
          auth.memberships.transferOwnership(
            auth.accessControl.requireFresh(granted),
            memberId,
            nobody,
          ),
        ),
      ).toEqual([["info", "ownership_transferred", { organizationId, memberId }]]);
    });

    it("that a permission was denied, to whom and where", async () => {
      const { organizationId } = await joined();
      const permission = "org:delete" satisfies PermissionId;
      expect(
        await refused(() =>
          auth.accessControl.authorizeIn(grace, { organizationId, permission }, nobody),
        ),
      ).toEqual([["warn", "authz_fail", { userId: grace.user.id, organizationId, permission }]]);
    });
  });

  describe("of the end of an account", () => {
    it("that an export was asked for, written and fetched", async () => {
      const ada = await signIn();
      let requestId = "";
      expect(
        await linesOf(async () => (requestId = (await auth.dataExport.request(ada, nobody)).id)),
      ).toEqual([["info", "export_requested", { userId: ada.user.id, requestId }]]);
      expect(await linesOf(() => auth.worker.runDue())).toEqual([
        ["info", "export_written", { requestId, outcome: "ready" }],
        ["debug", "job_done", { jobId: anyString(), kind: "produce-export", attempt: 1 }],
      ]);
      const id = toId<ExportRequestId>(requestId);
      const { downloadUrl } = await auth.dataExport.find(ada, id);
      const download = new Secret(new URL(downloadUrl!).searchParams.get("token")!);
      expect(await linesOf(() => auth.dataExport.download(id, download, nobody))).toEqual([
        ["info", "export_downloaded", { requestId }],
      ]);
    });

    it("that a deletion was asked for, cancelled and carried out", async () => {
      const ada = await callerOf((await signUp()).signedIn!.token);
      let requestId = "";
      const ask = async () => {
        const input = { password: PASSWORD, reason: "" };
        requestId = (await auth.accountDeletion.request(ada, input, nobody)).id;
      };
      expect(await linesOf(ask)).toEqual([
        ["info", "deletion_requested", { userId: ada.user.id, requestId }],
      ]);
      expect(await linesOf(() => auth.accountDeletion.cancel(ada, nobody))).toEqual([
        ["info", "deletion_cancelled", { userId: ada.user.id, requestId }],
      ]);
      await ask();
      clock.advance(40 * DAY);
      expect(await linesOf(() => auth.worker.runDue())).toContainEqual([
        "info",
        "deletion_carried_out",
        { requestId, outcome: "completed" },
      ]);
    });
  });
});
