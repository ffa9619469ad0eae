import { secondFactorTables } from "@acme/auth-second-factor/kysely";
import { webhookTables } from "@acme/auth-webhooks/kysely";
import { addSessions } from "./add-sessions.js";
import type { Answer, Call } from "./second-process.js";
import { createSqliteStore } from "./sqlite-driver.js";

// The program of a second process: a store on the file it is told, with the features it is told, at
// the service of the process that started it.
const [, , file, ...features] = process.argv;
const store = createSqliteStore(file!, { features: features.map(tablesNamed) });

function tablesNamed(name: string) {
  const tables = [webhookTables, secondFactorTables].find((known) => known.name === name);
  if (!tables) throw new Error(`this process does not know the feature ${name}`);
  return tables;
}

const hosted = {
  ...store,
  addSessions: (prefix: string, owner: string, now: Date) => addSessions(store, prefix, owner, now),
};

async function answer({ id, path, given }: Call): Promise<Answer> {
  try {
    const method = path.reduce<unknown>(
      (object, key) => (object as Record<string, unknown>)[key],
      hosted,
    ) as (...given: unknown[]) => unknown;
    return { id, value: await method(...given) };
  } catch (thrown) {
    const fault = thrown as Error & { readonly code?: unknown };
    return { id, fault, code: fault.code };
  }
}

process.on("message", (call: Call) => void answer(call).then((reply) => process.send?.(reply)));
process.on("disconnect", () => process.exit());
