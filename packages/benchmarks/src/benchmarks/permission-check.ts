import { CORE_PERMISSIONS, ROLES, type CorePermission, type Role } from "@acme/auth-core";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import type { Benchmark } from "../benchmark.js";
import { openLibrary } from "../capacity/library.js";
import { figureOf } from "../figures/figure.js";

const CHECKS = 5_000_000;
const MOST_NS = 50;

type Check = (role: Role, permission: CorePermission) => boolean;

/** Processor time of one check in nanoseconds. */
function costOf(allows: Check): number {
  const pairs = ROLES.flatMap((role) =>
    (Object.keys(CORE_PERMISSIONS) as CorePermission[]).map(
      (permission) => [role, permission] as const,
    ),
  );
  const before = process.cpuUsage();
  let allowed = 0;
  for (let check = 0; check < CHECKS; check++) {
    const [role, permission] = pairs[check % pairs.length]!;
    if (allows(role, permission)) allowed++;
  }
  const { user, system } = process.cpuUsage(before);
  // Counting them keeps the compiler from leaving the checks out.
  if (allowed === 0) throw new Error("no role has a permission");
  return ((user + system) * 1_000) / CHECKS;
}

/** Whether a role has a permission, asked in process. */
export const permissionCheck: Benchmark = {
  name: "permission-check",
  async run({ rounds }) {
    const store = createSqliteStore(":memory:", { guarded: false });
    const { auth } = openLibrary(store);
    const allows: Check = (role, permission) => auth.accessControl.allows(role, permission);
    costOf(allows);
    const measured = figureOf(Array.from({ length: rounds }, () => costOf(allows)));
    await auth.close();
    await store.close();
    const rows = [{ name: "accessControl.allows", figures: { ns: measured } }];
    return {
      tables: [{ id: "permission-check", title: "permission-check: role → permission", rows }],
      goals: [
        {
          id: "permission-check",
          what: "whether a role has a permission, in process",
          bound: { atMost: MOST_NS },
          unit: "ns",
          measured,
        },
      ],
    };
  },
};
