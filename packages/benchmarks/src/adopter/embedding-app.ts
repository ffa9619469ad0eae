import { symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const WITHOUT = `
import SqliteDatabase from "better-sqlite3";
import express from "express";

const [file, port] = process.argv.slice(2);
const one = new SqliteDatabase(file).prepare("select 1 as one");
const app = express();
app.get("/healthz", (_request, response) => void response.json(one.get()));
app.listen(Number(port), "127.0.0.1");
`;

const WITH = `
import { createAuth } from "@acme/auth-core";
import { createSite, createSurface, mount } from "@acme/auth-express";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import SqliteDatabase from "better-sqlite3";
import express from "express";

const [file, port] = process.argv.slice(2);
const one = new SqliteDatabase(file).prepare("select 1 as one");
const store = createSqliteStore(file + "-auth");
await store.migrate();
const site = createSite({ serviceUrl: "http://127.0.0.1", appUrl: "http://127.0.0.1" });
const auth = createAuth({
  store,
  site,
  links: site.links,
  mailer: { deliver: async () => {} },
  secret: Buffer.alloc(32, "benchmark").toString("base64"),
});
auth.worker.start();
const app = express();
app.use(mount(createSurface({ auth, site })));
app.get("/healthz", (_request, response) => void response.json(one.get()));
app.listen(Number(port), "127.0.0.1");
`;

export interface EmbeddingApps {
  readonly with: string;
  readonly without: string;
}

/**
 * Writes the same application twice into a folder where its packages are installed: with the
 * library mounted, and without.
 */
export async function writeEmbeddingApps(folder: string): Promise<EmbeddingApps> {
  const apps = { with: join(folder, "with.mjs"), without: join(folder, "without.mjs") };
  await writeFile(apps.with, WITH);
  await writeFile(apps.without, WITHOUT);
  // No script has run in the folder: the addon is the one of the workspace, of the same version.
  const compiled = dirname(createRequire(import.meta.url).resolve("better-sqlite3/package.json"));
  await symlink(join(compiled, "build"), join(folder, "node_modules/better-sqlite3/build"));
  return apps;
}
