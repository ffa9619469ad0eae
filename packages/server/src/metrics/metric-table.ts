import { FEATURE_SERVERS } from "../features/features.js";

/** One metric, as Prometheus knows it. */
export interface MetricRow {
  readonly type: "counter" | "gauge" | "histogram";
  readonly labels: readonly string[];
  /** What it counts. */
  readonly help: string;
}

/** Every metric of the server. Their names are public: dashboards and alerts use them. */
export const METRICS = {
  auth_http_requests_total: {
    type: "counter",
    labels: ["method", "route", "status"],
    help: "Requests that were answered, by the pattern of the route; `unknown` for a request to no route.",
  },
  auth_http_request_duration_seconds: {
    type: "histogram",
    labels: ["method", "route"],
    help: "Time until the reply is ready.",
  },
  auth_refusals_total: {
    type: "counter",
    labels: ["code"],
    help: "Requests that were refused, by the code of the error.",
  },
  auth_sign_ins_total: {
    type: "counter",
    labels: ["method", "outcome"],
    help: "Sign-ins: `succeeded`; `refused`, for a wrong credential or a user who may not; `failed`, which is not the user's fault.",
  },
  auth_password_hashes: {
    type: "gauge",
    labels: ["state"],
    help: "Password hashes that are `running` now, and those that are `waiting` for their turn.",
  },
  auth_database_pool: {
    type: "gauge",
    labels: ["state"],
    help: "Connections to Postgres that are `in_use` and `idle`, and requests that are `waiting` for one. Not for SQLite.",
  },
  auth_queue_rows: {
    type: "gauge",
    labels: ["queue", "state"],
    help: `Rows of ${queueNames()} that are \`queued\`, and those that were given up: \`dead\`. Absent while the database does not answer.`,
  },
  auth_queue_oldest_seconds: {
    type: "gauge",
    labels: ["queue"],
    help: "How long the row that is due longest has been due; 0 when none is. Absent while the database does not answer.",
  },
  auth_sweeps_total: {
    type: "counter",
    labels: [],
    help: "Sweeps that removed everything that had expired.",
  },
  auth_swept_rows_total: {
    type: "counter",
    labels: [],
    help: "Rows that the sweeps removed.",
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

export type MetricName = keyof typeof METRICS;
/** The labels of a metric. */
export type LabelOf<N extends MetricName> = (typeof METRICS)[N]["labels"][number];

/** The table of metrics in the operators' document. */
export function metricTable(): string {
  const rows = Object.entries<MetricRow>(METRICS).map(
    ([name, { type, labels, help }]) =>
      `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(", ") || "–"} | ${help} |`,
  );
  return ["| metric | type | labels | what it says |", "|---|---|---|---|", ...rows, ""].join("\n");
}

/** The queues of the base and of the features, in code font. */
function queueNames(): string {
  const names = ["mail", "jobs", ...FEATURE_SERVERS.flatMap(({ queues }) => queues)];
  const [last = "", ...others] = names.map((name) => `\`${name}\``).toReversed();
  return `${others.toReversed().join(", ")} and ${last}`;
}
