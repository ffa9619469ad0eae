import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { portOf } from "@acme/auth-testing/port-of";
import { repetitions } from "@acme/auth-testing/proof";
import { parseJson } from "@acme/auth-testing/read-json";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleProgram } from "./processes/bundle-program.js";
import { type Program, startProgram } from "./processes/start-process.js";
import { DATABASES, openStore, SECRET } from "./service.js";

const KILLS = repetitions({ usual: 9, proof: 100 });
const PLACES = ["after the commit", "before the answer", "after the answer"] as const;
const LEASE_MS = 1_000;

const TOLD = ["webhooks", "subscribers"] as const;
const HEARD = DATABASES.flatMap((database) => TOLD.map((tell) => [tell, database] as const));

/** What is told runs side by side, the tests of one do not: all its events are one queue. */
const ONE_BY_ONE = { concurrent: false };

describe.concurrent.each(HEARD)("%s under fire, on %s", (tell, database) => {
  const folder = mkdtempSync(join(tmpdir(), "events-under-fire-"));
  const running = new Set<Program>();
  /** The ids under which the event of each thing came. */
  const received = new Map<string, string[]>();
  /** What the next request does to the process that sends it. */
  let victim: { readonly program: Program; readonly place: (typeof PLACES)[number] } | null = null;
  let environment: Readonly<Record<string, string>>;
  let bundle: string;

  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { data } = parseJson(body, { data: { organizationId: "string" } });
      const ids = received.get(data.organizationId) ?? [];
      received.set(data.organizationId, [...ids, String(request.headers["webhook-id"])]);
      const { program, place } = victim ?? {};
      victim = null;
      if (place === "before the answer") program?.process.kill("SIGKILL");
      else response.end(() => program?.process.kill("SIGKILL"));
    });
  });

  beforeAll(async () => {
    const opened = await openStore(
      database,
      database === "sqlite" ? join(folder, "auth.db") : undefined,
    );
    await opened.store.close();
    bundle = await bundleProgram("event-server");
    receiver.listen(0, "127.0.0.1");
    await once(receiver, "listening");
    environment = {
      LOCATION: opened.location,
      SECRET,
      TELL: tell,
      RECEIVER: `http://127.0.0.1:${portOf(receiver)}/hooks`,
    };
    const program = await start();
    await program.ask({ add: true });
    await program.kill();
  });
  afterAll(async () => {
    await Promise.all([...running].map((program) => program.kill()));
    receiver.close().closeAllConnections();
    rmSync(folder, { recursive: true });
  });

  async function start(lease = LEASE_MS): Promise<Program> {
    const program = await startProgram(bundle, { ...environment, LEASE_MS: String(lease) });
    running.add(program);
    return program;
  }
  const create = (program: Program, count: number) =>
    program.ask<readonly string[]>({ create: count });
  /** Waits until all have come, and then for any that a killed process had claimed. */
  async function settled(things: readonly string[]): Promise<void> {
    while (!things.every((id) => received.has(id)))
      await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 2 * LEASE_MS));
  }

  it(
    `every event arrives although the process is killed ${KILLS} times around the call that tells of it, and repeats only under its id`,
    { timeout: 900_000, ...ONE_BY_ONE },
    async () => {
      const created: string[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const program = await start();
        const place = PLACES[kill % PLACES.length]!;
        created.push(...(await create(program, 1)));
        if (place === "after the commit") {
          await program.kill();
          continue;
        }
        victim = { program, place };
        const ended = once(program.process, "exit");
        void program.ask({ work: true });
        expect(await ended).toEqual([null, "SIGKILL"]);
      }
      const survivor = await start();
      await survivor.ask({ work: true });
      await settled(created);
      await survivor.kill();

      const ids = created.map((thing) => received.get(thing)!);
      for (const each of ids) expect(new Set(each).size).toBe(1);
      expect(new Set(ids.flat()).size).toBe(created.length);
      // Killed before the answer was read: these come again.
      expect(ids.filter((each) => each.length > 1).length).toBeGreaterThan(0);
    },
  );

  it("two workers share the calls and make each exactly once", ONE_BY_ONE, async () => {
    // A lease that no busy machine lets run out: nobody is killed here.
    const workers = [await start(60_000), await start(60_000)];
    const created = (await Promise.all(workers.map((worker) => create(worker, 40)))).flat();
    await Promise.all(workers.map((worker) => worker.ask({ work: true })));
    await settled(created);
    await Promise.all(workers.map((worker) => worker.kill()));
    expect(created.map((thing) => received.get(thing)!.length)).toEqual(created.map(() => 1));
  });
});
