import { BASE_STORES } from "./base-stores.js";
import type { AnyFeatureTables, FeatureList } from "./feature-tables.js";
import { SEALED, sealedIn } from "./key-uses.js";
import { LIFETIMES } from "./lifetimes.js";
import { OWN_MIGRATIONS } from "./migrations/own-migrations.js";

/** What stands beside the stores at the top of a store. */
const METHODS = [
  "callers",
  "transaction",
  "sweep",
  "health",
  "listKeyUses",
  "migrate",
  "planMigrations",
  "databaseTime",
  "close",
];

/** All names that the base or a feature has. */
interface Names {
  readonly owner: string;
  readonly namespace: string;
  readonly stores: readonly string[];
  /** With the table of the ledger. */
  readonly tables: readonly string[];
  readonly kinds: readonly string[];
}

const withLedger = (namespace: string, lifetimes: object): readonly string[] => [
  ...Object.keys(lifetimes),
  `${namespace}_migration`,
];

const BASE: Names = {
  owner: "the base",
  namespace: OWN_MIGRATIONS.namespace,
  stores: [...Object.keys(BASE_STORES), ...METHODS],
  tables: withLedger(OWN_MIGRATIONS.namespace, LIFETIMES),
  kinds: Object.keys(SEALED),
};

const namesOf = ({
  name,
  migrations: { namespace },
  stores,
  lifetimes,
  sealed = {},
}: AnyFeatureTables): Names => ({
  owner: name,
  namespace,
  stores: Object.keys(stores),
  tables: withLedger(namespace, lifetimes),
  kinds: Object.keys(sealed),
});

/** Each name that only one may have, as a fault names it. */
const singlesOf = ({ owner, namespace, stores, tables, kinds }: Names): readonly string[] => [
  `the feature "${owner}"`,
  `the namespace "${namespace}"`,
  ...stores.map((store) => `the store "${store}"`),
  ...tables.map((table) => `the table "${table}"`),
  ...kinds.map((kind) => `the kind "${kind}" of sealed values`),
];

function faultsOfNames(all: readonly Names[]): readonly string[] {
  const owners = new Map<string, string>();
  const faults: string[] = [];
  for (const names of all)
    for (const single of singlesOf(names)) {
      const owner = owners.get(single);
      if (owner !== undefined) faults.push(`${names.owner}: ${single} belongs to ${owner}`);
      owners.set(single, owner ?? names.owner);
    }
  return faults;
}

/** A migration may change each table whose name begins with its namespace. */
const faultsOfNamespaces = (all: readonly Names[]): readonly string[] =>
  all
    .slice(1)
    .flatMap(({ owner, namespace }) =>
      all
        .filter((other) => other.owner !== owner)
        .flatMap(({ owner: other, tables }) =>
          tables
            .filter((table) => table.startsWith(`${namespace}_`))
            .map(
              (table) => `${owner}: the namespace "${namespace}" takes in "${table}" of ${other}`,
            ),
        ),
    );

function faultsIn(feature: AnyFeatureTables): readonly string[] {
  const { name, migrations, lifetimes, sealed = {} } = feature;
  const { namespace } = migrations;
  const foreign = Object.keys(lifetimes).filter((table) => !table.startsWith(`${namespace}_`));
  const unknown = sealedIn(sealed).filter(([, [table]]) => !Object.hasOwn(lifetimes, table));
  return [
    ...foreign.map((table) => `${name}: the table "${table}" does not begin with ${namespace}_`),
    ...unknown.map(([kind, [table]]) => `${name}: "${kind}" is kept in "${table}", no table of it`),
  ];
}

/**
 * Checks the features that a store is opened with against the base and each other.
 * @throws {RangeError} which names all that is wrong
 */
export function checkFeatures(features: FeatureList): void {
  const all = [BASE, ...features.map(namesOf)];
  const faults = [...faultsOfNames(all), ...faultsOfNamespaces(all), ...features.flatMap(faultsIn)];
  if (faults.length > 0) throw new RangeError(`tables of features: ${faults.join("; ")}`);
}
