import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createManualScheduler } from "@acme/auth-testing";
import { afterAll, afterEach, expect, it } from "vitest";
import { type NameServer, startNameServer, type Zone } from "../../test/name-server.js";
import { WEBHOOK_LOOKUP_MEMORY, WEBHOOK_LOOKUP_TIMEOUT } from "../limits.js";
import { createHostResolver, LookUpTimedOut } from "./host-resolver.js";

const HOST = "crm.example.com";
const V4 = { address: "192.0.2.7", family: 4 };
const V6 = { address: "2001:db8:0:0:0:0:0:7", family: 6 };
const ZONE: Zone = { [HOST]: { A: [V4.address], AAAA: [V6.address] } };
const BOTH = [`A ${HOST}`, `AAAA ${HOST}`];

const folder = mkdtempSync(join(tmpdir(), "host-resolver-"));
afterAll(() => rmSync(folder, { recursive: true }));

let server: NameServer;
afterEach(() => server.stop());

async function start(zone: Zone, hosts = "") {
  server = await startNameServer(zone);
  const scheduler = createManualScheduler();
  const hostsFile = join(folder, "hosts");
  writeFileSync(hostsFile, hosts);
  const resolve = createHostResolver({ nameServers: [server.address], hostsFile, scheduler });
  const ask = (hostname = HOST, signal = new AbortController().signal) => resolve(hostname, signal);
  return { ask, scheduler };
}
/** Once both questions are with the name server, in whichever order. */
const heardBoth = () => Promise.all(BOTH.map((question) => server.heard(question)));
const asked = () => server.asked.toSorted();

it("a host has the IP addresses of both families that the name servers know, and one of them is enough", async () => {
  const { ask } = await start({ ...ZONE, "v6.example.com": { A: [], AAAA: [V6.address] } });
  expect((await ask()).map(({ family }) => family)).toEqual([4, 6]);
  expect(await ask()).toContainEqual(V4);
  expect((await ask("v6.example.com")).map(({ family }) => family)).toEqual([6]);
});

it("a host that the hosts file names is asked of no name server", async () => {
  const hosts =
    "# 10.0.0.1 crm.example.com\n10.0.0.2\tother CRM.example.com # ours\nfd00::1 crm.example.com\nnone crm.example.com\r\n";
  const { ask } = await start(ZONE, hosts);
  const found = [
    { address: "10.0.0.2", family: 4 },
    { address: "fd00::1", family: 6 },
  ];
  expect(await ask()).toEqual(found);
  expect(await ask(`${HOST}.`)).toEqual(found);
  expect(asked()).toEqual([]);
});

it("an IP address and localhost are asked of nobody, whatever the hosts file says", async () => {
  const { ask } = await start({}, "192.0.2.1 localhost");
  expect(await ask("192.0.2.7")).toEqual([V4]);
  expect(await ask("::1")).toEqual([{ address: "::1", family: 6 }]);
  for (const name of ["localhost", "localhost.", "crm.localhost"])
    expect(await ask(name), name).toEqual([
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
    ]);
  expect(asked()).toEqual([]);
});

it("a host is looked up once for all that ask, and again once the answer is no longer kept", async () => {
  const { ask, scheduler } = await start(ZONE);
  await Promise.all(Array.from({ length: 20 }, () => ask()));
  await ask();
  scheduler.advance(WEBHOOK_LOOKUP_MEMORY - 1);
  await ask();
  expect(asked()).toEqual(BOTH);
  scheduler.advance(1);
  await ask();
  expect(asked()).toEqual([...BOTH, ...BOTH].toSorted());
  expect(scheduler.waiting()).toBe(1);
});

it("a host without an IP address has none, and is looked up again by the next that asks", async () => {
  const { ask } = await start({ [HOST]: { A: [], AAAA: [] } });
  await expect(ask()).rejects.toThrow("ENODATA");
  await expect(ask()).rejects.toThrow("ENODATA");
  expect(asked()).toEqual([...BOTH, ...BOTH].toSorted());
});

it("a look-up whose name servers are silent ends in time for all that wait, and the next begins anew", async () => {
  const { ask, scheduler } = await start({});
  for (const _turn of ["first", "second"]) {
    const waiting = [ask(), ask()].map((look) => expect(look).rejects.toThrow(LookUpTimedOut));
    await heardBoth();
    scheduler.advance(WEBHOOK_LOOKUP_TIMEOUT);
    await Promise.all(waiting);
  }
  expect(scheduler.waiting()).toBe(0);
});

it("what one family has counts when the name servers are silent about the other", async () => {
  const { ask, scheduler } = await start({
    [HOST]: { A: [V4.address] },
    "later.example.com": { A: [], AAAA: [V6.address] },
  });
  const found = ask();
  await heardBoth();
  // What is asked later is answered later.
  await ask("later.example.com");
  await new Promise((answered) => setImmediate(answered));
  scheduler.advance(WEBHOOK_LOOKUP_TIMEOUT);
  expect(await found).toEqual([V4]);
});

it("a look-up ends when the last that waits for it has given up, and no earlier", async () => {
  const { ask, scheduler } = await start({});
  const [first, last] = [new AbortController(), new AbortController()];
  const given = [ask(HOST, first.signal), ask(HOST, last.signal)].map((look) =>
    expect(look).rejects.toThrow("gave up"),
  );
  await heardBoth();
  first.abort();
  await given[0];
  expect(scheduler.waiting()).toBe(1);
  last.abort();
  await given[1];
  await expect.poll(() => scheduler.waiting()).toBe(0);
  await expect(ask(HOST, AbortSignal.abort())).rejects.toThrow("gave up");
});
