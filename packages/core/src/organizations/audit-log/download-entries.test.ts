import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { createTestAuth, from, nobody, signInByCode } from "../../../test/worlds.js";
import { after, HOUR, SECOND } from "../../kernel/duration.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import type { AuditEntryId } from "../../kernel/ids.js";
import type { ShownAuditEntry } from "./shown-entry.js";

const MOST = 25;
const PAGE = 10;
const PER_HOUR = 8;
const CSV = { format: "csv" };

/** An organization of Ada's whose log has `count` more entries than its founding. */
async function openWorld(count: number) {
  const store = await openMemoryStore();
  const [clock, inbox] = [createFixedClock(), createInbox()];
  const reads: number[] = [];
  const counted = {
    ...store,
    audit: {
      ...store.audit,
      listNamed: (...given: Parameters<typeof store.audit.listNamed>) => {
        reads.push(given[2]);
        return store.audit.listNamed(...given);
      },
    },
  };
  const auth = createTestAuth({
    store: counted,
    mailer: inbox,
    policy: {
      auditDownloadRows: MOST,
      auditDownloadsPerHour: PER_HOUR,
      exportPageRows: PAGE,
      downloadsAtOnce: 2,
    },
    ports: { clock },
  });
  const email = parseEmailAddress("ada@example.com")!;
  const { caller } = await signInByCode({ auth, inbox }, email);
  const acme = { name: "Acme", slug: null, logo: null, metadata: {} };
  const { organization } = await auth.organizations.create(caller, acme, nobody);
  const record = async () => {
    clock.advance(SECOND);
    await store.audit.append({
      id: auth.random.id<AuditEntryId>(),
      at: clock.now(),
      event: "organization.updated",
      userId: caller.user.id,
      organizationId: organization.id,
      ipAddress: null,
      userAgent: null,
      detail: {},
    });
  };
  for (let entry = 0; entry < count; entry++) await record();
  const permission = "org:audit:read";
  const granted = await auth.accessControl.authorizeIn(
    caller,
    { organizationId: organization.id, permission },
    nobody,
  );
  const download = (selection: Parameters<typeof auth.auditLog.download>[1] = CSV, by = nobody) =>
    auth.auditLog.download(granted, selection, by);
  const inLog = async () =>
    (await auth.auditLog.ofOrganization(granted, { after: null, limit: 100 })).entries;
  return { auth, clock, caller, reads, record, download, inLog };
}

async function read(pages: AsyncIterable<readonly ShownAuditEntry[]>) {
  const read: (readonly ShownAuditEntry[])[] = [];
  for await (const page of pages) read.push(page);
  return { sizes: read.map(({ length }) => length), entries: read.flat() };
}

describe("a download of the audit log", () => {
  // The founding makes two entries.
  it.each([
    [0, [2]],
    [7, [9]],
    [8, [10]],
    [9, [10, 1]],
    [18, [10, 10]],
    [22, [10, 10, 4]],
    [23, [10, 10, 5]],
    [24, [10, 10, 5]],
    [40, [10, 10, 5]],
  ])(
    "of %i entries comes in pages, the newest first and no more than allowed",
    async (count, sizes) => {
      const { download, inLog } = await openWorld(count);
      const before = await inLog();
      const found = await read(await download());
      expect(found.sizes).toEqual(sizes);
      expect(found.entries).toEqual(before.slice(0, MOST));
      const [exported] = await inLog();
      expect(exported).toMatchObject({
        event: "audit.exported",
        actor: { email: "ada@example.com" },
        detail: { format: "csv", filters: "", count: Math.min(MOST, count + 2) },
      });
    },
  );

  it("has what is selected, which its entry says", async () => {
    const { download, inLog, caller, clock } = await openWorld(3);
    const to = clock.now();
    const start = new Date(to.getTime() - 2 * SECOND);
    const selection = { event: "organization.updated", actor: caller.user.id, from: start, to };
    const { entries } = await read(await download({ format: "ndjson", ...selection }));
    expect(entries.map(({ at }) => at)).toEqual([new Date(start.getTime() + SECOND), start]);
    expect((await inLog())[0]?.detail).toEqual({
      format: "ndjson",
      filters: `event=organization.updated actor=${caller.user.id} from=${start.toISOString()} to=${to.toISOString()}`,
      count: 2,
    });
  });

  it("is entered before it is read, each time, and a user may begin so many in an hour", async () => {
    const { download, inLog, clock } = await openWorld(0);
    const exported = async () =>
      (await inLog()).filter(({ event }) => event === "audit.exported").length;
    const first = await download();
    expect(await exported()).toBe(1);
    await read(first);
    for (let time = 2; time <= PER_HOUR; time++) {
      expect((await read(await download())).entries).toHaveLength(2 + time - 1);
      expect(await exported()).toBe(time);
    }
    // A refused one has ended: more of them than run at once are refused for the same reason.
    for (let time = 0; time < 3; time++)
      await expect(download()).rejects.toMatchObject({
        code: "TOO_MANY_REQUESTS",
        retryAt: after(clock.now(), HOUR),
      });
    expect(await exported()).toBe(PER_HOUR);
    clock.advance(HOUR);
    await read(await download());
  });

  it("holds none of what happens after its beginning, and reads nothing ahead", async () => {
    const { download, record, reads } = await openWorld(20);
    reads.length = 0;
    const pages: AsyncIterator<readonly ShownAuditEntry[], unknown> = (await download())[
      Symbol.asyncIterator
    ]();
    const next = async () => {
      const { done, value } = await pages.next();
      return done === true ? null : value;
    };
    const first = await next();
    await record();
    expect(reads).toHaveLength(1);
    const second = await next();
    expect(reads).toHaveLength(2);
    const newest = first?.[0]?.at.getTime();
    for (const { at } of second ?? []) expect(at.getTime()).toBeLessThan(newest ?? 0);
    await pages.return?.();
    expect(await next()).toBeNull();
    expect(reads).toHaveLength(2);
  });

  it("runs with as many others of the organization and network as are allowed, until it is read or left", async () => {
    const { download } = await openWorld(20);
    const left = (await download())[Symbol.asyncIterator]();
    const other = await download();
    await expect(download()).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    await read(await download(CSV, from("198.51.100.1")));
    await left.return?.();
    await read(await download());
    await read(other);
    const both = [await download(), await download()];
    await expect(download()).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    for (const each of both) await read(each);
  });
});
