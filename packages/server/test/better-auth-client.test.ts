import { codeOf, declaredRefusals, surface } from "@acme/auth-http";
import * as client from "better-auth/client";
import * as plugins from "better-auth/client/plugins";
import * as nextClient from "better-auth-next/client";
import * as nextPlugins from "better-auth-next/client/plugins";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startedService } from "./describe-service.js";
import { APP_ORIGIN } from "./service.js";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const { devDependencies } = JSON.parse(read("../package.json")) as {
  readonly devDependencies: Readonly<Record<string, string>>;
};
const versionOf = (name: string): string => devDependencies[name]!.replace(/^.*@/, "");

/** The client in both versions that docs/better-auth-client.md names. To the compiler they are one. */
const VERSIONS: readonly {
  readonly version: string;
  readonly createAuthClient: typeof client.createAuthClient;
  readonly plugins: typeof plugins;
}[] = [
  { version: versionOf("better-auth"), createAuthClient: client.createAuthClient, plugins },
  {
    version: versionOf("better-auth-next"),
    createAuthClient: nextClient.createAuthClient as unknown as typeof client.createAuthClient,
    plugins: nextPlugins as unknown as typeof plugins,
  },
];

describe.each(VERSIONS)(
  "better-auth $version",
  ({
    createAuthClient,
    plugins: { emailOTPClient, magicLinkClient, organizationClient, ...others },
  }) => {
    const service = startedService("sqlite");

    /** The client of a page on the front end's origin: it keeps cookies as a browser does. */
    function createClient() {
      const cookies = new Map<string, string>();
      const customFetchImpl: typeof fetch = async (input, init) => {
        const headers = new Headers(init?.headers);
        headers.set("origin", APP_ORIGIN);
        if (cookies.size > 0)
          headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
        const response = await fetch(input, { ...init, headers });
        for (const cookie of response.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
          if (cookie.includes("Max-Age=0")) cookies.delete(name!);
          else cookies.set(name!, value!);
        }
        return response;
      };
      return createAuthClient({
        baseURL: service.url,
        plugins: [emailOTPClient(), magicLinkClient(), organizationClient()],
        fetchOptions: { customFetchImpl },
      });
    }

    type Client = ReturnType<typeof createClient>;

    /** A client that has signed in by code. */
    async function signedIn(email: string): Promise<Client> {
      const client = createClient();
      await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" });
      await service.auth.worker.runDue();
      expect(
        (await client.signIn.emailOtp({ email, otp: service.inbox.codeFor(email) })).error,
      ).toBeNull();
      return client;
    }

    it("the official better-auth client signs in by code, reads its session, and signs out", async () => {
      const client = createClient();
      const email = "ada@example.com";
      expect(await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" })).toEqual({
        data: { success: true },
        error: null,
      });
      await service.auth.worker.runDue();

      const wrong = await client.signIn.emailOtp({
        email,
        otp: service.inbox.codeFor(email) === "000000" ? "111111" : "000000",
      });
      expect(wrong).toMatchObject({ data: null, error: { status: 400, code: "INVALID_OTP" } });

      const signedIn = await client.signIn.emailOtp({ email, otp: service.inbox.codeFor(email) });
      expect(signedIn.error).toBeNull();
      expect(signedIn.data).toMatchObject({
        token: null,
        user: { email, emailVerified: true, createdAt: expect.any(Date) as Date },
      });

      const { data } = await client.getSession();
      expect(data).toMatchObject({
        user: { email },
        session: { userId: signedIn.data!.user.id, expiresAt: expect.any(Date) as Date },
      });

      const { data: sessions } = await client.listSessions();
      expect(sessions).toHaveLength(1);
      expect(await client.revokeOtherSessions()).toMatchObject({ data: { status: true } });

      expect(await client.signOut()).toMatchObject({ data: { success: true } });
      expect((await client.getSession()).data).toBeNull();
      expect(await client.listSessions()).toMatchObject({
        data: null,
        error: { status: 401, code: "UNAUTHORIZED" },
      });
    });

    it("the official client ends its own session by the token it is shown", async () => {
      const client = await signedIn("grace@example.com");
      const { data } = await client.getSession();
      expect(await client.revokeSession({ token: data!.session.token })).toMatchObject({
        data: { status: true },
      });
      expect((await client.getSession()).data).toBeNull();
    });

    it("the official client asks for a magic link and uses it by a fetch of its own", async () => {
      const client = createClient();
      const email = "alan@example.com";
      expect(
        await client.signIn.magicLink({ email, name: "Alan", callbackURL: "/inbox" }),
      ).toMatchObject({ data: { status: true }, error: null });
      await service.auth.worker.runDue();
      const token = new URL(service.inbox.linkFor(email)).searchParams.get("token")!;
      const asFetched = { headers: { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" } };
      const verified = await client.magicLink.verify({ query: { token }, fetchOptions: asFetched });
      expect(verified).toMatchObject({
        data: { token: null, user: { email, name: "Alan" } },
        error: null,
      });
      expect((await client.getSession()).data).toMatchObject({ user: { email } });
    });

    it("the official client founds organizations and works in one of them", async () => {
      const { organization, getSession } = await signedIn("barbara@example.com");
      expect((await organization.checkSlug({ slug: "barbaras" })).data).toEqual({ status: true });
      expect(await organization.getFullOrganization()).toMatchObject({ data: null, error: null });
      const { data: first } = await organization.create({
        name: "Barbara's",
        slug: "barbaras",
        metadata: { plan: "pro" },
      });
      expect(first).toMatchObject({
        name: "Barbara's",
        slug: "barbaras",
        logo: null,
        metadata: { plan: "pro" },
        members: [{ role: "owner" }],
      });
      expect(await organization.checkSlug({ slug: "barbaras" })).toMatchObject({
        data: null,
        error: { status: 409, code: "ORGANIZATION_SLUG_ALREADY_TAKEN" },
      });
      service.clock.advance(1);
      const { data: second } = await organization.create({
        name: "Second",
        slug: "second",
        keepCurrentActiveOrganization: true,
      });
      expect((await organization.list()).data?.map(({ slug }) => slug)).toEqual([
        "barbaras",
        "second",
      ]);
      expect((await getSession()).data).toMatchObject({
        session: { activeOrganizationId: first!.id },
      });

      expect((await organization.setActive({ organizationId: second!.id })).data).toMatchObject({
        id: second!.id,
      });
      expect((await organization.getFullOrganization()).data).toMatchObject({
        id: second!.id,
        members: [{ role: "owner" }],
        invitations: [],
      });
      expect((await organization.update({ data: { name: "Renamed" } })).data).toMatchObject({
        id: second!.id,
        name: "Renamed",
      });
      await organization.setActive({ organizationSlug: "barbaras" });
      expect((await getSession()).data).toMatchObject({
        session: { activeOrganizationId: first!.id },
      });
      expect(
        (await organization.getFullOrganization({ query: { organizationSlug: "second" } })).data,
      ).toMatchObject({ name: "Renamed" });
      expect(await organization.setActive({ organizationId: null })).toMatchObject({
        data: null,
        error: null,
      });
      expect(await organization.getActiveMember()).toMatchObject({
        data: null,
        error: { code: "NO_ACTIVE_ORGANIZATION" },
      });
      expect((await organization.delete({ organizationId: second!.id })).data).toMatchObject({
        id: second!.id,
      });
      expect((await organization.list()).data).toHaveLength(1);
    });

    it("the official client invites, answers invitations, gives roles, removes and leaves", async () => {
      const founder = (await signedIn("edsger@example.com")).organization;
      const [tony, donald] = [
        (await signedIn("tony@example.com")).organization,
        (await signedIn("donald@example.com")).organization,
      ];
      const { data: created } = await founder.create({ name: "Structured", slug: "structured" });
      const organizationId = created!.id;

      service.clock.advance(1);
      const { data: toTony } = await founder.inviteMember({
        email: "tony@example.com",
        role: "member",
      });
      expect(toTony).toMatchObject({
        email: "tony@example.com",
        role: "member",
        status: "pending",
      });
      expect((await tony.listUserInvitations()).data).toMatchObject([
        { id: toTony!.id, organizationName: "Structured" },
      ]);
      expect((await tony.getInvitation({ query: { id: toTony!.id } })).data).toMatchObject({
        organizationSlug: "structured",
        inviterEmail: "edsger@example.com",
      });
      expect(await donald.acceptInvitation({ invitationId: toTony!.id })).toMatchObject({
        error: { status: 404, code: "INVITATION_NOT_FOUND" },
      });
      expect((await tony.acceptInvitation({ invitationId: toTony!.id })).data).toMatchObject({
        invitation: { status: "accepted" },
        member: { role: "member" },
      });
      expect((await tony.getActiveMember()).data).toMatchObject({
        organizationId,
        role: "member",
        user: { email: "tony@example.com" },
      });

      const { data: toDonald } = await founder.inviteMember({
        email: "donald@example.com",
        role: "admin",
      });
      expect((await founder.cancelInvitation({ invitationId: toDonald!.id })).data).toMatchObject({
        status: "canceled",
      });
      const { data: again } = await founder.inviteMember({
        email: "donald@example.com",
        role: "admin",
      });
      expect((await donald.rejectInvitation({ invitationId: again!.id })).data).toMatchObject({
        invitation: { status: "rejected" },
        member: null,
      });
      expect(
        (await founder.listInvitations()).data?.map(({ status }) => status).toSorted(),
      ).toEqual(["accepted", "canceled", "rejected"]);
      expect(await tony.listInvitations()).toMatchObject({
        error: { status: 403, code: "PERMISSION_DENIED" },
      });

      const may = async (client: typeof tony, permissions: object) =>
        (await client.hasPermission({ permissions })).data?.success;
      expect(await may(tony, { member: ["create"] })).toBe(false);
      expect(await may(tony, { "org:members": ["read"] })).toBe(true);
      const { data: listed } = await founder.listMembers();
      expect(listed).toMatchObject({
        total: 2,
        members: [{ role: "owner" }, { role: "member", user: { email: "tony@example.com" } }],
      });
      const memberId = listed!.members[1]!.id;
      expect((await founder.updateMemberRole({ memberId, role: "admin" })).data).toMatchObject({
        id: memberId,
        role: "admin",
      });
      expect((await tony.getActiveMemberRole()).data).toEqual({ role: "admin" });
      expect(await may(tony, { member: ["create"], invitation: ["cancel"] })).toBe(true);
      expect(await may(tony, { org: ["delete"] })).toBe(false);
      expect(await may(founder, { organization: ["delete"], "org:ownership": ["transfer"] })).toBe(
        true,
      );

      expect(await founder.leave({ organizationId })).toMatchObject({
        error: { status: 409, code: "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER" },
      });
      expect((await tony.leave({ organizationId })).data).toMatchObject({
        id: memberId,
        role: "admin",
      });
      const { data: back } = await founder.inviteMember({
        email: "tony@example.com",
        role: "member",
      });
      await tony.acceptInvitation({ invitationId: back!.id });
      expect(
        (await founder.removeMember({ memberIdOrEmail: "tony@example.com" })).data,
      ).toMatchObject({ member: { role: "member" } });
      expect(await tony.getFullOrganization({ query: { organizationId } })).toMatchObject({
        error: { status: 404, code: "ORGANIZATION_NOT_FOUND" },
      });
    });

    it("the official client finds every code that an organization path answers among its own", async () => {
      const known = organizationClient().$ERROR_CODES;
      // What every path may answer, and what the plugin has no code for.
      const ours = new Set([
        "SESSION_NOT_FRESH",
        "IMAGE_URL_NOT_SUPPORTED",
        "PERMISSION_DENIED",
        "EMAIL_VERIFICATION_REQUIRED",
        "TOO_MANY_REQUESTS",
      ]);
      const unknown = surface
        .filter(({ path }) => path.startsWith("/api/auth/organization/"))
        .flatMap((route) =>
          declaredRefusals(route).map((code) => ({ path: route.path, code: codeOf(code, route) })),
        )
        .filter(({ code }) => !Object.hasOwn(known, code) && !ours.has(code));
      expect(unknown).toEqual([]);
      // Where our code stays, the plugin has none for that path.
      const denied = surface.filter(
        (route) =>
          route.path.startsWith("/api/auth/organization/") &&
          codeOf("PERMISSION_DENIED", route) === "PERMISSION_DENIED",
      );
      const silent = denied
        .filter((route) => declaredRefusals(route).includes("PERMISSION_DENIED"))
        .map(({ path }) => path);
      expect(silent).toEqual(["/api/auth/organization/list-invitations"]);
    });

    it("the official client has an invitation mailed again", async () => {
      const founder = (await signedIn("niklaus@example.com")).organization;
      await founder.create({ name: "Pascal", slug: "pascal" });
      const invite = (resend: boolean) =>
        founder.inviteMember({ email: "kristen@example.com", role: "member", resend });
      const { data: first } = await invite(false);
      expect(await invite(false)).toMatchObject({
        data: null,
        error: { status: 409, code: "USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION" },
      });
      service.clock.advance(1);
      const { data: again, error } = await invite(true);
      expect(error).toBeNull();
      expect(again).toMatchObject({ id: first!.id, status: "pending" });
    });

    it("the official client sees the password among its accounts, and cannot unlink it", async () => {
      const client = createClient();
      const { data } = await client.signUp.email({
        email: "donald.k@example.com",
        password: "correct horse battery staple",
        name: "Donald",
      });
      const { id, createdAt } = data!.user;
      const { data: accounts } = await client.listAccounts();
      expect(accounts).toEqual([
        {
          id,
          providerId: "credential",
          accountId: id,
          userId: id,
          createdAt,
          updatedAt: createdAt,
          scopes: [],
        },
      ]);
      const unlinked = await client.unlinkAccount({
        providerId: "credential",
        accountId: id,
      } as never);
      expect(unlinked).toMatchObject({
        data: null,
        error: { status: 400, code: "ACCOUNT_NOT_FOUND" },
      });
    });

    it("the official client has no other plugin than those that the document names", () => {
      const document = read("../../../docs/better-auth-client.md");
      const offered = Object.keys({
        emailOTPClient,
        magicLinkClient,
        organizationClient,
        ...others,
      }).filter((name) => name.endsWith("Client"));
      expect(offered.length).toBeGreaterThan(10);
      expect(offered.filter((name) => !document.includes(name))).toEqual([]);
    });
  },
);
