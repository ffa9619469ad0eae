import { readdir, readFile } from "node:fs/promises";

const NANOSECONDS_PER_MS = 1e6;

/** Returns the processor time of a running process so far, of all its threads, in milliseconds. Linux only. */
export async function processorTimeOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(
    threads.map(async (thread) => {
      // The first field of schedstat is exact to the nanosecond, where stat counts in hundredths of a second.
      const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, "latin1").catch(
        () => "0",
      );
      return Number(text.split(" ")[0]);
    }),
  );
  return times.reduce((sum, each) => sum + each, 0) / NANOSECONDS_PER_MS;
}
