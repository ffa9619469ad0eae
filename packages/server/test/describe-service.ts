import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lateBound } from "./late-bound.js";
import type { ServiceOptions } from "./service.js";
import { type DatabaseName, type Host, type Service, startService } from "./service.js";
import { unseenRefusals } from "./surface/unseen-refusals.js";

type Start = Omit<ServiceOptions, "database">;

export interface DescribeServiceOptions {
  /**
   * How the service is started; a function where that takes what exists only once the tests run.
   */
  readonly start?: Start | ((database: DatabaseName) => Start | Promise<Start>);
  /** Start one for each test, instead of one for all of them. */
  readonly perTest?: boolean;
  /**
   * The section of the surface of which these tests must show every refusal that its routes
   * declare.
   */
  readonly section?: string;
  /** Those of its refusals that other tests show. */
  readonly shownElsewhere?: RegExp;
  /** The only ones that these tests must show, where other tests show the rest. */
  readonly shownHere?: RegExp;
  /** "one" where no answer can depend on the database: SQLite only. */
  readonly databases?: "one";
  /**
   * "both" where an answer can depend on what serves the surface: the fetch handler too, over
   * SQLite.
   */
  readonly hosts?: "both";
  /** For each test, in milliseconds. */
  readonly timeout?: number;
}

type Tests = (service: Service, database: DatabaseName) => void;

/**
 * Describes the service in Express over each database, or over what the options say: starts it
 * before the tests, stops it after them, and fails each test in which a reply was not what its
 * route declares.
 *
 * @example
 * describeService("sessions over HTTP", (service) => {
 *   it("…", async () => {
 *     const agent = await service.signedIn("ada@example.com");
 *   });
 * });
 */
export function describeService(
  title: string,
  ...rest: readonly [Tests] | readonly [DescribeServiceOptions, Tests]
): void {
  const [options, tests]: readonly [DescribeServiceOptions, Tests] =
    rest.length === 1 ? [{}, rest[0]] : rest;
  const { section, shownElsewhere, shownHere = /./, timeout } = options;
  const settings = timeout === undefined ? {} : { timeout };
  describe.each(rowsOf(options))(`${title}, on %s`, settings, (...[, database, host]) => {
    const service = startedService(database, { ...options, host });
    tests(service, database);
    if (section === undefined) return;
    it(`has shown every refusal that the routes of "${section}" declare`, () => {
      const unseen = unseenRefusals(service, section);
      const missing = unseen.filter((refusal) => shownHere.test(refusal));
      expect(
        missing.filter((refusal) => !shownElsewhere?.test(refusal)),
        "show each in this file, or name it in `shownElsewhere`",
      ).toEqual([]);
    });
  });
}

type Row = readonly [on: string, database: DatabaseName, host: Host];

const rowsOf = ({ databases, hosts }: DescribeServiceOptions): readonly Row[] => [
  ["sqlite", "sqlite", "express"],
  ...(databases === "one" ? [] : [["postgres", "postgres", "express"] as const]),
  ...(hosts === "both" ? [["sqlite through fetch", "sqlite", "fetch"] as const] : []),
];

/**
 * Starts a service for the suite in which it is called, and judges and stops it as
 * `describeService` does. For a suite that has a title of its own, or one database.
 *
 * @returns the service that is running; it has nothing before the first hook has run.
 */
export function startedService(
  database: DatabaseName,
  {
    start = {},
    perTest = false,
    host = "express",
  }: Pick<DescribeServiceOptions, "start" | "perTest"> & { readonly host?: Host } = {},
): Service {
  let running: Service | null = null;
  const before = perTest ? beforeEach : beforeAll;
  const after = perTest ? afterEach : afterAll;
  before(async () => {
    const chosen = typeof start === "function" ? await start(database) : start;
    running = await startService({ ...chosen, database, host });
  });
  // Hooks after a test run in the opposite order: the replies are judged before the service stops.
  after(() => running?.stop());
  afterEach(() => expect(running?.breaches).toEqual([]));
  return lateBound(() => running);
}

/**
 * Returns what starts services over a database, for tests that each want another one. After each
 * test the services that it has started are judged and stopped.
 */
export function serviceStarter(database: DatabaseName): (start?: Start) => Promise<Service> {
  const running: Service[] = [];
  afterEach(async () => {
    const ended = running.splice(0).reverse();
    for (const service of ended) await service.stop();
    expect(ended.flatMap(({ breaches }) => breaches)).toEqual([]);
  });
  return async (start = {}) => {
    const service = await startService({ ...start, database });
    running.push(service);
    return service;
  };
}
