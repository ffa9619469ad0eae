import { readdir, readFile } from "node:fs/promises";
import { Client } from "pg";

const TICKS_PER_SECOND = 100;

interface Stat {
  readonly parent: number;
  /** Processor time of the process and of its children that have ended, in microseconds. */
  readonly microseconds: number;
}

/** Fields 4 and 14 to 17 of proc(5), counted from behind the name, which may hold anything. */
async function statOf(pid: number | string): Promise<Stat> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1");
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
  return { parent: fields[1]!, microseconds: (ticks * 1e6) / TICKS_PER_SECOND };
}

async function serverPid(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ readonly pid: number }>("select pg_backend_pid() as pid");
  const { parent } = await statOf(rows[0]!.pid);
  await client.end();
  return parent;
}

/** Returns a function that returns the processor time of a Postgres server on this machine and of all its processes so far, in microseconds. Linux only. */
export async function postgresProcessor(url: string): Promise<() => Promise<number>> {
  const server = await serverPid(url);
  return async () => {
    const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
    const stats = await Promise.all(pids.map((pid) => statOf(pid).catch(() => null)));
    const children = stats.filter((stat) => stat?.parent === server);
    return [...children, await statOf(server)].reduce(
      (sum, stat) => sum + (stat?.microseconds ?? 0),
      0,
    );
  };
}
