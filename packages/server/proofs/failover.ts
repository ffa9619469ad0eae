import { setTimeout as sleep } from "node:timers/promises";
import { ask, checkSession } from "./client.js";
import {
  killServer,
  newFolder,
  openAddress,
  postgresAccount,
  removeFolder,
  type Server,
  STANDBY,
  startPrimary,
  startStandby,
} from "./cluster.js";
import { createLoad, type Promised, runClient, type Tally } from "./failover-load.js";
import { type ServerProcess, startServer } from "./server-process.js";

const CLIENTS = 8;
const BEFORE_MS = 5_000;
/** How long the address leads nowhere: what a cluster manager takes to notice. */
const UNNOTICED_MS = 1_500;
const AFTER_MS = 8_000;

const root = process.cwd();
const flags = process.argv.slice(2);
/**
 * A standby that nobody waits for, and that is a second behind when the primary dies: the proof
 * fails, for acknowledged commits are lost.
 */
const ASYNCHRONOUS = flags.includes("--asynchronous");

async function makeSynchronous(primary: Server): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '${STANDBY}'`);
  await primary.query("select pg_reload_conf()");
  for (;;) {
    const [row] = await primary.query("select sync_state from pg_stat_replication");
    if (row?.["sync_state"] === "sync") return;
    await sleep(50);
  }
}

async function fallBehind(standby: Server): Promise<void> {
  await standby.query("alter system set primary_conninfo = ''");
  await standby.query("select pg_reload_conf()");
  await sleep(1_000);
}

/** Sessions that were answered and are not so. */
async function findLostSessions(
  { live, ended }: Promised,
  servers: readonly ServerProcess[],
): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const [cookie, email] of live)
    for (const { url } of servers)
      if ((await checkSession(url, cookie)).status !== 200)
        broken.push(`the session of ${email} is lost`);
  for (const cookie of ended)
    if ((await checkSession(servers[0]!.url, cookie)).status !== 401)
      broken.push("an ended session lives");
  return broken;
}

const SIGN_INS = `select u.email as name, count(*)::int as times from auth_user u
  join auth_audit_entry a on u.id = a.user_id where a.event = 'session.opened' group by u.email`;

/** Users who signed in, and of whom the database knows nothing, or more than one sign-in. */
async function findMiscountedUsers(
  { users }: Promised,
  primary: Server,
): Promise<readonly string[]> {
  const rows = (await primary.query(SIGN_INS)) as readonly { name: string; times: number }[];
  const timesOf = new Map(rows.map(({ name, times }) => [name, times]));
  return [...users].flatMap((email) => {
    const times = timesOf.get(email) ?? 0;
    return times === 1 ? [] : [`${email} has ${times} audit entries of a sign-in`];
  });
}

function findRepeatedMails(servers: readonly ServerProcess[]): readonly string[] {
  const mails = servers.flatMap((server) => server.mails);
  return [...new Set(mails)].flatMap((email) => {
    const times = mails.filter((each) => each === email).length;
    return times === 1 ? [] : [`${email} got its mail ${times} times`];
  });
}

interface Moments {
  readonly killed: number;
  readonly promoted: number;
}

/** Prints what one process answered, and returns what is wrong with it. */
function reportProcess(
  number: number,
  { requests, failed, recovered }: Tally,
  { killed, promoted }: Moments,
): readonly string[] {
  const since = (from: number) =>
    recovered === null ? "never" : `${((recovered - from) / 1_000).toFixed(2)} s`;
  console.log(
    `Process ${number}: ${requests} requests, ${failed} answered 503, first answer ${since(promoted)} after the promotion, ${since(killed)} after the kill.`,
  );
  return [
    ...(recovered === null ? [`process ${number} did not recover`] : []),
    ...(failed === 0 ? [`process ${number} noticed nothing`] : []),
  ];
}

async function main(): Promise<number> {
  const account = postgresAccount();
  const folders = [newFolder(account), newFolder(account)] as const;
  const primary = await startPrimary(folders[0], account);
  const standby = await startStandby(primary, folders[1], account);
  if (!ASYNCHRONOUS) await makeSynchronous(primary);
  const address = await openAddress(primary);
  const settings = { DATABASE_URL: address.url };
  const servers = [await startServer(root, settings), await startServer(root, settings)];

  let stopping = false;
  const load = createLoad(servers, () => stopping);
  const clients = Array.from({ length: CLIENTS }, (_, client) => runClient(load, client));
  await sleep(BEFORE_MS);
  if (ASYNCHRONOUS) await fallBehind(standby);
  const killed = performance.now();
  await killServer(primary);
  await sleep(UNNOTICED_MS);
  const ready = await Promise.all(servers.map(({ url }) => ask(`${url}/readyz`)));
  await standby.query("alter system reset synchronous_standby_names");
  await standby.query("select pg_promote()");
  const promoted = performance.now();
  address.moveTo(standby);
  await sleep(AFTER_MS);
  stopping = true;
  await Promise.all(clients);

  const { promised, tallies } = load;
  const broken = [
    ...promised.wrong,
    ...(await findLostSessions(promised, servers)),
    ...(await findMiscountedUsers(promised, standby)),
    ...findRepeatedMails(servers),
  ];
  if (ready.some(({ status }) => status !== 503))
    broken.push(`/readyz was ${ready.map(({ status }) => status).join(", ")} without a database`);
  console.log(
    `${ASYNCHRONOUS ? "Asynchronous" : "Synchronous"} standby promoted ${((promoted - killed) / 1_000).toFixed(1)} s after the primary was killed.`,
  );
  for (const [index, tally] of tallies.entries())
    broken.push(...reportProcess(index + 1, tally, { killed, promoted }));
  const left = servers.filter(({ process: child }) => child.exitCode !== null);
  if (left.length > 0) broken.push(`${left.length} processes ended`);
  console.log(
    `Acknowledged: ${promised.users.size} sign-ins, ${promised.live.size} sessions, ${promised.ended.size} ends. Lost, doubled or wrong: ${broken.length}.`,
  );
  for (const what of new Set(broken)) console.log(`  ${what}`);
  for (const server of servers) await server.stop();
  await address.close();
  standby.process.kill("SIGQUIT");
  await sleep(200);
  for (const folder of folders) removeFolder(folder);
  return broken.length === 0 ? 0 : 1;
}

process.exit(await main());
