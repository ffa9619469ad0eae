import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type Contributor, directoryFiles, type FileStore } from "@acme/auth-core";
import { DAY, SECOND } from "@acme/auth-core/surface";
import { parseJson } from "@acme/auth-testing/read-json";
import { afterEach, describe, expect, it } from "vitest";
import { startedService } from "../describe-service.js";
import { createLeaving } from "../leaving.js";

const ROWS = 3_000;
const OWNER_ONLY = 0o600;

describe("exports that are kept in a folder", () => {
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
  const service = startedService("sqlite", {
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

describe("downloads of one export", () => {
  let folder: string;
  let gate: ReturnType<typeof openGate>;
  /** Holds back what is read, until it is opened. */
  function openGate(files: FileStore) {
    let open = (): void => {};
    let begun = 0;
    const opened = new Promise<void>((resolve) => (open = resolve));
    async function* heldBack(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      begun++;
      await opened;
      yield* content;
    }
    const held: FileStore = {
      ...files,
      async read(key) {
        const content = await files.read(key);
        return content && heldBack(content);
      },
    };
    return { held, open: () => open(), begun: () => begun };
  }
  const service = startedService("sqlite", {
    perTest: true,
    start() {
      folder = mkdtempSync(join(tmpdir(), "exports-"));
      gate = openGate(directoryFiles(join(folder, "kept")));
      return { ports: { files: gate.held } };
    },
  });
  const leaving = createLeaving(service);
  afterEach(() => rmSync(folder, { recursive: true }));

  it("run three at once for one network, and a further one is told when to try again", async () => {
    const { link } = await leaving.readyExport(await service.signedIn("ada@example.com"));
    const three = Array.from({ length: 3 }, () => service.agent("127.0.0.8").get(link));
    await expect.poll(() => gate.begun()).toBe(3);
    const further = await service.agent("127.0.0.8").get(link);
    expect(further).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
    expect(further.headers["retry-after"]).toBe("60");
    // What is asked for from elsewhere, or for the headers alone, is not held up.
    const elsewhere = service.agent("127.0.0.9").get(link);
    expect((await service.agent("127.0.0.8").send(link, { method: "HEAD" })).status).toBe(200);
    gate.open();
    for (const { status } of await Promise.all([...three, elsewhere])) expect(status).toBe(200);
    expect((await service.agent("127.0.0.8").get(link)).status).toBe(200);
  });
});
