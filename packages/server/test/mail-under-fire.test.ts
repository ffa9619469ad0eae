import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repetitions } from "@acme/auth-testing/proof";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readJsonLines } from "./json-lines.js";
import { bundleProgram } from "./processes/bundle-program.js";
import { type Program, startProgram } from "./processes/start-process.js";
import { DATABASES, openStore, SECRET } from "./service.js";

const KILLS = repetitions({ usual: 10, proof: 100 });
const PLACES = ["after the commit", "before sending", "after sending"] as const;
const LEASE_MS = 1_000;

const DELIVERY = { to: "string", messageId: "string" } as const;

/** The databases run side by side, the tests of one do not: all its mails are one queue. */
const ONE_BY_ONE = { concurrent: false };

describe.concurrent.each(DATABASES)("mail under fire, on %s", (database) => {
  const folder = mkdtempSync(join(tmpdir(), "mail-under-fire-"));
  const output = join(folder, "delivered.jsonl");
  const running = new Set<Program>();
  let location: string;
  let bundle: string;
  let people = 0;

  beforeAll(async () => {
    const opened = await openStore(
      database,
      database === "sqlite" ? join(folder, "auth.db") : undefined,
    );
    await opened.store.migrate();
    await opened.store.close();
    location = opened.location;
    bundle = await bundleProgram("mail-server");
  });
  afterAll(async () => {
    await Promise.all([...running].map((program) => program.kill()));
    rmSync(folder, { recursive: true });
  });

  const newAddresses = (count: number) =>
    Array.from({ length: count }, () => `person${++people}@example.com`);
  async function start(env: Readonly<Record<string, string>> = {}): Promise<Program> {
    const program = await startProgram(bundle, {
      LOCATION: location,
      SECRET,
      OUTPUT: output,
      ...env,
    });
    running.add(program);
    return program;
  }
  const deliveries = () => readJsonLines(output, DELIVERY);
  const deliveriesTo = (to: string) => deliveries().filter((delivery) => delivery.to === to);
  /**
   * Waits for something that the processes bring about; the test's own time limit ends the wait.
   */
  async function until(done: () => boolean): Promise<void> {
    while (!done()) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  /** Has a program commit a mail to each of `to` and kill itself at `place`. */
  async function dieSending(to: readonly string[], place: (typeof PLACES)[number]): Promise<void> {
    const program = await start({ DIE: place });
    const ended = once(program.process, "exit");
    const committed = program.ask({ send: to });
    if (place !== "after the commit") {
      await committed;
      void program.ask({ work: true });
    }
    expect(await ended).toEqual([null, "SIGKILL"]);
  }

  it(
    `every mail arrives although the process is killed ${KILLS} times between commit and send, and repeats only itself`,
    { timeout: 900_000, ...ONE_BY_ONE },
    async () => {
      const addresses = newAddresses(KILLS);
      for (const [index, to] of addresses.entries())
        await dieSending([to], PLACES[index % PLACES.length]!);

      const survivor = await start();
      await survivor.ask({ work: true });
      await until(() => addresses.every((to) => deliveriesTo(to).length > 0));
      // Long enough for any mail still leased to a killed process to be taken over once more.
      await new Promise((resolve) => setTimeout(resolve, 2 * LEASE_MS));
      await survivor.kill();

      for (const to of addresses)
        expect(new Set(deliveriesTo(to).map(({ messageId }) => messageId)).size).toBe(1);
      const repeated = addresses.filter((to) => deliveriesTo(to).length > 1).length;
      // Killed after acceptance and before the row was removed: these, and only these, come twice.
      expect(repeated).toBeLessThanOrEqual(Math.ceil(KILLS / PLACES.length) * 2);
      expect(repeated).toBeGreaterThan(0);
    },
  );

  it("a mail whose code was replaced while its process lay dead is dropped", async () => {
    const [to] = newAddresses(1) as [string];
    await dieSending([to], "before sending");
    const survivor = await start();
    await survivor.ask({ send: [to] });
    await survivor.ask({ work: true });
    await until(() => deliveriesTo(to).length > 0);
    await new Promise((resolve) => setTimeout(resolve, 2 * LEASE_MS));
    expect(deliveriesTo(to)).toHaveLength(1);
    await survivor.kill();
  });

  it("a mail whose code expired while its process lay dead is dropped", ONE_BY_ONE, async () => {
    const [late, fresh] = newAddresses(2) as [string, string];
    await dieSending([late], "before sending");
    const survivor = await start({ MINUTES_LATER: "10" });
    await survivor.ask({ send: [fresh] });
    await survivor.ask({ work: true });
    await until(() => deliveriesTo(fresh).length > 0);
    await new Promise((resolve) => setTimeout(resolve, 2 * LEASE_MS));
    expect(deliveriesTo(late)).toEqual([]);
    await survivor.kill();
  });

  it("two workers share the mails and deliver each exactly once", ONE_BY_ONE, async () => {
    const addresses = newAddresses(200);
    // A lease that no busy machine lets run out: nobody is killed here.
    const lease = { LEASE_MS: "60000" };
    const workers = [await start(lease), await start(lease)];
    await Promise.all(
      workers.map((worker, index) =>
        worker.ask({ send: addresses.slice(index * 100, index * 100 + 100) }),
      ),
    );
    await Promise.all(workers.map((worker) => worker.ask({ work: true })));
    await until(() => addresses.every((to) => deliveriesTo(to).length > 0));
    await new Promise((resolve) => setTimeout(resolve, 2 * LEASE_MS));
    await Promise.all(workers.map((worker) => worker.kill()));
    const ours = deliveries().filter(({ to }) => addresses.includes(to));
    expect(ours).toHaveLength(addresses.length);
    expect(new Set(ours.map(({ messageId }) => messageId)).size).toBe(addresses.length);
  });
});
