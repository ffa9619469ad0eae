import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { build } from "tsup";
import { afterEach, expect, inject, it } from "vitest";
import { createDatabase, startPostgres, systemPostgres } from "../src/postgres-cluster.js";
import type {} from "../src/postgres-global-setup.js";

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

async function query(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

const folderOf = (url: string): string => new URL(url).searchParams.get("host")!;

it("each database is new, unless it is a copy of another", async () => {
  const cluster = inject("postgresUrl");
  const original = await createDatabase(cluster);
  await query(original, "create table note (text text)");
  await query(original, "insert into note values ('one')");
  const copies = await Promise.all([
    createDatabase(cluster, { template: original }),
    createDatabase(cluster, { template: original }),
  ]);
  for (const copy of copies)
    expect(await query(copy, "select text from note")).toEqual([{ text: "one" }]);
  await query(copies[0], "delete from note");
  expect(await query(copies[1], "select text from note")).toEqual([{ text: "one" }]);
  await expect(query(await createDatabase(cluster), "select text from note")).rejects.toThrow(
    'relation "note" does not exist',
  );
});

it("text sorts by the rules of a language unless a column says otherwise", async () => {
  const url = await createDatabase(inject("postgresUrl"));
  expect(await query(url, `select 'a' < 'B' as natural, 'a' < 'B' collate "C" as bytes`)).toEqual([
    { natural: true, bytes: false },
  ]);
});

it("stopping ends the server under all that are connected, and its folder goes", async () => {
  const cluster = await startPostgres();
  const client = new Client({ connectionString: await cluster.createDatabase() });
  const lost = once(client, "error");
  await client.connect();
  await cluster.stop();
  await lost;
  while (existsSync(folderOf(cluster.url))) await sleep(5);
});

it("a server ends with the process that started it, even when that is killed", async () => {
  const outDir = mkdtempSync(join(import.meta.dirname, "..", "node_modules", ".cluster-program-"));
  cleanUps.push(() => rmSync(outDir, { recursive: true }));
  const entry = { program: join(import.meta.dirname, "cluster-program.ts") };
  const outExtension = () => ({ js: ".mjs" });
  await build({
    entry,
    outDir,
    outExtension,
    external: ["pg"],
    format: "esm",
    target: "node20",
    platform: "node",
    config: false,
    silent: true,
  });
  const program = spawn(process.execPath, [join(outDir, "program.mjs")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [url] = (await once(program.stdout.setEncoding("utf8"), "data")) as [string];
  expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  program.kill("SIGKILL");
  while (existsSync(folderOf(url))) await sleep(5);
  await expect(query(url, "select 1")).rejects.toThrow();
});

it("the server of this machine is used where there is one, and missed aloud where there is none", async () => {
  const started = startPostgres({ binaries: "system" });
  if (systemPostgres() === null) {
    await expect(started).rejects.toThrow("no Postgres server is installed on this machine");
    return;
  }
  const cluster = await started;
  expect(await query(cluster.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await cluster.stop();
});
