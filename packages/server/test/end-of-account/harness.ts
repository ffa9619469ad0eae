import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Caller, createPasswordHasher, definePolicy, Secret } from "@acme/auth-core";
import type { NewPasswordHash } from "@acme/auth-core/store";
import { asChecked, createFixedClock } from "@acme/auth-testing";
import type { Shaped } from "@acme/auth-testing/read-json";
import { readJsonLines } from "../json-lines.js";
import type { Operation, Order, Report } from "../processes/account-worker.js";
import type { Fault } from "../processes/faults.js";
import { type Program, startProgram } from "../processes/start-process.js";
import { type DatabaseName, openStore, SECRET } from "../service.js";
import { createPeople, PASSWORD, type Person } from "./people.js";
import { hasDue } from "./row-counts.js";
import { createSampleModule } from "./sample-module.js";

export interface HarnessOptions {
  readonly database: DatabaseName;
  readonly files: "database" | "directory";
  /** The bundle of the program `account-worker`. */
  readonly bundle: string;
}

const DELIVERY = { to: "string", subject: "string", messageId: "string" } as const;
type Delivery = Shaped<typeof DELIVERY>;

export type Harness = Awaited<ReturnType<typeof openHarness>>;

/** A database, processes over it, and one time for all of them. */
export async function openHarness({ database, files, bundle }: HarnessOptions) {
  const folder = mkdtempSync(join(tmpdir(), "end-of-account-"));
  const { store, location } = await openStore(
    database,
    database === "sqlite" ? join(folder, "auth.db") : undefined,
  );
  await store.migrate();
  const sampleModule = createSampleModule(store, folder);
  await sampleModule.migrate();
  const people = createPeople({
    store,
    sampleModule,
    hash: asChecked<NewPasswordHash>(
      await createPasswordHasher(definePolicy()).hash(new Secret(PASSWORD)),
    ),
  });
  const clock = createFixedClock();
  const running = new Set<Program>();
  const errors: string[] = [];

  async function start(): Promise<Program> {
    const program = await startProgram(bundle, {
      LOCATION: location,
      SECRET,
      FOLDER: folder,
      FILES: files,
    });
    running.add(program);
    return program;
  }
  const survivor = await start();
  // Started ahead: a process takes longer to start than to die.
  let next = start();

  const order = (operation: Operation, caller: Person | null, fault: Fault | null): Order => ({
    operation,
    at: clock.now(),
    fault,
    caller,
  });

  /** Has a program that lives on do it. */
  async function live(
    operation: Operation,
    caller: Person | null = null,
    program = survivor,
  ): Promise<Report> {
    const report = await program.ask<Report>(order(operation, caller, null));
    errors.push(...report.errors);
    return report;
  }

  /** Has a new program do it until it kills itself. */
  async function die(operation: Operation, caller: Person, fault: Fault): Promise<void> {
    const program = await next;
    next = start();
    const ended = once(program.process, "exit").then(([, signal]) => String(signal));
    const end = await Promise.race([
      ended,
      program
        .ask<Report>(order(operation, caller, fault))
        .then(({ outcome }) => `survived, ${outcome}`),
    ]);
    running.delete(program);
    if (end !== "SIGKILL")
      throw new Error(`the program was to kill itself, but ended with: ${end}`);
  }

  /**
   * Works until nothing is due; which jobs were carried out. On Postgres, a row that a killed
   * program has not yet let go of is passed over at first.
   */
  async function work(): Promise<readonly string[]> {
    const done: string[] = [];
    do done.push(...(await live("work")).jobs);
    while (await hasDue(store, clock.now()));
    return done;
  }

  /** Every mail that was delivered, as often as it was. */
  function deliveries(): readonly Delivery[] {
    return readJsonLines(join(folder, "delivered.jsonl"), DELIVERY);
  }

  /** How many mails somebody was sent, by subject. Repeated deliveries are one mail. */
  function mailsTo({ user }: Caller): Readonly<Record<string, number>> {
    const distinct = new Map(
      deliveries().flatMap(({ to, messageId, subject }) =>
        to === user.email ? [[messageId, subject] as const] : [],
      ),
    );
    const subjects = [...distinct.values()];
    return Object.fromEntries(
      subjects.map((subject) => [subject, subjects.filter((other) => other === subject).length]),
    );
  }

  /** Files in the folder of exports. */
  const exportedFiles = (): readonly string[] =>
    existsSync(join(folder, "exports")) ? readdirSync(join(folder, "exports")) : [];

  async function close(): Promise<void> {
    await next.catch(() => {});
    await Promise.all([...running].map((program) => program.kill()));
    await store.close();
    rmSync(folder, { recursive: true });
  }

  return {
    store,
    clock,
    sampleModule,
    people,
    errors,
    start,
    live,
    die,
    work,
    deliveries,
    mailsTo,
    exportedFiles,
    close,
  };
}
