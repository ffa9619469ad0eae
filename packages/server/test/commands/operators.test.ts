import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEmailAddress, Secret, type UserId } from "@acme/auth-core";
import {
  arrayContaining,
  objectContaining,
  stringContaining,
  stringMatching,
} from "@acme/auth-testing/matchers";
import { parseJson, readJson } from "@acme/auth-testing/read-json";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { openAuth, type OpenedAuth } from "../../src/serving/open-auth.js";
import { newDatabase } from "../prepared-databases.js";
import { DATABASES } from "../service.js";
import { unknownClient as client } from "../unknown-client.js";
import { call, CALLER, callJson, callUntil, environmentOf } from "./called.js";

const ADA = "ada@example.com";
const BEN = "ben@example.com";
const REASON = ["--reason", "ticket 4712"] as const;
const password = new Secret("correct horse battery");
const ENTRIES = { entries: [{ event: "string", operator: "string or null" }] } as const;

describe.each(DATABASES)("commands of operators, on %s", (database) => {
  let env: Readonly<Record<string, string>>;
  let opened: OpenedAuth;
  let folder: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "operators-"));
    env = environmentOf(database, await newDatabase(database));
    opened = await openAuth(readConfig(env).config, { mailer: { deliver: async () => {} } });
    await opened.store.migrate();
  });
  afterEach(async () => {
    await opened.auth.close();
    await opened.store.close();
    rmSync(folder, { recursive: true });
  });

  async function signUp(text = ADA) {
    const email = parseEmailAddress(text)!;
    const input = { email, password, name: "Ada", image: null, redirectTo: null };
    const { user, signedIn } = await opened.auth.passwords.signUp(input, client);
    const proof = { sessionToken: signedIn!.token, organization: null };
    return { id: user.id, identify: () => opened.auth.sessions.identify(proof) };
  }
  /** Ada owns an organization of which Ben is a member. */
  async function found() {
    const [ada, ben] = [await signUp(ADA), await signUp(BEN)];
    const caller = (await ada.identify())!;
    const wish = { name: "Acme", slug: "acme", logo: null, metadata: {} };
    const { organization } = await opened.auth.organizations.create(caller, wish, client);
    await opened.store.memberships.insertUnlessMember({
      id: opened.auth.random.id(),
      organizationId: organization.id,
      userId: ben.id,
      role: "member",
      createdAt: new Date(),
    });
    return { organization, ada, ben };
  }
  const entriesOf = async (id: UserId) =>
    (await opened.auth.users.activity(id, { after: null, limit: 50 })).entries;
  const audited = (event: string) =>
    objectContaining({ event, operator: `${CALLER}: ticket 4712` });

  it("a user is shown with methods, organizations, sessions and the last sign-in", async () => {
    await found();
    const { value } = await callJson(env, "users", "show", ADA);
    expect(value).toMatchObject({
      email: ADA,
      methods: arrayContaining([
        { name: "password", isOffered: true, credentials: 1 },
        { name: "passkey", isOffered: true, credentials: 0 },
        { name: "email-otp", isOffered: true, credentials: null },
      ]),
      passkeys: [],
      providers: [],
      organizations: [{ slug: "acme", role: "owner", isSoleOwner: true }],
      sessions: 1,
      lastSignIn: { method: "password" },
      deletion: null,
      secondFactor: { since: null },
    });
    const { out } = await call(env, "users", "show", ADA);
    expect(out).toMatch(/^password +yes +1$/m);
    expect(out).toMatch(/^mailed code +yes +the mailbox$/m);
    expect(out).toMatch(/^acme +owner, the only one +Acme$/m);
    expect(out).toMatch(/^Last sign-in: 20\S+ by password.*; sessions: 1$/m);
    expect(out).toContain("Second factor: none");
  });

  it("a deletion is started after its grace period, named with what stands in its way, and cancelled", async () => {
    const { ada } = await found();
    const { code, value } = await callJson(env, "users", "delete", ADA, ...REASON);
    const { scheduledFor } = readJson(value, { scheduledFor: "string" });
    expect(code).toBe(0);
    expect(new Date(scheduledFor).getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    const again = await call(env, "users", "delete", ADA, ...REASON);
    expect(again).toMatchObject({
      code: 1,
      err: stringMatching("DELETION_ALREADY_PENDING"),
    });
    const shown = await call(env, "users", "show", ADA);
    expect(shown.out).toContain("only owner of: acme. Give it another owner: auth-server orgs");
    expect((await call(env, "users", "cancel-deletion", ADA, ...REASON)).code).toBe(0);
    expect((await call(env, "users", "cancel-deletion", ADA, ...REASON)).code).toBe(1);
    expect(await entriesOf(ada.id)).toEqual(
      arrayContaining([audited("deletion.requested"), audited("deletion.cancelled")]),
    );
    const { out } = await call(env, "users", "delete", BEN, ...REASON);
    expect(out).toContain(`auth-server users cancel-deletion --reason TEXT -- ${BEN}\n`);
    expect(out).toContain("No mail tells them: the email address is not verified.");
    expect(out).not.toContain("orgs transfer");
  });

  it("an export goes into a new file that only the caller reads, or to the user by the job", async () => {
    const { id } = await signUp();
    const file = join(folder, "it's ada.json");
    const written = await call(env, "users", "export", ADA, file, ...REASON);
    expect(written).toMatchObject({ code: 0, out: stringContaining(`'\\''s ada.json'.\n`) });
    expect(parseJson(readFileSync(file, "utf8"), { user: { email: "string" } }).user.email).toBe(
      ADA,
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, "mine");
    const refused = await call(env, "users", "export", ADA, file, ...REASON);
    expect(refused).toMatchObject({ code: 1, err: stringContaining("nothing was written") });
    expect(readFileSync(file, "utf8")).toBe("mine");
    const unknown = join(folder, "nobody.json");
    expect(
      (await call(env, "users", "export", "nobody@example.com", unknown, ...REASON)).code,
    ).toBe(3);
    expect(existsSync(unknown)).toBe(false);
    const asked = await callJson(env, "users", "export", ADA, ...REASON);
    expect(asked).toMatchObject({ code: 0, value: { id, status: "pending" } });
    await call(env, "users", "suspend", ADA, ...REASON);
    const { out } = await call(env, "users", "export", ADA, ...REASON);
    expect(out).toMatch(
      /mails no one, because .* not verified\. .* waits until .* reinstated\.\n$/,
    );
    const { requestId } = readJson(asked.value, { requestId: "string" });
    const [request] = await opened.store.exportRequests.listNewest(id, 1);
    expect(request?.id).toBe(requestId);
    expect(await entriesOf(id)).toEqual(
      arrayContaining([audited("user.exported"), audited("export.requested")]),
    );
  });

  it("a link for a new password is mailed, as often as the mailbox may be mailed", async () => {
    await signUp();
    const { mailsPerAddress } = opened.auth.policy;
    for (let sent = 0; sent < mailsPerAddress; sent++)
      expect(await callJson(env, "users", "send-reset", ADA)).toMatchObject({
        code: 0,
        value: { email: ADA, queued: true },
      });
    expect(await call(env, "users", "send-reset", ADA)).toMatchObject({
      code: 1,
      err: stringMatching(/^The mailbox has had as many .* Try again at 20\S+Z\.\n$/),
    });
  });

  it("an email address is verified as by a proof of the mailbox, and once", async () => {
    const { id, identify } = await signUp();
    const { code, value } = await callJson(env, "users", "verify", ADA, ...REASON);
    expect({ code, value }).toMatchObject({ code: 0, value: { emailVerified: true } });
    expect(await identify()).toBeNull();
    expect(await opened.store.passwords.find(id)).toBeNull();
    expect(await entriesOf(id)).toContainEqual(audited("user.reclaimed"));
    const again = await call(env, "users", "verify", ADA, ...REASON);
    expect(again).toMatchObject({ code: 0, out: stringContaining("nothing was changed") });
    const ben = await signUp(BEN);
    await call(env, "users", "verify", BEN, "--keep-credentials", ...REASON);
    expect(await ben.identify()).toMatchObject({ user: { emailVerified: true } });
  });

  it("what happened to a user is shown, newest first, with what operators wrote", async () => {
    await signUp();
    await call(env, "users", "suspend", ADA, ...REASON);
    const { value } = await callJson(env, "users", "activity", ADA, "--limit", "1");
    expect(readJson(value, ENTRIES).entries).toEqual([audited("user.suspended")]);
    const { out } = await call(env, "users", "activity", ADA, "--limit", "1");
    const [, more = ""] = /^More: auth-server (.*)$/m.exec(out) ?? [];
    const rest = await callJson(env, ...more.replaceAll("'", "").split(" "));
    expect(readJson(rest.value, ENTRIES).entries.at(-1)?.event).toBe("user.created");
  });

  it("organizations are listed page by page, and shown with their members", async () => {
    const { organization, ada } = await found();
    const wish = { name: "Beta", slug: "beta", logo: null, metadata: {} };
    await opened.auth.organizations.create((await ada.identify())!, wish, client);
    const page = await callJson(env, "orgs", "list", "--limit", "1");
    expect(page.value).toMatchObject({ organizations: [{ slug: "acme" }], next: "acme" });
    const { out } = await call(env, "orgs", "list", "--limit", "1", "--search", "");
    expect(out).toContain("More: auth-server orgs list '--search=' '--limit=1' '--after=acme'\n");
    const next = await callJson(env, "orgs", "list", "--after=acme");
    expect(next.value).toMatchObject({ organizations: [{ slug: "beta" }], next: null });
    for (const named of ["acme", organization.id])
      expect((await callJson(env, "orgs", "show", named)).value).toMatchObject({
        slug: "acme",
        memberCount: 2,
        owners: [{ email: ADA }],
        members: [
          { email: ADA, role: "owner" },
          { email: BEN, role: "member" },
        ],
      });
    const one = await call(env, "orgs", "show", "acme", "--limit", "1");
    expect(one.out).toContain("Members who are not shown: 1.");
  });

  it("an organization gets another owner, and keeps one", async () => {
    const { ada } = await found();
    const transfer = ["orgs", "transfer", "acme"] as const;
    expect((await call(env, ...transfer, BEN)).code).toBe(2);
    expect(await callJson(env, ...transfer, BEN, ...REASON)).toMatchObject({
      code: 0,
      value: { owner: { email: BEN, role: "owner" }, previousOwner: { email: ADA, role: "admin" } },
    });
    expect(await entriesOf(ada.id)).toContainEqual(audited("ownership.transferred"));
    expect(await call(env, ...transfer, BEN, ...REASON)).toMatchObject({
      code: 1,
      err: "Nothing was changed. This user is the only owner.\n",
    });
    await signUp("cleo@example.com");
    expect(await call(env, ...transfer, "cleo@example.com", ...REASON)).toMatchObject({
      code: 1,
      err: stringContaining("no member of acme"),
    });
    await call(env, "users", "suspend", ADA, ...REASON);
    expect((await call(env, ...transfer, ADA, ...REASON)).err).toContain("suspended");
    expect(await call(env, ...transfer, ADA, "--from", ADA, ...REASON)).toMatchObject({ code: 1 });
  });

  it("the audit log is filtered, and each page leads to the next", async () => {
    const { organization } = await found();
    await call(env, "users", "suspend", ADA, ...REASON);
    const eventsOf = async (...filters: readonly string[]) => {
      const { value } = await callJson(env, "audit", "list", ...filters);
      return readJson(value, ENTRIES).entries.map(({ event }) => event);
    };
    const ofAda = ["--user", ADA, "--event", "user.suspended"];
    expect(await eventsOf(...ofAda)).toEqual(["user.suspended"]);
    expect(await eventsOf(...ofAda, "--until", "2001-01-01T00:00:00Z")).toEqual([]);
    expect(await eventsOf(...ofAda, "--since", "2090-01-01T00:00:00+01:00")).toEqual([]);
    const ofAcme = await eventsOf("--organization", "acme");
    expect(ofAcme).toContain("organization.created");
    await opened.store.organizations.delete(organization.id);
    expect(await eventsOf("--organization", organization.id)).toEqual(ofAcme);
    const all = await eventsOf();
    const paged: string[] = [];
    for (let words: readonly string[] = ["audit", "list", "--limit", "2"]; ;) {
      const { value } = await callJson(env, ...words);
      paged.push(...readJson(value, ENTRIES).entries.map(({ event }) => event));
      const { out } = await call(env, ...words);
      const [, more] = /^More: auth-server (.*)$/m.exec(out) ?? [];
      if (more === undefined) break;
      words = more.replaceAll("'", "").split(" ");
    }
    expect(paged).toEqual(all);
    const misspelt = await call(env, "audit", "list", "--event", "user.suspend");
    expect(misspelt.out).toBe('There is no such entry, and no event is called "user.suspend".\n');
  });

  it("the audit log is followed until the command is told to stop, a value per line", async () => {
    await signUp();
    const stop = new AbortController();
    const words = ["audit", "list", "--follow", "--user", ADA, "--limit", "1"];
    const followed = callUntil(stop.signal, env, [...words, "--json"], (text) => {
      if (text.includes("user.suspended")) stop.abort();
    });
    await call(env, "users", "suspend", ADA, ...REASON);
    const { code, out } = await followed;
    expect(code).toBe(0);
    const lines = out.trimEnd().split("\n");
    const last = lines.map((line) => parseJson(line, ENTRIES.entries[0])).at(-1);
    expect(last).toEqual(audited("user.suspended"));
    const text = await callUntil(AbortSignal.abort(), env, words);
    expect(text.out).toMatch(/^20\S+Z {2}user\.suspended {2}ada@example\.com {2}operator: ops: /);
    expect(text.out.split("\n")).toHaveLength(2);
  });

  it("what names nothing ends a command with 3, and a misuse with 2", async () => {
    await found();
    const nobody = "nobody@example.com";
    for (const words of [
      ["users", "delete", nobody, ...REASON],
      ["users", "cancel-deletion", nobody, ...REASON],
      ["users", "export", nobody, ...REASON],
      ["users", "send-reset", nobody],
      ["users", "verify", nobody, ...REASON],
      ["users", "activity", nobody],
      ["orgs", "show", "nowhere"],
      ["orgs", "transfer", "nowhere", BEN, ...REASON],
      ["orgs", "transfer", "acme", nobody, ...REASON],
      ["audit", "list", "--user", nobody],
      ["audit", "list", "--organization", "nowhere"],
    ])
      expect((await call(env, ...words)).code, words.join(" ")).toBe(3);
    for (const words of [
      ["users", "delete", ADA],
      ["users", "cancel-deletion", ADA],
      ["users", "export", ADA, "--reason", " "],
      ["users", "verify", ADA],
      ["users", "activity", "ada"],
      ["orgs", "transfer", "acme", BEN],
      ["audit", "list", "--since", "yesterday"],
      ["audit", "list", "--until", "2030-01-31"],
      ["audit", "list", "--until", "2030-02-31T12:00:00Z"],
      ["audit", "list", "--after", "here"],
      ["audit", "list", "--follow", "--until", "2090-01-31T12:00:00Z"],
    ])
      expect((await call(env, ...words)).code, words.join(" ")).toBe(2);
  });
});
