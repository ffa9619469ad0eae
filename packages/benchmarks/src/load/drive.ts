import { quantile } from "../figures.js";
import { connect, type Connection, type Reply } from "./connection.js";

/** One unit of what is measured; false when the server refused it. */
export type Turn = (connection: Connection) => Promise<boolean>;

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly milliseconds: number;
  readonly turn: Turn;
}

/** What one round of load came to. Latencies in milliseconds. */
export interface Sample {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Turns, those that were refused too. */
  readonly turns: number;
}

let drives = 0;

/** A loopback IP address per drive, so that no budget of one client runs out over many rounds. */
const nextIpAddress = (): string =>
  `127.0.${Math.floor(++drives / 250) % 250}.${(drives % 250) + 1}`;

/** Keeps every connection busy for a while, with turn after turn. Rejects when a turn does. */
export async function drive({ port, connections, milliseconds, turn }: Load): Promise<Sample> {
  const ipAddress = nextIpAddress();
  const open = await Promise.all(
    Array.from({ length: connections }, () => connect(port, ipAddress)),
  );
  const latencies: number[] = [];
  let turns = 0;
  const start = performance.now();
  const deadline = start + milliseconds;

  async function keepBusy(connection: Connection): Promise<void> {
    for (let began = performance.now(); began < deadline; turns++) {
      const served = await turn(connection);
      const ended = performance.now();
      if (served) latencies.push(ended - began);
      began = ended;
    }
  }

  await Promise.all(open.map(keepBusy));
  const elapsed = performance.now() - start;
  for (const connection of open) connection.close();
  const sorted = Float64Array.from(latencies).sort();
  return {
    perSecond: (sorted.length * 1_000) / elapsed,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    turns,
  };
}

export function expectOk(reply: Reply): Reply {
  if (reply.status !== 200) throw new Error(`answered ${reply.status}: ${reply.body()}`);
  return reply;
}
