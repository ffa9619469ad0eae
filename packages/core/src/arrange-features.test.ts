import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, fixedLinks } from "@acme/auth-testing";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { describe, expect, it } from "vitest";
import { createTestAuth, nobody, signUpVerified } from "../test/worlds.js";
import { defineEvents } from "./background/audit-log/application-event.js";
import { defineMail } from "./background/mail/mail-part.js";
import { type AnyFeature, type AnyGate, defineFeature, type FeatureEnv } from "./feature.js";
import { SECOND } from "./kernel/duration.js";
import { parseEmailAddress } from "./kernel/email-address.js";
import { defineErrors } from "./kernel/errors.js";
import type { UserId } from "./kernel/ids.js";
import { POLICY } from "./kernel/policy.js";
import { Secret } from "./kernel/secret.js";
import type { Published } from "./store/hearer.js";

const ADA = parseEmailAddress("ada@example.com")!;

const events = defineEvents({ "parcel.sent": { detail: ["parcel"] } });
const errors = defineErrors({ PARCEL_LOST: { kind: "gone", message: "This parcel is lost." } });

const sent = defineMail({
  name: "parcels/sent",
  group: null,
  isLive: ({ parcel }: { readonly parcel: string }) => Promise.resolve(parcel !== "lost"),
  layOut: ({ parcel }, { links }) => ({ values: { parcel }, action: { link: links.home } }),
  texts: {
    en: { subject: ({ app }) => `A parcel of ${app}`, intro: ({ parcel }) => [`It is ${parcel}.`] },
    de: {
      subject: ({ app }) => `Ein Paket von ${app}`,
      intro: ({ parcel }) => [`Es ist ${parcel}.`],
    },
  },
});
const stolen = defineMail({
  name: "parcels/stolen",
  group: "own",
  layOut: (_data: object, { links }) => ({ values: {}, action: { link: links.home } }),
  texts: {
    en: {
      subject: () => "A parcel was stolen",
      intro: () => ["Look after your door."],
      footer: ({ app }) => `${app} tells you of parcels.`,
    },
  },
});

const everyone = { owner: true, admin: true, member: true } as const;
const NEVER = {
  of: "none",
  plantable: false,
  endedByReset: false,
  endedByEmailChange: false,
  erased: "kept",
  exported: null,
} as const;

/** A feature that uses every socket that needs no table, and shows what it was given. */
function parcelsOf(seen: { heard: Published[]; carried: string[] }) {
  return defineFeature({
    name: "parcels",
    events,
    errors,
    mails: [sent, stolen],
    permissions: { "parcels:read": everyone },
    exported: [
      {
        section: "parcels",
        async *rows(store, userId) {
          yield { reader: (await store.users.findById(userId))?.email };
        },
      },
    ],
    jobs: () => ({
      "parcels/carry": {
        carryOut: ({ job }) => {
          seen.carried.push(job.subject);
          if (job.subject === "fragile" && job.attempts === 0) throw new Error("dropped");
          return Promise.resolve();
        },
      },
      "parcels/burn": { carryOut: () => Promise.resolve(), cancel: "never" },
    }),
    hears: () => ({
      hear(_tx, published) {
        seen.heard.push(published);
        return Promise.resolve();
      },
    }),
    create: (env: FeatureEnv) => env,
  });
}

async function openWorld() {
  const store = await openMemoryStore();
  const inbox = createInbox();
  const clock = createFixedClock();
  const seen = { heard: [] as Published[], carried: [] as string[] };
  const auth = createTestAuth({
    store,
    mailer: inbox,
    ports: { clock },
    features: [parcelsOf(seen)],
  });
  const ada = await signUpVerified({ auth, inbox }, ADA);
  const before = inbox.mails.length;
  /** The subjects of the mails since then. */
  const subjects = () =>
    inbox.mails
      .slice(before)
      .map(({ subject }) => subject)
      .sort();
  return { auth, store, inbox, clock, seen, ada, userId: ada.user.id, subjects };
}

describe("a feature", () => {
  it("is on auth as what it builds, and its permissions are in the catalog", async () => {
    const { auth } = await openWorld();
    expect(auth.parcels.clock).toBe(auth.clock);
    expect(auth.accessControl.permissionsOf("member")).toContain("parcels:read");
    expect(auth.events.errors.get("PARCEL_LOST")).toBe(errors.PARCEL_LOST);
  });

  it("hears every event in the transaction that publishes it, refused attempts too", async () => {
    const { auth, seen, ada } = await openWorld();
    seen.heard.length = 0;
    await auth.profiles.update(ada, { name: "Ada Lovelace" }, nobody);
    await expect(
      auth.passwords.signIn(
        { email: ADA, password: new Secret("wrong"), redirectTo: null },
        nobody,
      ),
    ).rejects.toThrow();
    expect(seen.heard.map(({ event }) => event.event)).toEqual([
      "user.updated",
      "password.refused",
    ]);
  });

  it("undoes what an event is about when its hearer fails", async () => {
    const store = await openMemoryStore();
    const deaf = defineFeature({
      name: "deaf",
      hears: () => ({ hear: () => Promise.reject(new Error("deaf")) }),
    });
    const inbox = createInbox();
    const auth = createTestAuth({ store, mailer: inbox, features: [deaf] });
    await expect(signUpVerified({ auth, inbox }, ADA)).rejects.toThrow("deaf");
    expect(await store.users.findByEmail(ADA)).toBeNull();
  });

  it("records its events in the audit log, and others hear of them", async () => {
    const { auth, store, seen, ada, userId } = await openWorld();
    const entry = {
      event: events["parcel.sent"],
      userId,
      organizationId: null,
      client: null,
      detail: { parcel: "heavy" },
    };
    expect(await store.transaction((tx) => auth.parcels.recordEvent(tx, entry))).toBe(true);
    expect(seen.heard.at(-1)?.event).toMatchObject({
      event: "parcel.sent",
      detail: { parcel: "heavy" },
    });
    const { entries } = await auth.auditLog.activity(ada, { after: null, limit: 1 });
    expect(entries).toMatchObject([{ event: "parcel.sent" }]);
  });

  it("has its jobs carried out once, again after a failure, and removed unless they are required", async () => {
    const { auth, store, clock, seen } = await openWorld();
    const { enqueueJob } = auth.parcels;
    await store.transaction(async (tx) => {
      await enqueueJob(tx, { kind: "parcels/carry", subject: "sturdy" });
      await enqueueJob(tx, { kind: "parcels/carry", subject: "fragile" });
      const dueAt = new Date(clock.now().getTime() + 60 * SECOND);
      await enqueueJob(tx, { kind: "parcels/burn", subject: "letters", dueAt });
    });
    await auth.worker.runDue();
    expect(seen.carried.sort()).toEqual(["fragile", "sturdy"]);
    clock.advance(5 * SECOND);
    await auth.worker.runDue();
    expect(seen.carried.sort()).toEqual(["fragile", "fragile", "sturdy"]);
    const [letters] = await auth.worker.listQueued("jobs");
    expect(await auth.worker.remove("jobs", letters!.id)).toBe("required");
  });

  it("sends its mails in the reader's language, in English where a text is missing", async () => {
    const { auth, store, inbox, subjects, ada, userId } = await openWorld();
    await auth.profiles.updatePreferences(ada, { locale: "de" }, nobody);
    await auth.worker.runDue();
    await store.transaction(async (tx) => {
      const cause = { client: null, by: null };
      await auth.parcels.enqueueMail(tx, {
        mail: sent,
        to: userId,
        data: { parcel: "X1" },
        ...cause,
      });
      await auth.parcels.enqueueMail(tx, { mail: stolen, to: userId, data: {}, ...cause });
    });
    await auth.worker.runDue();
    expect(subjects()).toEqual(["A parcel was stolen", "Ein Paket von Acme"]);
    expect(inbox.last(ADA).text + inbox.mails.at(-2)!.text).toContain(
      "Acme (app.example.com): Acme tells you of parcels.",
    );
  });

  it("drops a mail that is of no use any more, and mails no one who is gone", async () => {
    const { auth, store, subjects, userId } = await openWorld();
    const lost = { mail: sent, data: { parcel: "lost" }, client: null, by: null };
    await store.transaction((tx) => auth.parcels.enqueueMail(tx, { ...lost, to: userId }));
    await auth.worker.runDue();
    const stranger = "nobody" as UserId;
    expect(
      await store.transaction((tx) => auth.parcels.enqueueMail(tx, { ...lost, to: stranger })),
    ).toBe(false);
    expect(subjects()).toEqual([]);
  });

  it("counts its notices against their own budget", async () => {
    const { auth, store, subjects, userId } = await openWorld();
    for (let time = 0; time <= POLICY.noticesPerGroup.value; time++)
      await store.transaction((tx) =>
        auth.parcels.enqueueMail(tx, {
          mail: stolen,
          to: userId,
          data: {},
          client: null,
          by: null,
        }),
      );
    await auth.worker.runDue();
    expect(subjects()).toHaveLength(POLICY.noticesPerGroup.value);
  });

  it("leaves its mails and jobs alone in a process that lacks it", async () => {
    const { auth, store, inbox, userId } = await openWorld();
    await store.transaction(async (tx) => {
      await auth.parcels.enqueueJob(tx, { kind: "parcels/carry", subject: "sturdy" });
      const cause = { client: null, by: null };
      await auth.parcels.enqueueMail(tx, {
        mail: sent,
        to: userId,
        data: { parcel: "X1" },
        ...cause,
      });
    });
    const other = createTestAuth({ store, mailer: inbox });
    await other.worker.runDue({ within: SECOND });
    expect(await other.worker.backlog()).toMatchObject({
      mail: { queued: 1, dead: 0 },
      jobs: { queued: 1, dead: 0 },
    });
  });

  it("has a section in the personal export", async () => {
    const { auth, ada } = await openWorld();
    const { id } = await auth.dataExport.request(ada, nobody);
    await auth.worker.runDue();
    const { downloadUrl } = await auth.dataExport.find(ada, id);
    const token = new Secret(new URL(downloadUrl!).searchParams.get("token")!);
    const pieces: Uint8Array[] = [];
    for await (const piece of await auth.dataExport.download(id, token, nobody)) pieces.push(piece);
    expect(JSON.parse(Buffer.concat(pieces).toString())).toMatchObject({
      parcels: [{ reader: ADA }],
    });
  });
});

describe("a sign-in method of a feature", () => {
  const stamps = defineFeature({
    name: "stamps",
    signIn: {
      methods: {
        stamp: {
          offeredBy: null,
          provesMailbox: false,
          credentials: { count: () => Promise.resolve(1) },
          word: "stamp",
        },
      },
    },
    create: ({ store, openSession }) => ({
      signIn: (userId: UserId, method = "stamp") =>
        store.transaction(async (tx) => {
          const user = (await tx.users.lock(userId))!;
          return openSession(tx, { user, method, client: nobody });
        }),
    }),
  });

  async function openStamps() {
    const store = await openMemoryStore();
    const inbox = createInbox();
    const auth = createTestAuth({ store, mailer: inbox, features: [stamps] });
    const { user } = await signUpVerified({ auth, inbox }, ADA);
    return { auth, userId: user.id };
  }

  it("is listed, and opens a session that says so", async () => {
    const { auth, userId } = await openStamps();
    expect(auth.signInMethods.list()).toContainEqual({
      name: "stamp",
      word: "stamp",
      isOffered: true,
    });
    const signedIn = await auth.stamps.signIn(userId);
    expect(signedIn).toMatchObject({ session: { authenticatedBy: "stamp" } });
  });

  it("is none of another's", async () => {
    const { auth, userId } = await openStamps();
    await expect(auth.stamps.signIn(userId, "passkey")).rejects.toThrow(
      new RangeError("passkey is no sign-in method of stamps"),
    );
  });

  it("opens none for a user who is suspended", async () => {
    const { auth, userId } = await openStamps();
    await auth.users.suspend(userId, { operator: "support@example.com: spam" });
    expect(await auth.stamps.signIn(userId)).toEqual({ withheld: "suspended" });
  });
});

describe("features that do not fit together", () => {
  const store = openMemoryStore();
  const authWith = async (...features: readonly AnyFeature[]) =>
    createTestAuth({ store: await store, links: fixedLinks, features } as never);
  const one = (own: Partial<AnyFeature>): AnyFeature => ({
    name: "one",
    ownership: {},
    create: () => null,
    ...own,
  });
  const two = (own: Partial<AnyFeature>): AnyFeature => one({ name: "two", ...own });
  const gateWith = (refuses: AnyGate["refuses"], cookie = "pending-one"): AnyGate => ({
    refuses,
    cookie,
    create: () => ({ ask: () => Promise.resolve("open") }),
  });
  const cases: Readonly<Record<string, readonly [string, ...AnyFeature[]]>> = {
    "a name with a dash": ["one-two is not of letters and digits", one({ name: "one-two" })],
    "one name twice": ["the feature one is given twice", one({}), one({})],
    "a name that auth has": ["auth.sessions is there already", one({ name: "sessions" })],
    "one error twice": ["the error PARCEL_LOST is given twice", one({ errors }), two({ errors })],
    "one event twice": ["the event parcel.sent is given twice", one({ events }), two({ events })],
    "one permission twice": [
      "the permission parcels:read is given twice",
      one({ permissions: { "parcels:read": everyone } }),
      two({ permissions: { "parcels:read": everyone } }),
    ],
    "a limit of the base": [
      "the limit codeTries is given twice",
      one({ limits: { codeTries: POLICY.codeTries } }),
    ],
    "a sign-in method of the base": [
      "the sign-in method passkey is given twice",
      one({
        signIn: {
          methods: {
            passkey: { offeredBy: null, provesMailbox: true, credentials: null, word: "key" },
          },
        },
      }),
    ],
    "a gate that refuses with an error of another": [
      "the gate of two refuses with PARCEL_LOST, which is none of its errors",
      one({ errors }),
      two({ signIn: { gate: gateWith(Object.values(errors)) } }),
    ],
    "a gate with a malformed cookie": [
      "Pending Toll cannot be the name of a cookie",
      one({ errors, signIn: { gate: gateWith(Object.values(errors), "Pending Toll") } }),
    ],
    "one cookie twice": [
      "the cookie pending is given twice",
      one({ signIn: { gate: gateWith([], "pending") } }),
      two({ signIn: { gate: gateWith([], "pending") } }),
    ],
    "a mail of another name": [
      "the mail parcels/sent does not begin with one/",
      one({ mails: [sent] }),
    ],
    "a job of another name": [
      "the job parcels/carry does not begin with one/",
      one({ jobs: () => ({ "parcels/carry": { carryOut: () => Promise.resolve() } }) }),
    ],
    "a section of the base": [
      "memberships cannot be the name of a section",
      one({ exported: [{ section: "memberships", async *rows() {} }] }),
    ],
    "one section twice": [
      "the section parcels is given twice",
      one({ exported: [{ section: "parcels", async *rows() {} }] }),
      two({ exported: [{ section: "parcels", async *rows() {} }] }),
    ],
    "a store without its tables": [
      "one needs the stores places: open the store with its tables",
      one({ ownership: { places: NEVER } }),
    ],
    "a store of the base": ["the store users is given twice", one({ ownership: { users: NEVER } })],
  };

  it("are refused by name", async () => {
    await expectOfEach(
      Object.entries(cases),
      ([name]) => name,
      async ([, [message, ...features]]) => {
        await expect(authWith(...features)).rejects.toThrow(message);
        await expect(authWith(...features)).rejects.toThrow(RangeError);
      },
    );
  });

  it("are refused by name when they were written without types", async () => {
    // @ts-expect-error -- it has no ownership
    await expect(authWith({ name: "one", create: () => null })).rejects.toThrow(
      "one has no ownership: make it with defineFeature",
    );
  });

  it("are refused all at once", async () => {
    await expect(
      authWith(one({ mails: [sent] }), one({ errors }), two({ errors })),
    ).rejects.toThrow(
      "features: the mail parcels/sent does not begin with one/; the feature one is given twice; the error PARCEL_LOST is given twice",
    );
  });
});
