import { sampleOf, type Sample } from "../figures/sample.js";
import { connect, type Connection, type Reply } from "./connection.js";

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly milliseconds: number;
  /** One unit of what is measured; false when the server refused it. */
  readonly turn: (connection: Connection) => Promise<boolean>;
}

let drives = 0;

/** A loopback IP address per drive, so that no budget of one client runs out over many rounds. */
const nextIpAddress = (): string =>
  `127.0.${Math.floor(++drives / 250) % 250}.${(drives % 250) + 1}`;

/** Keeps every connection busy for a while, each with one turn after the other. Rejects when a turn does. */
export async function drive({ port, connections, milliseconds, turn }: Load): Promise<Sample> {
  const ipAddress = nextIpAddress();
  const open = await Promise.all(
    Array.from({ length: connections }, () => connect(port, ipAddress)),
  );
  const latencies: number[] = [];
  let refused = 0;
  const start = performance.now();
  const deadline = start + milliseconds;

  async function keepBusy(connection: Connection): Promise<void> {
    for (let began = performance.now(); began < deadline;) {
      const served = await turn(connection);
      const ended = performance.now();
      if (served) latencies.push(ended - began);
      else refused++;
      began = ended;
    }
  }

  await Promise.all(open.map(keepBusy));
  const elapsed = performance.now() - start;
  for (const connection of open) connection.close();
  return sampleOf(latencies, elapsed, refused);
}

/** Sends `requests` one after the other, from the beginning again and again. Any answer but 200 is a failure of the benchmark. */
export function cycling(requests: readonly Buffer[]): (connection: Connection) => Promise<boolean> {
  let next = 0;
  return async (connection) => {
    expectOk(await connection.exchange(requests[next++ % requests.length]!));
    return true;
  };
}

export function expectOk(reply: Reply): Reply {
  if (reply.status !== 200) throw new Error(`answered ${reply.status}: ${reply.body()}`);
  return reply;
}
