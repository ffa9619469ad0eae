import { createHash } from "node:crypto";
import type { DialectName } from "./engine.js";
import { COLUMN_TYPES, type Migration, type MovedMigration } from "./migrations/migration.js";
import { type Declared, declaredBy } from "./migrations/phase.js";

/**
 * A module's own migrations. `namespace` begins the names of its tables and indexes, which are all
 * that they change, and its ledger is the table `<namespace>_migration`.
 */
export interface MigrationSet {
  readonly namespace: string;
  readonly migrations: readonly (Migration | MovedMigration)[];
}

/** A migration in one dialect. */
export interface Step {
  readonly id: string;
  readonly statements: readonly string[];
  readonly rewrites: readonly string[];
  readonly checksum: string;
  /** Worked out for what is pending only: readiness needs none of it. */
  readonly declared: () => Declared;
}

/** Steps are worked out once for each set: readiness is asked every few seconds. */
const stepsBySet = {
  postgres: new WeakMap<MigrationSet, readonly Step[]>(),
  sqlite: new WeakMap<MigrationSet, readonly Step[]>(),
};

export function stepsOf(set: MigrationSet, dialect: DialectName): readonly Step[] {
  let known = stepsBySet[dialect].get(set);
  if (!known) stepsBySet[dialect].set(set, (known = workOut(set, dialect)));
  return known;
}

function workOut({ namespace, migrations }: MigrationSet, dialect: DialectName): readonly Step[] {
  return migrations.map((migration, index) => {
    const { id } = migration;
    if (!/^\d{4}-[a-z0-9-]+$/.test(id) || Number(id.slice(0, 4)) !== index + 1)
      throw new Error(
        `${namespace}: migration "${id}" should begin with ${String(index + 1).padStart(4, "0")}-`,
      );
    return "movedTo" in migration ? movedStep(migration, dialect) : stepOf(migration, dialect);
  });
}

function stepOf(migration: Migration, dialect: DialectName): Step {
  const statements = migration.statements(COLUMN_TYPES[dialect]);
  const rewrites = migration.rewrites?.(COLUMN_TYPES[dialect]) ?? [];
  return {
    id: migration.id,
    statements,
    rewrites,
    checksum: createHash("sha256")
      .update(JSON.stringify([...statements, ...rewrites]))
      .digest("hex"),
    declared: () => declaredBy(migration, statements),
  };
}

const movedStep = ({ id, checksums }: MovedMigration, dialect: DialectName): Step => ({
  id,
  statements: [],
  rewrites: [],
  checksum: checksums[dialect],
  declared: () => ({ phase: "expand", oldestSchema: 0 }),
});
