import type { Worker } from "node:cluster";
import { EventEmitter } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createMeasuring, type Measuring } from "../src/metrics/measuring.js";
import { ANSWER_TIMEOUT_MS } from "../src/metrics/scrape-messages.js";
import { createSumOfProcesses } from "../src/metrics/sum-of-processes.js";

/** A serving process, as its primary process sees it. */
class ServingProcess extends EventEmitter {
  readonly measuring: Measuring = createMeasuring();
  answers = true;

  send({ scrape }: { readonly scrape: number }): boolean {
    if (this.answers)
      void this.measuring.snapshot().then((snapshot) => this.emit("message", { scrape, snapshot }));
    return true;
  }

  refuse(times: number): void {
    for (let time = 0; time < times; time++) this.measuring.metrics.requestRefused("UNAUTHORIZED");
  }

  end(): void {
    this.answers = false;
    this.emit("exit", null, "SIGKILL");
  }
}

function openSum(count: number) {
  const sum = createSumOfProcesses();
  const processes = Array.from({ length: count }, () => new ServingProcess());
  const add = (process: ServingProcess) => sum.add(process as unknown as Worker);
  processes.forEach(add);
  const refusals = async () =>
    valueIn(await sum.text(), 'auth_refusals_total{code="UNAUTHORIZED"}');
  const hashes = async () => valueIn(await sum.text(), 'auth_password_hashes{state="running"}');
  return { processes, add, refusals, hashes };
}

function valueIn(text: string, name: string): number | null {
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return line === undefined ? null : Number(line.slice(name.length + 1));
}

afterEach(() => void vi.useRealTimers());

describe("the sum of several processes", () => {
  it("keeps what a process counted when it ends, so that no counter falls", async () => {
    const { processes, add, refusals } = openSum(2);
    processes[0]!.refuse(3);
    processes[1]!.refuse(4);
    expect(await refusals()).toBe(7);
    processes[0]!.end();
    expect(await refusals()).toBe(7);
    const successor = new ServingProcess();
    add(successor);
    successor.refuse(1);
    processes[1]!.refuse(1);
    expect(await refusals()).toBe(9);
    processes[1]!.end();
    successor.end();
    expect(await refusals()).toBe(9);
    expect(await refusals()).toBe(9);
  });

  it("forgets what was going on in a process that has ended", async () => {
    const { processes, hashes } = openSum(2);
    for (const { measuring } of processes)
      measuring.metrics.hashQueueChanged({ running: 1, waiting: 0 });
    expect(await hashes()).toBe(2);
    processes[0]!.end();
    expect(await hashes()).toBe(1);
  });

  it("does not fail or fall while a process does not answer", async () => {
    const { processes, refusals } = openSum(2);
    processes[0]!.refuse(3);
    processes[1]!.refuse(4);
    expect(await refusals()).toBe(7);
    processes[0]!.answers = false;
    processes[1]!.refuse(1);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const late = refusals();
    await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT_MS);
    expect(await late).toBe(8);
  });
});
