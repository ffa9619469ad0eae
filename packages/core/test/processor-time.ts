/**
 * Processor time that `work` takes, in microseconds: unlike the time on the wall, it is the same on
 * a busy machine.
 */
export async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]!;
