import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { DAY, directoryFiles, SECOND, type Contributor } from "@acme/auth-core";
import { createLeaving } from "../leaving.js";
import { startedService } from "../describe-service.js";
import { databasesFor } from "../sampled-databases.js";
import { parseJson } from "@acme/auth-testing/read-json";

const ROWS = 3_000;
const OWNER_ONLY = 0o600;

const databases = databasesFor("exports that are kept in a folder");
describe.each(databases)("exports that are kept in a folder, on %s", (database) => {
  let folder: string;
  let failures: number;
  const readings: Contributor = {
    section: "readings",
    async *export() {
      // Large enough, and hard enough to compress, to come in many pieces.
      for (let row = 0; row < ROWS; row++)
        yield { row, reading: createHash("sha512").update(String(row)).digest("base64") };
      if (failures-- > 0) throw new Error("the meter fell over");
    },
    eraseWithin: async () => {},
    eraseAfter: async () => {},
  };
  const service = startedService(database, {
    perTest: true,
    start() {
      failures = 0;
      folder = join(mkdtempSync(join(tmpdir(), "exports-")), "kept");
      const ports = { files: directoryFiles(folder) };
      return { policy: { deletionGraceDays: 0 }, ports, contributors: [readings] };
    },
  });
  const leaving = createLeaving(service);
  afterEach(() => rmSync(join(folder, ".."), { recursive: true }));
  const files = () => (existsSync(folder) ? readdirSync(folder) : []);

  it("are compressed, for the owner of the process alone, and go when they expire", async () => {
    const agent = await service.signedIn("ada@example.com");
    const { id, link } = await leaving.readyExport(agent);
    const reply = await service.agent().get(link);
    expect(reply.status).toBe(200);
    expect(parseJson(reply.text, { readings: ["object"] }).readings).toHaveLength(ROWS);
    const [file, ...more] = files();
    expect(more).toEqual([]);
    expect(file).toMatch(new RegExp(`^${id}\\.[\\w-]{36}\\.json\\.gz$`));
    expect(statSync(join(folder, file!)).mode & 0o777).toBe(OWNER_ONLY);
    expect(gunzipSync(readFileSync(join(folder, file!))).toString()).toBe(reply.text);
    expect((await service.rows()).filter(({ table }) => table === "auth_file_chunk")).toEqual([]);

    service.clock.advance(DAY);
    await leaving.deliver();
    expect(files()).toEqual([]);
    expect((await service.agent().get(link)).status).toBe(410);
  });

  it("go with their user, and so does what a failed attempt began", async () => {
    const agent = await leaving.signUp("ada@example.com");
    await leaving.readyExport(agent);
    failures = 1;
    await leaving.askExport(agent);
    await leaving.deliver();
    expect(files().length).toBeGreaterThan(0);
    await leaving.askDeletion(agent);
    await leaving.deliver();
    expect(await leaving.isSignedIn(agent)).toBe(false);
    expect(files()).toEqual([]);
  });

  it("are made again after a failure, under another name, and the first attempt leaves nothing", async () => {
    const agent = await service.signedIn("ada@example.com");
    failures = 1;
    const id = await leaving.askExport(agent);
    await leaving.deliver();
    expect(await leaving.showExport(agent, id)).toMatchObject({ status: "pending" });
    service.clock.advance(5 * SECOND);
    await leaving.deliver();
    const { downloadUrl } = await leaving.showExport(agent, id);
    expect((await agent.get(downloadUrl!.slice(service.url.length))).status).toBe(200);
    expect(files()).toHaveLength(1);
  });

  it("that were removed by hand have expired", async () => {
    const agent = await service.signedIn("ada@example.com");
    const { link } = await leaving.readyExport(agent);
    rmSync(join(folder, files()[0]!));
    expect(await agent.get(link)).toMatchObject({ status: 410, body: { code: "EXPORT_EXPIRED" } });
  });
});
