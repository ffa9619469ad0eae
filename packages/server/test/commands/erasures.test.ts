import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LogFields, type Logger, parseEmailAddress, type UserRecord } from "@acme/auth-core";
import { kyselyOf } from "@acme/auth-kysely";
import { asChecked } from "@acme/auth-testing";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { openAuth, type OpenedAuth } from "../../src/serving/open-auth.js";
import { compose } from "../../src/starting/compose.js";
import { newDatabase } from "../prepared-databases.js";
import { DATABASES } from "../service.js";
import { call, callJson, environmentOf } from "./called.js";

const folder = mkdtempSync(join(tmpdir(), "erasures-"));
afterAll(() => rmSync(folder, { recursive: true }));

const operator = "jane@support";
const OTHER_SECRET = "0TSKkpci5zpRiKuTer-d5B7--k8_MNNcqriIWU4-Iz4";
let ledgers = 0;

describe.each(DATABASES)("a ledger of erasures, on %s", (database) => {
  let env: Readonly<Record<string, string>>;
  beforeEach(async () => {
    env = {
      ...environmentOf(database, await newDatabase(database)),
      DELETION_GRACE_DAYS: "0",
      ERASURE_LEDGER: join(folder, `ledger-${++ledgers}`),
    };
    await opened(({ store }) => store.migrate());
  });

  async function opened<T>(work: (opened: OpenedAuth) => Promise<T>): Promise<T> {
    const service = await openAuth(readConfig(env).config, { mailer: { deliver: async () => {} } });
    try {
      return await work(service);
    } finally {
      await service.auth.close();
      await service.store.close();
    }
  }

  /** Ada was erased, and a backup from before was restored. */
  const restoreAda = (): Promise<UserRecord> =>
    opened(async ({ auth, store }) => {
      const email = parseEmailAddress("ada@example.com")!;
      const { id } = await auth.users.create({ email, name: "Ada", operator });
      const ada = (await store.users.findById(id))!;
      await auth.users.startDeletion(id, { operator });
      await auth.worker.runDue();
      expect(await store.users.findById(id)).toBeNull();
      await store.users.insertUnlessTaken(asChecked(ada));
      await store.transaction((tx) => sql`delete from auth_erasure`.execute(kyselyOf(tx)));
      return ada;
    });
  const start = () => compose(readConfig(env).config);
  /** What a start warns of. */
  async function warningsOfStart(): Promise<readonly (readonly [string, LogFields?])[]> {
    const warnings: (readonly [string, LogFields?])[] = [];
    const silent = (): void => {};
    const warn: Logger["warn"] = (event, fields) =>
      void warnings.push([event, { ...fields, problem: "" }]);
    const logger = { debug: silent, info: silent, warn, error: silent };
    const composition = await compose(readConfig(env).config, { logger });
    await composition.close();
    return warnings.filter(([event]) => event.startsWith("erasure_ledger"));
  }
  const diagnosis = async () =>
    (await call(env, "doctor")).out
      .split("\n")
      .filter((line) => line.includes("erasure ledger"))
      .join("\n");

  it("keeps a restored backup from being served until its erased users are erased again", async () => {
    const ada = await restoreAda();
    await expect(start()).rejects.toThrow(
      "The database is a restored backup, and 1 erased user is back. Erase them again: auth-server erasures replay",
    );
    expect(await diagnosis()).toMatch(/^problem .*1 erased user is back/);
    const replay = await callJson(env, "erasures", "replay");
    expect(replay).toEqual({
      code: 0,
      value: {
        erased: 1,
        appended: 0,
        organizationsGiven: [],
        organizationsDeleted: [],
        missingKeys: [],
      },
    });
    expect(await call(env, "erasures", "replay")).toEqual({
      code: 0,
      out: "No erased user is present.\n",
      err: "",
    });
    const composition = await start();
    expect(await composition.store.users.findById(ada.id)).toBeNull();
    await composition.close();
    expect(await diagnosis()).toBe(
      "ok       erasure ledger: 1 erasure, and none of their users is present",
    );
    expect(readFileSync(env["ERASURE_LEDGER"]!, "utf8")).toMatch(/^[\w-]{8}\.[\w-]{43}\n$/);
  });

  it("cannot be compared under a secret that is not configured, and the start says so", async () => {
    const ada = await restoreAda();
    const whole = env;
    env = { ...env, SERVICE_AUTH_SECRET: OTHER_SECRET };
    await expect(start()).rejects.toThrow(
      /under secrets that are not configured \([\w-]{8}\)\. Add them to SERVICE_AUTH_PREVIOUS_SECRETS/,
    );
    const replay = await call(env, "erasures", "replay");
    expect(replay.code).toBe(1);
    expect(replay.out).toContain("Add the secrets to SERVICE_AUTH_PREVIOUS_SECRETS");
    env = { ...env, SERVICE_AUTH_PREVIOUS_SECRETS: whole["SERVICE_AUTH_SECRET"]! };
    expect((await call(env, "erasures", "replay")).out).toMatch(/^Erased again: 1\n/);
    await opened(async ({ store }) => expect(await store.users.findById(ada.id)).toBeNull());
  });

  it("that cannot be read keeps the server from starting", async () => {
    env = { ...env, ERASURE_LEDGER: folder };
    await expect(start()).rejects.toThrow("The file of ERASURE_LEDGER cannot be read (EISDIR)");
    expect(await diagnosis()).toMatch(/^problem .*EISDIR/);
  });

  it("is not compared with a database that is older than the program", async () => {
    env = {
      ...environmentOf(database, await newDatabase(database)),
      ERASURE_LEDGER: join(folder, "none"),
      AUTO_MIGRATE: "false",
    };
    await expect(start()).rejects.toThrow("Run: auth-server migrate");
  });

  it("that lacks erasures of the database is a warning of the doctor, and a replay fills it", async () => {
    await restoreAda();
    await call(env, "erasures", "replay");
    rmSync(env["ERASURE_LEDGER"]!);
    expect(await diagnosis()).toContain("it lacks 1 erasure of this database");
    expect((await call(env, "erasures", "replay")).out).toContain("Added to the ledger: 1");
    expect(await diagnosis()).not.toContain("lacks");
  });

  it("that is lost, incomplete or damaged is a warning of the start, each once", async () => {
    await restoreAda();
    await call(env, "erasures", "replay");
    expect(await warningsOfStart()).toEqual([]);
    const lost = { unlisted: 1, problem: "" };
    rmSync(env["ERASURE_LEDGER"]!);
    expect(await warningsOfStart()).toEqual([
      ["erasure_ledger_missing", { problem: "" }],
      ["erasure_ledger_incomplete", lost],
    ]);
    writeFileSync(env["ERASURE_LEDGER"]!, "keyidkey.12\n\u0000\n");
    expect(await warningsOfStart()).toEqual([
      ["erasure_ledger_incomplete", lost],
      ["erasure_ledger_damaged", { unreadable: 2, problem: "" }],
    ]);
    await call(env, "erasures", "replay");
    expect(await warningsOfStart()).toEqual([
      ["erasure_ledger_damaged", { unreadable: 2, problem: "" }],
    ]);
  });
});

it("without a ledger there is nothing to replay, and the doctor says that it is off", async () => {
  const env = environmentOf("sqlite", await newDatabase("sqlite"));
  await call(env, "migrate");
  expect(await call(env, "erasures", "replay")).toEqual({
    code: 1,
    out: "",
    err: "ERASURE_LEDGER is not set: there is no list of erased users.\n",
  });
  expect((await call(env, "doctor")).out).toContain("ok       erasure ledger: off");
});
