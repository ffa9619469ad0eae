import type { Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import type { Snapshot } from "./measuring.js";
import { type MetricRow, METRICS } from "./metric-table.js";
import { askForSnapshot } from "./scrape-messages.js";

/** The metrics of all serving processes together. */
export interface SumOfProcesses {
  /** A process serves from now on. */
  add(worker: Worker): void;
  /** The text that Prometheus reads. */
  text(): Promise<string>;
}

/**
 * What keeps its value when a process ends or is too busy to answer: a sum that fell would look to
 * Prometheus as if all had been counted anew.
 */
const isCount = ({ name }: { readonly name: string }): boolean =>
  Object.entries<MetricRow>(METRICS).some(
    ([known, { type }]) => known === name && type !== "gauge",
  );

/**
 * Adds up the metrics of the serving processes. What a process counted stays in the sum after its
 * end, except what it counted since it was last asked.
 */
export function createSumOfProcesses(): SumOfProcesses {
  const workers = new Set<Worker>();
  const latest = new Map<Worker, Snapshot>();
  let ended: Snapshot[] = [];
  let scraping: Promise<string> | null = null;

  function remove(worker: Worker): void {
    const counted = latest.get(worker)?.filter(isCount);
    if (counted) ended.push(counted);
    latest.delete(worker);
    workers.delete(worker);
  }

  async function askEach(): Promise<readonly Snapshot[]> {
    const asked = [...workers].map(async (worker) => {
      const snapshot = await askForSnapshot(worker);
      if (snapshot && workers.has(worker)) latest.set(worker, snapshot);
      return snapshot === null ? null : worker;
    });
    const answered = new Set(await Promise.all(asked));
    return [...latest].map(([worker, snapshot]) =>
      answered.has(worker) ? snapshot : snapshot.filter(isCount),
    );
  }

  /** Keeps one snapshot for all processes that have ended. */
  async function mergeEnded(): Promise<void> {
    if (ended.length < 2) return;
    const merging = ended;
    ended = [];
    ended.push(await AggregatorRegistry.aggregate(merging).getMetricsAsJSON());
  }

  async function scrape(): Promise<string> {
    await mergeEnded();
    const living = await askEach();
    return AggregatorRegistry.aggregate([...living, ...ended]).metrics();
  }

  return {
    add(worker) {
      workers.add(worker);
      worker.once("exit", () => remove(worker));
    },
    text: () =>
      (scraping ??= scrape().finally(() => {
        scraping = null;
      })),
  };
}
