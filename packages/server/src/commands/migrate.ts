import type { PlannedMigration } from "@acme/auth-kysely";
import { readConfig } from "../config/config.js";
import { counted } from "../starting/counted.js";
import { idsOf } from "../starting/pending-migrations.js";
import { type Answer, CommandFailure, EXIT, type Invocation } from "./command.js";
import { withDatabase } from "./with-auth.js";

/** Brings the database up to date, or says what that would change. */
export async function migrateDatabase({ env, options }: Invocation): Promise<Answer> {
  const [check, plan] = [options["check"] === true, options["plan"] === true];
  if (check && plan) throw new CommandFailure("Give --check or --plan, not both.", EXIT.misused);
  const { config } = readConfig(env);
  const mayCreate = !check && !plan;
  return withDatabase(
    config,
    async ({ store }) => {
      const planned = await store.planMigrations();
      if (plan) return planAnswer(planned);
      if (check) return checkAnswer(planned);
      await store.migrate();
      const applied = idsOf(planned);
      return {
        json: { applied },
        text:
          applied.length === 0
            ? "The database is up to date."
            : `Applied:\n  ${applied.join("\n  ")}`,
      };
    },
    { mayCreate },
  );
}

function planAnswer(planned: readonly PlannedMigration[]): Answer {
  return {
    json: { pending: planned },
    text:
      planned.length === 0
        ? "-- The database is up to date."
        : planned.map((one) => ({ verbatim: textOf(one) })),
  };
}

function textOf({
  namespace,
  id,
  phase,
  oldestSchema,
  locks,
  statements,
}: PlannedMigration): string {
  const needs = oldestSchema === 0 ? "" : `, for releases that know ${oldestSchema} or later`;
  return [
    `-- ${namespace}/${id} (${phase}${needs})`,
    ...locks.map(({ table, lock, rows, bytes, goesThroughRows }) => {
      const sizes = [
        ...(rows === null ? [] : [`about ${counted(rows, "row")}`]),
        ...(bytes === null ? [] : [`${Math.ceil(bytes / KIBIBYTE)} KiB`]),
        ...(goesThroughRows ? ["held while all rows are read or written"] : []),
      ];
      return `-- locks ${[`${table}: ${lock}`, ...sizes].join(", ")}`;
    }),
    ...statements.map((statement) => `${statement};`),
  ].join("\n");
}
const KIBIBYTE = 1_024;

function checkAnswer(planned: readonly PlannedMigration[]): Answer {
  const pending = idsOf(planned);
  if (pending.length === 0) return { json: { pending }, text: "The database is up to date." };
  return {
    json: { pending },
    text: `Not applied yet: ${pending.join(", ")}. Apply them: auth-server migrate`,
    exitCode: EXIT.failed,
  };
}
