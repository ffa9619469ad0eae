import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, createSeededRandom } from "@acme/auth-testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestAuth, createTestWorld, nobody, signInByCode } from "../../../test/worlds.js";
import type { Caller } from "../../account/session/caller-store.js";
import type { Auth } from "../../auth.js";
import { DAY } from "../../kernel/duration.js";
import { type EmailAddress, parseEmailAddress } from "../../kernel/email-address.js";
import type { OrganizationId } from "../../kernel/ids.js";
import type { Role } from "../../kernel/role.js";
import type { Store } from "../../store/store.js";
import { joinOrganization } from "./join-organization.js";

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
    auth = createTestAuth({ store, mailer: inbox, ports: { clock, random } });
    ada = await signIn("ada");
    const input = { name: "Acme", slug: "acme", logo: null, metadata: {} };
    organizationId = (await auth.organizations.create(ada, input, nobody)).organization.id;
  });
  afterEach(() => close());

  async function signIn(name: string): Promise<Caller> {
    const email = addressOf(name);
    return (await signInByCode({ auth, inbox }, email)).caller;
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
    const world = { ...createTestWorld({}, clock), random };
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
