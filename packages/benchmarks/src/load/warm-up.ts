import type { Running } from "../processes/start-process.js";
import { drive, type Load } from "./drive.js";

const SLICE_MS = 200;
/** However slow the machine is. */
const PATIENCE = 10;

/**
 * Loads a process until it has had that much processor time. Code is compiled by how often it ran, and on a busy machine a while of load runs it less
 * often: what is measured afterwards would be the compiler.
 */
export async function warmUp(
  running: Running,
  { turn, milliseconds }: Pick<Load, "turn" | "milliseconds">,
): Promise<void> {
  const spent = async () => ((await running.ask("cpu")) as number) / 1_000;
  const enough = (await spent()) + milliseconds;
  const deadline = performance.now() + milliseconds * PATIENCE;
  while ((await spent()) < enough && performance.now() < deadline)
    await drive({ port: running.port, connections: 16, milliseconds: SLICE_MS, turn });
}
