import { appendFileSync } from "node:fs";
import { join } from "node:path";
import {
  AuthError,
  type Caller,
  type Client,
  type Contributor,
  createAuth,
  defineFeature,
  directoryFiles,
  type ErasureLedger,
  fileErasureLedger,
  type FileStore,
  type Mailer,
  Secret,
} from "@acme/auth-core";
import { createSite } from "@acme/auth-http";
import { PASSWORD, type Person } from "../end-of-account/people.js";
import { createSampleModule } from "../end-of-account/sample-module.js";
import { openPostgresStore } from "../open-postgres.js";
import { createSqliteStore } from "../sqlite-driver.js";
import { createFaults, type Fault } from "./faults.js";

export type Operation =
  | "ask for a deletion"
  | "call a deletion off"
  | "ask for an export"
  | "download"
  | "work"
  | "replay erasures"
  | "compare the ledger";

/** What to do, when it is, and where to die doing it. */
export interface Order {
  readonly operation: Operation;
  readonly at: Date;
  readonly fault: Fault | null;
  /**
   * Who asks. Their email address is the reason given for a deletion, by which its request is known
   * afterwards.
   */
  readonly caller: Person | null;
}

export interface Report {
  /** `DONE`, the code of the refusal, the document, or how the ledger compares. */
  readonly outcome: string;
  readonly steps: readonly string[];
  /** Ids of the jobs that were carried out. */
  readonly jobs: readonly string[];
  /** What was logged as an error. */
  readonly errors: readonly string[];
}

/**
 * A process that answers requests and does background work over a database that others use too, and
 * dies where it is told.
 */
const { LOCATION = "", SECRET = "", FOLDER = "", FILES = "database" } = process.env;
const store = LOCATION.startsWith("postgres")
  ? openPostgresStore(LOCATION, { max: 4 })
  : createSqliteStore(LOCATION, { guarded: false });
const { links } = createSite({ serviceUrl: "http://localhost", appUrl: "http://localhost" });
const faults = createFaults();
const sampleModule = createSampleModule(store, FOLDER).contributor;
const folder = directoryFiles(join(FOLDER, "exports"));
let now = new Date(0);
let jobs: string[] = [];
let errors: string[] = [];

// Written before the delivery counts as done, as an SMTP server's acceptance is.
const mailer: Mailer = {
  deliver: ({ to, subject, messageId }) =>
    faults.step("mailer.deliver", async () =>
      appendFileSync(
        join(FOLDER, "delivered.jsonl"),
        `${JSON.stringify({ to, subject, messageId })}\n`,
      ),
    ),
};

const contributor: Contributor = {
  ...sampleModule,
  eraseWithin: (tx, userId) =>
    faults.step("sampleModule.eraseWithin", () =>
      sampleModule.eraseWithin(faults.real(tx), userId),
    ),
  eraseAfter: (userId) =>
    faults.step("sampleModule.eraseAfter", async () => sampleModule.eraseAfter?.(userId)),
};

const files: FileStore = {
  write: (key, content) => faults.step("files.write", () => folder.write(key, counted(content))),
  read: (key) => folder.read(key),
  delete: (key) => faults.step("files.delete", () => folder.delete(key)),
};

const fileLedger = fileErasureLedger(join(FOLDER, "ledger"));
const erasureLedger: ErasureLedger = {
  append: (entry) => faults.step("ledger.append", () => fileLedger.append(entry)),
  list: () => fileLedger.list(),
};

async function* counted(content: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of content) {
    yield piece;
    await faults.step("files.piece", async () => {});
  }
}

const ports = { clock: { now: () => now }, ...(FILES === "directory" && { files }) };
/** Finds callers, which is no step of what is interrupted. */
const { sessions } = createAuth({ store, links, mailer, secret: SECRET, ports });
const auth = createAuth({
  store: faults.watched(store),
  links,
  mailer,
  secret: SECRET,
  policy: {
    deletionGraceDays: 1,
    exportsPerDay: 50,
    exportPageRows: 10,
    blankBatch: 10,
    workerBatch: 5,
  },
  features: [defineFeature({ name: "sample", contributors: [contributor] })],
  erasureLedger,
  ports,
  logger: {
    debug: (event, fields) => {
      if (event === "job_done") jobs.push(String(fields?.["jobId"]));
    },
    info() {},
    warn: (event) => void errors.push(event),
    error: (event, _fields, cause) => void errors.push(`${event} ${String(cause)}`),
  },
});
const client: Client = {
  ipAddress: null,
  network: "unknown",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};

async function download(caller: Caller): Promise<string> {
  const { id } = (await store.exportRequests.listByUser(caller.user.id, null, 1))[0]!;
  const { downloadUrl } = await auth.dataExport.find(caller, id);
  const token = new Secret(new URL(downloadUrl!).searchParams.get("token")!);
  const pieces: Uint8Array[] = [];
  for await (const piece of await auth.dataExport.download(id, token, client)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** A caller is found where the request comes in: a copy from another process is none. */
async function callerOf(person: Person | null): Promise<Caller> {
  const sessionToken = new Secret(person?.sessionToken ?? "");
  const caller = await sessions.identify({ sessionToken, organization: null });
  if (!caller) throw new AuthError("UNAUTHORIZED");
  return caller;
}

async function perform(operation: Operation, person: Person | null): Promise<string> {
  if (operation === "work") {
    await auth.worker.runDue();
    return "DONE";
  }
  if (operation === "compare the ledger") {
    const { state, unlisted, unreadable } = await auth.erasures.check();
    return JSON.stringify({ state, unlisted, unreadable });
  }
  if (operation === "replay erasures") {
    await auth.erasures.replay();
    return "DONE";
  }
  const caller = await callerOf(person);
  if (operation === "download") return download(caller);
  if (operation === "ask for a deletion")
    await auth.accountDeletion.request(
      caller,
      { password: new Secret(PASSWORD), reason: caller.user.email },
      client,
    );
  if (operation === "call a deletion off") await auth.accountDeletion.cancel(caller, client);
  if (operation === "ask for an export") await auth.dataExport.request(caller, client);
  return "DONE";
}

async function obey(order: Order): Promise<Report> {
  now = order.at;
  [jobs, errors] = [[], []];
  faults.plan(order.fault);
  const outcome = await perform(order.operation, order.caller).catch((thrown: unknown) =>
    AuthError.is(thrown) ? thrown.code : `failed: ${String(thrown)}`,
  );
  return { outcome, steps: faults.steps(), jobs, errors };
}

process.on("message", ({ id, ...order }: Order & { readonly id: number }) => {
  // A process that is about to end answers no more.
  void obey(order).then((answer) => faults.isDying() || process.send!({ id, answer }));
});
process.send!("ready");
