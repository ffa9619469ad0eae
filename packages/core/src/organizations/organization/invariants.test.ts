import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createInbox } from "@acme/auth-testing";
import { anyString } from "@acme/auth-testing/matchers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestAuth, nobody as client } from "../../../test/worlds.js";
import type { Caller } from "../../account/session/caller-store.js";
import type { Auth } from "../../auth.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { Secret } from "../../kernel/secret.js";
import type { Store } from "../../store/store.js";
import type { Metadata } from "./metadata.js";

const ADA = parseEmailAddress("ada@example.com")!;
const LONG_URL = `https://example.com/${"a".repeat(2_048)}`;

/**
 * What http refuses of each field, and an application that calls the library must not store either.
 */
const BAD_NAMES = ["a\u0000b", "a\nb", "a\u0085b", "\ud800", "a".repeat(201), "😀".repeat(201)];
const BAD_SLUGS = ["", "-acme", "acme-", "Acme", "a b", "ä", "a".repeat(64)];
const BAD_URLS = ["", "javascript:alert(1)", "/logo.png", "https://", "https://a\u0000", LONG_URL];

describe("an application that calls the library itself", () => {
  let auth: Auth;
  let ada: Caller;
  let inbox: ReturnType<typeof createInbox>;
  let store: Store;
  let close: () => Promise<void>;

  beforeEach(async () => {
    const opened = await openMemoryStore();
    store = opened;
    close = () => opened.close();
    inbox = createInbox();
    auth = createTestAuth({ store, mailer: inbox });
    await auth.emailOtp.send(ADA, "sign-in", client);
    await auth.worker.runDue();
    const otp = new Secret(inbox.codeFor(ADA));
    const { token } = await auth.emailOtp.signIn({ email: ADA, otp, name: " Ada " }, client);
    ada = (await auth.sessions.identify({ sessionToken: token, organization: null }))!;
  });
  afterEach(() => close());

  const refusal = (path: string): object => ({
    code: "VALIDATION_ERROR",
    issues: [{ path, message: anyString() }],
  });

  it.each([
    ...["", " ", ...BAD_NAMES].map((name) => ["name", { name }] as const),
    ...BAD_SLUGS.map((slug) => ["slug", { slug }] as const),
    ...BAD_URLS.map((logo) => ["logo", { logo }] as const),
    ...[{ a: Infinity }, { a: new Date(0) }, []].map(
      (metadata) => ["metadata", { metadata: metadata as Metadata }] as const,
    ),
  ])("stores no organization whose %s is %j", async (path, fault) => {
    const good = { name: "Acme", slug: "acme", logo: null, metadata: {} };
    await expect(
      auth.organizations.create(ada, { ...good, ...fault }, client),
    ).rejects.toMatchObject(refusal(path));
    expect(await auth.organizations.list(ada)).toEqual([]);

    const { organization } = await auth.organizations.create(ada, good, client);
    const granted = await auth.accessControl.authorizeIn(
      ada,
      { organizationId: organization.id, permission: "org:update" },
      client,
    );
    await expect(auth.organizations.update(granted, fault, client)).rejects.toMatchObject(
      refusal(path),
    );
    expect((await auth.organizations.list(ada))[0]?.organization).toEqual(organization);
  });

  it.each([
    ...BAD_NAMES.map((name) => ["name", { name }] as const),
    ...BAD_URLS.map((image) => ["image", { image }] as const),
  ])("stores no profile whose %s is %j", async (path, fault) => {
    await expect(auth.profiles.update(ada, fault, client)).rejects.toMatchObject(refusal(path));
    expect(await store.users.findById(ada.user.id)).toMatchObject(ada.user);
    const email = parseEmailAddress("grace@example.com")!;
    const good = { email, password: new Secret("long enough a password"), name: "", image: null };
    await expect(
      auth.passwords.signUp({ ...good, redirectTo: null, ...fault }, client),
    ).rejects.toMatchObject(refusal(path));
    expect(await store.users.findByEmail(email)).toBeNull();
  });

  it.each(BAD_NAMES)("mails no magic link and renames no passkey for the name %j", async (name) => {
    const destinations = { callback: null, newUser: null, error: null };
    await expect(
      auth.magicLinks.send({ email: ADA, name, destinations }, client),
    ).rejects.toMatchObject(refusal("name"));
    await expect(
      auth.passkeys.rename(ada, { id: auth.random.id(), name }, client),
    ).rejects.toMatchObject(refusal("name"));
  });

  it("stores no image as a data: URL", async () => {
    const image = "data:image/png;base64,AAAA";
    await expect(auth.profiles.update(ada, { image }, client)).rejects.toMatchObject({
      code: "IMAGE_URL_NOT_SUPPORTED",
    });
  });

  it.each([
    ["Acme", /^acme$/, /^acme-\d{6}$/],
    ["日本", /^\d{6}$/, /^\d{6}$/],
  ])("gets slugs of its own for two organizations called %s", async (name, first, second) => {
    const input = { name, slug: null, logo: null, metadata: {} };
    for (const slug of [first, second]) {
      const { organization } = await auth.organizations.create(ada, input, client);
      expect(organization.slug).toMatch(slug);
    }
  });

  it("has names stored without the white space around them", () => {
    expect(ada.user.name).toBe("Ada");
  });
});
