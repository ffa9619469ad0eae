import { setImmediate as turn } from "node:timers/promises";
import type { Caller, Client, ExportRequestId, MembershipId, Store, Tx } from "@acme/auth-core";
import { Secret, toId } from "@acme/auth-core";
import { kyselyOf } from "@acme/auth-kysely";
import { readJson } from "@acme/auth-testing/read-json";
import { withMembers } from "@acme/auth-testing/with-members";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { serviceStarter } from "./describe-service.js";
import { createLeaving } from "./leaving.js";
import { createMeanwhile } from "./meanwhile.js";
import type { DatabaseName, Service } from "./service.js";
import { ORGANIZATIONS } from "./teams.js";

const CLIENT: Client = {
  ipAddress: "192.0.2.77",
  network: "192.0.2.77",
  userAgent: "Held/1.0",
  sessionToken: null,
  browserToken: null,
  organization: null,
};
const IS_BLOCKED =
  "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
interface Gate {
  readonly open: () => void;
  readonly opened: Promise<void>;
}
function gate(): Gate {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), opened };
}

/**
 * Holds the entry of an event in its transaction, when all that comes before it is done. The store
 * does the real work.
 */
function createHold(event: string) {
  const [reached, released] = [gate(), gate()];
  const holding = (tx: Tx): Tx =>
    withMembers(tx, {
      audit: {
        ...tx.audit,
        async append(...given) {
          if (given[0].event === event) {
            reached.open();
            await released.opened;
          }
          return tx.audit.append(...given);
        },
      },
    });
  const wrapStore = (store: Store): Store => ({
    ...store,
    transaction: (work) => store.transaction((tx) => work(holding(tx))),
  });
  return { wrapStore, reached: reached.opened, release: released.open };
}

/** A member who may not change the organization, with an export, whose deletion is due. */
async function openLeaver(service: Service) {
  const leaving = createLeaving(service);
  const owner = await service.signedIn("owner@example.com");
  const organizationId = readJson((await owner.post(ORGANIZATIONS, { name: "Acme" })).body, {
    id: "string",
  }).id;
  const agent = await leaving.member("leaver@example.com");
  const sessionToken = new Secret(agent.cookies.get("session")!);
  const caller = (await service.auth.sessions.identify({ sessionToken, organization: null }))!;
  await service.store.memberships.insertUnlessMember({
    id: service.auth.random.id<MembershipId>(),
    organizationId: toId(organizationId),
    userId: caller.user.id,
    role: "member",
    createdAt: service.clock.now(),
  });
  const exported = await leaving.readyExport(agent);
  const token = new Secret(
    new URL(exported.link, "http://service.test").searchParams.get("token")!,
  );
  await leaving.askDeletion(agent);
  return { caller, organizationId, exportId: toId<ExportRequestId>(exported.id), token };
}
type Leaver = Awaited<ReturnType<typeof openLeaver>>;

const NOTED: Readonly<Record<string, (service: Service, leaver: Leaver) => Promise<unknown>>> = {
  "export.downloaded": ({ auth }, { exportId, token }) =>
    auth.dataExport.download(exportId, token, CLIENT),
  "permission.denied": ({ auth }, { caller, organizationId }) =>
    auth.accessControl
      .authorizeIn(
        caller,
        { organizationId: toId(organizationId), permission: "org:delete" },
        CLIENT,
      )
      .catch(() => null),
};

const EVENTS = Object.keys(NOTED);
const policy = { deletionGraceDays: 0 };

const entriesOf = async (service: Service, event: string) =>
  (await service.rows())
    .filter(({ table, values }) => table === "auth_audit_entry" && values["event"] === event)
    .map(({ values }) => values);

/** Whether the user is gone, and nothing in the log says who it was, or from where. */
async function expectNothingOf(service: Service, { user }: Caller): Promise<void> {
  expect(await service.store.users.findById(user.id)).toBeNull();
  const log = (await service.rows()).filter(({ table }) => table === "auth_audit_entry");
  const said = JSON.stringify(log.map(({ values }) => ({ ...values, detail: null })));
  for (const trace of [user.id, CLIENT.ipAddress!, CLIENT.userAgent!])
    expect(said).not.toContain(trace);
}

const BLANK = { user_id: "null", ip_address: "null", user_agent: "null" };

const DATABASES: readonly DatabaseName[] = ["sqlite", "postgres"];
describe.each(DATABASES)("an entry that no transaction causes, on %s", (database) => {
  const start = serviceStarter(database);

  it.each(EVENTS)("is blanked when its user is erased after it: %s", async (event) => {
    const service = await start({ policy });
    const leaver = await openLeaver(service);
    await NOTED[event]!(service, leaver);
    await service.auth.worker.runDue();
    expect(await entriesOf(service, event)).toMatchObject([BLANK]);
    await expectNothingOf(service, leaver.caller);
  });

  it.each(EVENTS)("is not made of a user who was erased just before: %s", async (event) => {
    const meanwhile = createMeanwhile();
    const service = await start({ policy, wrapStore: meanwhile.options.wrapStore });
    const leaver = await openLeaver(service);
    meanwhile.beforeTransaction(() => service.auth.worker.runDue());
    await NOTED[event]!(service, leaver);
    expect(await entriesOf(service, event)).toEqual([]);
    await expectNothingOf(service, leaver.caller);
  });
});

// On SQLite one transaction ends before the next begins.
describe("on Postgres, where an erasure and an entry meet", () => {
  const start = serviceStarter("postgres");

  const isBlocked = (service: Service): Promise<boolean> =>
    service.store.transaction(async (tx) => {
      const { rows } = await kyselyOf(tx).executeQuery(CompiledQuery.raw(IS_BLOCKED));
      return rows.length > 0;
    });
  /** Until `work` waits for a lock, or has ended without. */
  async function untilItWaits(service: Service, work: Promise<unknown>): Promise<void> {
    const state = { hasEnded: false };
    const end = (): void => void (state.hasEnded = true);
    work.then(end, end);
    do await turn();
    while (!state.hasEnded && !(await isBlocked(service)));
  }

  it.each(EVENTS)("the erasure waits for the entry, and blanks it: %s", async (event) => {
    const hold = createHold(event);
    const service = await start({ policy, wrapStore: hold.wrapStore });
    const leaver = await openLeaver(service);
    const noting = NOTED[event]!(service, leaver);
    await hold.reached;
    const erasing = service.auth.worker.runDue();
    await untilItWaits(service, erasing);
    hold.release();
    await Promise.all([noting, erasing]);
    await service.auth.worker.runDue();
    expect(await entriesOf(service, event)).toMatchObject([BLANK]);
    await expectNothingOf(service, leaver.caller);
  });

  it("the entry waits for the erasure, and is not made", async () => {
    const hold = createHold("deletion.completed");
    const service = await start({ policy, wrapStore: hold.wrapStore });
    const leaver = await openLeaver(service);
    const erasing = service.auth.worker.runDue();
    await hold.reached;
    const noting = NOTED["permission.denied"]!(service, leaver);
    await untilItWaits(service, noting);
    hold.release();
    await Promise.all([noting, erasing]);
    await service.auth.worker.runDue();
    expect(await entriesOf(service, "permission.denied")).toEqual([]);
    await expectNothingOf(service, leaver.caller);
  });
});
