import type { Auth, Metrics, SignInOutcome } from "@acme/auth-core";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { type LabelOf, type MetricName, METRICS } from "./metric-table.js";
import { within } from "./within.js";

/** The metrics of one process, as another process can add them up. */
export type Snapshot = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** The connections of `pg.Pool`. */
export interface PoolUse {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** What is measured besides what the port is told. */
export interface Watched {
  readonly auth: Pick<Auth, "worker" | "clock" | "signInMethods">;
  /** Null for SQLite, which has no pool. */
  readonly pool: PoolUse | null;
}

/** The metrics of this process. */
export interface Measuring {
  /** The port of the library. */
  readonly metrics: Metrics;
  /**
   * Reads from now on the queues and the pool too. What has few values begins at zero, so that the
   * first of them shows as an increase.
   */
  watch(watched: Watched): void;
  snapshot(): Promise<Snapshot>;
  /** The text that Prometheus reads. */
  text(): Promise<string>;
}

/** A scrape must be answered while the database is not. Prometheus waits ten seconds by default. */
export const BACKLOG_TIMEOUT_MS = 1_500;
/** From a session check to a request that waits for a password hash or an external provider. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SECOND_MS = 1_000;

const OUTCOMES = ["succeeded", "refused", "failed"] as const satisfies readonly SignInOutcome[];

/** Begins to count. */
export function createMeasuring(): Measuring {
  const registry = new Registry();
  const meters = createMeters(registry);
  let readGauges = async (): Promise<void> => {};

  return {
    metrics: portOf(meters),
    watch(watched) {
      for (const { name: method } of watched.auth.signInMethods.list())
        for (const outcome of OUTCOMES) meters.signIns.inc({ method, outcome }, 0);
      readGauges = gaugesOf(meters, watched);
    },
    async snapshot() {
      await readGauges();
      return registry.getMetricsAsJSON();
    },
    async text() {
      await readGauges();
      return registry.metrics();
    },
  };
}

type Meters = ReturnType<typeof createMeters>;

function createMeters(registry: Registry) {
  const settings = <N extends MetricName>(name: N) => {
    const labelNames: readonly LabelOf<N>[] = METRICS[name].labels;
    return { name, help: METRICS[name].help, labelNames: [...labelNames], registers: [registry] };
  };
  return {
    requests: new Counter(settings("auth_http_requests_total")),
    durations: new Histogram({
      ...settings("auth_http_request_duration_seconds"),
      buckets: BUCKETS_SECONDS,
    }),
    refusals: new Counter(settings("auth_refusals_total")),
    signIns: new Counter(settings("auth_sign_ins_total")),
    hashes: new Gauge(settings("auth_password_hashes")),
    pool: new Gauge(settings("auth_database_pool")),
    // Every process asks the same database.
    rows: new Gauge({ ...settings("auth_queue_rows"), aggregator: "max" }),
    oldest: new Gauge({ ...settings("auth_queue_oldest_seconds"), aggregator: "max" }),
    sweeps: new Counter(settings("auth_sweeps_total")),
    sweptRows: new Counter(settings("auth_swept_rows_total")),
  };
}

const portOf = (meters: Meters): Metrics => ({
  requestStarted() {
    const stop = meters.durations.startTimer();
    return ({ method, route, status }) => {
      stop({ method, route });
      meters.requests.inc({ method, route, status });
    };
  },
  requestRefused: (code) => meters.refusals.inc({ code }),
  signInEnded: (method, outcome) => meters.signIns.inc({ method, outcome }),
  hashQueueChanged({ running, waiting }) {
    meters.hashes.set({ state: "running" }, running);
    meters.hashes.set({ state: "waiting" }, waiting);
  },
  sweepEnded(rows) {
    meters.sweeps.inc();
    meters.sweptRows.inc(rows);
  },
});

/**
 * What reads the queues and the pool. Of a database that does not answer nothing is known, and it
 * is asked once at a time.
 */
function gaugesOf({ rows, oldest, pool: gauge }: Meters, { auth, pool }: Watched) {
  const backlog = within(BACKLOG_TIMEOUT_MS, () => auth.worker.backlog());

  return async (): Promise<void> => {
    if (pool) {
      gauge.set({ state: "in_use" }, pool.totalCount - pool.idleCount);
      gauge.set({ state: "idle" }, pool.idleCount);
      gauge.set({ state: "waiting" }, pool.waitingCount);
    }
    const queues = await backlog();
    rows.reset();
    oldest.reset();
    const now = auth.clock.now().getTime();
    for (const [queue, { queued, dead, oldestDueAt }] of Object.entries(queues ?? {})) {
      rows.set({ queue, state: "queued" }, queued);
      rows.set({ queue, state: "dead" }, dead);
      const late = oldestDueAt === null ? 0 : Math.max(0, now - oldestDueAt.getTime());
      oldest.set({ queue }, late / SECOND_MS);
    }
  };
}
