import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, createSeededRandom, fixedLinks } from "@acme/auth-testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "../../account/session/caller-store.js";
import type { Auth } from "../../auth.js";
import { createAuth } from "../../create-auth.js";
import type { Client } from "../../kernel/client.js";
import { DAY } from "../../kernel/duration.js";
import { parseEmailAddress, type EmailAddress } from "../../kernel/email-address.js";
import type { OrganizationId } from "../../kernel/ids.js";
import { definePolicy } from "../../kernel/policy.js";
import type { Role } from "../../kernel/role.js";
import { Secret } from "../../kernel/secret.js";
import { createKeyRing } from "../../platform/key-ring.js";
import { createDigest } from "../../platform/node-digest.js";
import { createSealer } from "../../platform/node-sealer.js";
import type { Store } from "../../store/store.js";
import { joinOrganization } from "./join-organization.js";
import { arrangeSubscribers } from "../../background/events/subscribers.js";

const nobody: Client = {
  ipAddress: null,
  network: "192.0.2.1",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};
const addressOf = (name: string): EmailAddress => parseEmailAddress(`${name}@example.com`)!;
const GRACE = addressOf("grace");

describe("an invitation", () => {
  const [clock, random] = [createFixedClock(), createSeededRandom()];
  let store: Store;
  let close: () => Promise<void>;
  let auth: Auth;
  let inbox: ReturnType<typeof createInbox>;
  let ada: Caller;
  let organizationId: OrganizationId;

  beforeEach(async () => {
    const opened = await openMemoryStore();
    store = opened;
    close = () => opened.close();
    inbox = createInbox();
    auth = createAuth({
      store,
      mailer: inbox,
      links: fixedLinks,
      secret: Buffer.alloc(32, 7).toString("base64"),
      ports: { clock, random },
    });
    ada = await signIn("ada");
    const input = { name: "Acme", slug: "acme", logo: null, metadata: {} };
    organizationId = (await auth.organizations.create(ada, input, nobody)).organization.id;
  });
  afterEach(() => close());

  async function signIn(name: string): Promise<Caller> {
    const email = addressOf(name);
    await auth.emailOtp.send(email, "sign-in", nobody);
    await auth.worker.runDue();
    const otp = new Secret(inbox.codeFor(email));
    const { token } = await auth.emailOtp.signIn({ email, otp }, nobody);
    return (await auth.sessions.identify({ sessionToken: token, organization: null }))!;
  }
  const granted = (caller = ada) =>
    auth.accessControl.authorizeIn(
      caller,
      { organizationId, permission: "org:invitations:write" },
      nobody,
    );
  const invite = async (role: Role, email = GRACE) =>
    auth.invitations.invite(await granted(), { email, role }, nobody);
  /** The subjects of what is delivered next to that person. */
  async function deliveredTo(email: EmailAddress) {
    const before = inbox.mails.length;
    await auth.worker.runDue();
    return inbox.mails.slice(before).flatMap(({ to, subject }) => (to === email ? [subject] : []));
  }

  it("says how many days it works", async () => {
    await invite("member");
    await auth.worker.runDue();
    expect(inbox.last(GRACE).text).toContain(
      "It works for 7 days, and for this email address alone.",
    );
  });

  it("to become an owner is told to the owners, one to another role is not", async () => {
    await invite("admin");
    expect(await deliveredTo(ada.user.email)).toEqual([]);
    await invite("owner", addressOf("katherine"));
    expect(await deliveredTo(ada.user.email)).toEqual([
      "An invitation to own an organization at Acme was sent",
    ]);
  });

  it("that is accepted is told to the owners when it made another owner, and only then", async () => {
    const [grace, katherine] = [await signIn("grace"), await signIn("katherine")];
    const asMember = await invite("member");
    const asOwner = await invite("owner", katherine.user.email);
    await auth.worker.runDue();
    await auth.invitations.accept(grace, { id: asMember.id }, nobody);
    expect(await deliveredTo(ada.user.email)).toEqual([]);
    await auth.invitations.accept(katherine, { id: asOwner.id }, nobody);
    expect(await deliveredTo(ada.user.email)).toHaveLength(1);
  });

  it("to become an owner needs a fresh session, one to another role does not", async () => {
    clock.advance(2 * DAY);
    await expect(invite("owner")).rejects.toMatchObject({ code: "SESSION_NOT_FRESH" });
    expect(await invite("admin")).toMatchObject({ role: "admin", status: "pending" });
  });

  it("is used up by the first of two who take it at once", async () => {
    const grace = await signIn("grace");
    const invitation = await invite("member");
    const keys = createKeyRing([Buffer.alloc(32, 7).toString("base64")]);
    const world = {
      clock,
      random,
      digest: createDigest(keys),
      sealer: createSealer(keys),
      policy: definePolicy(),
      subscribers: arrangeSubscribers([], []),
    };
    const join = () =>
      store.transaction(async (tx) => {
        const organization = await tx.organizations.lock(organizationId);
        const joining = { userId: grace.user.id, organization: organization!, invitation };
        return joinOrganization(tx, world, { ...joining, client: nobody });
      });
    expect(await join()).toMatchObject({ userId: grace.user.id, role: "member" });
    await expect(join()).rejects.toMatchObject({ code: "INVITATION_NOT_FOUND" });
  });
});
