import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, fixedLinks } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { createTestAuth, nobody as client, SECRET, signUp } from "../../../test/worlds.js";
import { defineFeature } from "../../feature.js";
import { after, DAY, MINUTE } from "../../kernel/duration.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { Secret } from "../../kernel/secret.js";
import { silentLogger } from "../../platform/console-logger.js";
import { createTokenSigner } from "../../platform/jose-token-signer.js";
import { createKeyRing } from "../../platform/key-ring.js";
import type { Contributor } from "../../store/contributor.js";

/** An export that Ada has asked for, and that is written by the next run of the worker. */
async function openWorld(contributors: readonly Contributor[] = []) {
  const store = await openMemoryStore();
  const clock = createFixedClock();
  const errors: unknown[] = [];
  const infos: unknown[] = [];
  const auth = createTestAuth({
    store,
    features: [defineFeature({ name: "app", contributors })],
    policy: { jobAttempts: 1 },
    ports: { clock },
    logger: {
      ...silentLogger,
      info: (...line) => void infos.push(line),
      error: (...line) => void errors.push(line),
    },
  });
  const { caller: ada } = await signUp({ auth }, parseEmailAddress("ada@example.com")!);
  const { id } = await auth.dataExport.request(ada, client);
  const findToken = async () => {
    const { downloadUrl } = await auth.dataExport.find(ada, id);
    return new Secret(new URL(downloadUrl!).searchParams.get("token")!);
  };
  const signer = createTokenSigner(createKeyRing([SECRET]), fixedLinks.service);
  /** A token of this service that lives for so long. */
  const signed = (subject: string, lifetime: number) =>
    signer.sign(
      "data-export",
      { subject },
      { issuedAt: clock.now(), expiresAt: after(clock.now(), lifetime) },
    );
  const download = (token: Secret) => auth.dataExport.findDownload(id, token);
  return { store, auth, clock, errors, infos, ada, id, findToken, signed, download };
}

describe("the link of an export", () => {
  it("opens it until, and not at, the instant at which the export expires", async () => {
    const { auth, clock, ada, findToken, download } = await openWorld();
    await auth.worker.runDue();
    const token = await findToken();
    clock.advance(auth.policy.exportLinkLifetime - 1_000);
    expect(await download(token)).toMatchObject({ userId: ada.user.id });
    clock.advance(1_000);
    await expect(download(token)).rejects.toMatchObject({ code: "EXPORT_EXPIRED" });
  });

  it("opens nothing once its own time is over, or the export's, whichever comes first", async () => {
    const { auth, clock, id, signed, download } = await openWorld();
    await auth.worker.runDue();
    const [short, long] = [await signed(id, MINUTE), await signed(id, 400 * DAY)];
    clock.advance(MINUTE);
    await expect(download(short)).rejects.toMatchObject({ code: "EXPORT_EXPIRED" });
    await download(long);
    clock.advance(auth.policy.exportLinkLifetime - MINUTE);
    await expect(download(long)).rejects.toMatchObject({ code: "EXPORT_EXPIRED" });
  });

  it("opens nothing before the document is written, nor another export", async () => {
    const { id, signed, download } = await openWorld();
    await expect(download(await signed(id, DAY))).rejects.toMatchObject({ code: "EXPORT_EXPIRED" });
    for (const token of [await signed("another", DAY), new Secret("no token")])
      await expect(download(token)).rejects.toMatchObject({ code: "EXPORT_NOT_FOUND" });
  });

  it("opens nothing of a user who is suspended", async () => {
    const { auth, ada, findToken, download } = await openWorld();
    await auth.worker.runDue();
    const token = await findToken();
    await auth.users.suspend(ada.user.id, { operator: "jane@support" });
    await expect(download(token)).rejects.toMatchObject({ code: "ACCOUNT_SUSPENDED" });
  });
});

it("an export is found by its own user alone, and one that is asked for twice is the same while it is pending", async () => {
  const { auth, store, ada, id } = await openWorld();
  expect((await auth.dataExport.request(ada, client)).id).toBe(id);
  expect(await auth.dataExport.find(ada, id)).toMatchObject({ downloadUrl: null });
  const other = { ...ada, user: { ...ada.user, id: auth.random.id() } } as typeof ada;
  await expect(auth.dataExport.find(other, id)).rejects.toMatchObject({ code: "EXPORT_NOT_FOUND" });
  expect(await auth.dataExport.list(other)).toEqual([]);
  expect((await auth.dataExport.list(ada)).map(({ request }) => request.id)).toEqual([id]);
  await store.users.delete(ada.user.id);
  await expect(auth.dataExport.request(ada, client)).rejects.toMatchObject({
    code: "UNAUTHORIZED",
  });
});

it("an export that cannot be written has failed, and the log says which and why", async () => {
  const failure = new Error("the notes are away");
  const notes: Contributor = {
    section: "notes",
    // eslint-disable-next-line require-yield -- it fails before
    export: async function* () {
      throw failure;
    },
    eraseWithin: () => Promise.resolve(),
    eraseAfter: () => Promise.resolve(),
  };
  const { auth, errors, ada, id } = await openWorld([notes]);
  await auth.worker.runDue();
  expect(await auth.dataExport.find(ada, id)).toMatchObject({ request: { status: "failed" } });
  expect(errors).toEqual([["export_failed", { requestId: id }, failure]]);
});

describe("the file of an attempt that does not end in a document", () => {
  /** A contributor whose part is written as `work` says. */
  const notesOf = (work: () => Promise<unknown>): Contributor => ({
    section: "notes",
    export: async function* () {
      await work();
      yield {};
    },
    eraseWithin: () => Promise.resolve(),
    eraseAfter: () => Promise.resolve(),
  });

  it("is removed at once when the attempt fails", async () => {
    const { auth, ada, id } = await openWorld([
      notesOf(() => Promise.reject(new Error("the notes are away"))),
    ]);
    await auth.worker.runDue();
    expect(await auth.dataExport.find(ada, id)).toMatchObject({
      request: { errorMessage: "The export could not be made. Ask for a new one." },
    });
    expect(await auth.worker.listQueued("jobs")).toEqual([]);
  });

  it("is removed at once when its user is suspended meanwhile, and the log says so", async () => {
    const meanwhile = { work: (): Promise<unknown> => Promise.resolve() };
    const { auth, infos, ada, id } = await openWorld([notesOf(() => meanwhile.work())]);
    meanwhile.work = () => auth.users.suspend(ada.user.id, { operator: "jane@support" });
    await auth.worker.runDue();
    expect(infos).toContainEqual(["export_written", { requestId: id, outcome: "suspended" }]);
    expect((await auth.worker.listQueued("jobs")).map(({ kind }) => kind)).toEqual([
      "produce-export",
    ]);
  });

  it("is removed at once when its user is gone meanwhile, and the log says that nobody wants it", async () => {
    const meanwhile = { work: (): Promise<unknown> => Promise.resolve() };
    const { auth, store, infos, ada, id } = await openWorld([notesOf(() => meanwhile.work())]);
    meanwhile.work = () => store.users.delete(ada.user.id);
    await auth.worker.runDue();
    expect(infos).toContainEqual(["export_written", { requestId: id, outcome: "unwanted" }]);
    expect(await auth.worker.listQueued("jobs")).toEqual([]);
  });

  it("is not begun while the user is suspended", async () => {
    let begun = 0;
    const world = await openWorld([notesOf(() => Promise.resolve(begun++))]);
    const { auth, store, clock, ada, id } = world;
    // The job is due: it was claimed before the suspension could move it.
    const suspension = { suspendedAt: clock.now(), suspendedUntil: null };
    await store.users.markSuspended(ada.user.id, suspension);
    await auth.worker.runDue();
    expect(begun).toBe(0);
    expect(await auth.worker.listQueued("jobs")).toMatchObject([
      { kind: "produce-export", subject: id, nextAttemptAt: after(clock.now(), DAY) },
    ]);
  });
});

it("an export whose job an operator removes has failed, and its user may ask for another", async () => {
  const { auth, ada, id } = await openWorld();
  const [waiting] = await auth.worker.listQueued("jobs");
  expect(await auth.worker.remove("jobs", waiting!.id)).toBe("removed");
  expect(await auth.dataExport.find(ada, id)).toMatchObject({ request: { status: "failed" } });
  expect((await auth.dataExport.request(ada, client)).id).not.toBe(id);
});
