/** What is promised of one kind of work. */
export interface Goal {
  /** The work and what it is compared with. */
  readonly what: string;
  readonly bound: { readonly atLeast: number } | { readonly atMost: number };
  readonly unit: "×" | "ms" | "MB";
}

const atLeast = (least: number, what: string): Goal => ({
  what,
  bound: { atLeast: least },
  unit: "×",
});
const atMost = (most: number, unit: Goal["unit"], what: string): Goal => ({
  what,
  bound: { atMost: most },
  unit,
});

/** The table of goals, by the name of the benchmark and what distinguishes the goal. */
export const GOALS = {
  "session-check/express": atLeast(1.1, "session check, mount in Express × written by hand"),
  "session-check/guard": atLeast(1, "guarded route of an application × written by hand"),
  "session-check/node-http": atLeast(0.9, "session check, mount on node:http × written by hand"),
  "session-check/better-auth/SQLite": atLeast(12, "session check × better-auth"),
  "session-check/better-auth/Postgres": atLeast(10, "session check × better-auth"),
  "session-check-growth": atMost(1.3, "×", "session check, p50 in large tables × in small ones"),
  "under-argon2/checks": atMost(3, "×", "p99 of checks beside 32 password sign-ins × idle"),
  "under-argon2/crowd": atMost(100, "ms", "200 password sign-ins at once, the slowest 503"),
  "code-cycle/same-rows": atLeast(0.85, "sign-in by code × the same rows by hand"),
  "code-cycle/better-auth": atLeast(6, "sign-in by code × better-auth"),
  "sign-in": atLeast(0.85, "sign-in by password × the bare hash"),
  "passkey-assertion": atLeast(0.8, "sign-in by passkey × the bare verification"),
  "start/server": atMost(1.25, "×", "start of the reference server × bare Express"),
  "embedding-start": atMost(1.5, "×", "start of an application with the library × without"),
  "start/memory": atMost(15, "MB", "idle memory of the reference server above bare Express"),
  "long-history/growth": atMost(40, "MB", "growth of memory with a long history"),
  "long-history/stall": atMost(60, "ms", "longest stall of the event loop with a long history"),
  "install/packages": atMost(0.85, "×", "packages that an adopter installs × better-auth"),
  "install/megabytes": atMost(0.8, "×", "megabytes that an adopter installs × better-auth"),
} satisfies Readonly<Record<string, Goal>>;

export type GoalId = keyof typeof GOALS;

export const isMet = ({ bound }: Goal, measured: number): boolean =>
  "atLeast" in bound ? measured >= bound.atLeast : measured <= bound.atMost;

export const writeBound = ({ bound, unit }: Goal): string =>
  `${"atLeast" in bound ? `≥ ${bound.atLeast}` : `≤ ${bound.atMost}`} ${unit}`;
