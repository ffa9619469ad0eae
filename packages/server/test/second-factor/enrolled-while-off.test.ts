import { createFixedClock } from "@acme/auth-testing";
import { stringContaining } from "@acme/auth-testing/matchers";
import { expect, it } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { compose } from "../../src/starting/compose.js";
import { reportEnrolled } from "../../src/starting/start-warnings.js";
import { environmentOf } from "../commands/called.js";
import { newDatabase } from "../prepared-databases.js";
import { enrolDirectly, openWith } from "./enrol-directly.js";

it("a start without the second factor warns once, with the number of users who have enrolled", async () => {
  const env = environmentOf("sqlite", await newDatabase("sqlite"));
  const warnings: unknown[] = [];
  const ignore = () => {};
  const warn = (event: string, fields?: object) => void warnings.push([event, fields]);
  const logger = { debug: ignore, info: ignore, error: ignore, warn };
  const start = async (settings: Readonly<Record<string, string>>) => {
    const { config } = readConfig({ ...env, WORKER: "off", ...settings });
    const composition = await compose(config);
    await reportEnrolled(composition, config, logger);
    await composition.close();
  };
  await start({ SECOND_FACTOR: "off" });
  const clock = createFixedClock();
  const opened = await openWith(env, clock);
  for (const name of ["ada", "grace"]) await enrolDirectly(opened, clock, `${name}@example.com`);
  await opened.auth.close();
  await opened.store.close();
  await start({});
  expect(warnings).toEqual([]);
  await start({ SECOND_FACTOR: "off" });
  expect(warnings).toEqual([
    ["second_factor_off", { users: 2, problem: stringContaining("cannot sign in") }],
  ]);
});
