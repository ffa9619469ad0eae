import { expect, it } from "vitest";
import { startComposed } from "../composed-server.js";
import { configOf, LOCAL, problemsOf } from "../config-environments.js";

const told = async (settings: Readonly<Record<string, string>>, path: string) => {
  const server = await startComposed(settings);
  const { status, body } = await server.send(path);
  await server.close();
  return { status, body: JSON.parse(body) as unknown };
};
const PENDING = "/api/v1/auth/second-factor";

it("the server has the second factor, unless it is switched off", async () => {
  const refused = { status: 401, body: { code: "INVALID_TWO_FACTOR_COOKIE" } };
  expect(await told({}, PENDING)).toMatchObject(refused);
  expect(await told({ SECOND_FACTOR: "off" }, PENDING)).toMatchObject({ status: 404 });
  const { body } = await told({ SECOND_FACTOR: "off" }, "/api/v1/auth/methods");
  expect(body).not.toHaveProperty("secondFactor");
});

it("a way back waits as long as it is configured", async () => {
  const wait = async (settings: Readonly<Record<string, string>>) =>
    (await told(settings, "/api/v1/auth/policy")).body;
  expect(await wait({})).toMatchObject({ recoveryWaitHours: 72 });
  const longer = { SECOND_FACTOR_RECOVERY_HOURS: "720" };
  expect(await wait(longer)).toMatchObject({ recoveryWaitHours: 720 });
});

it.each([
  [{ SECOND_FACTOR: "yes" }, "SECOND_FACTOR must be one of on, off"],
  [
    { SECOND_FACTOR_RECOVERY_HOURS: "23" },
    "SECOND_FACTOR_RECOVERY_HOURS must be a whole number from 24 to 720",
  ],
  [
    { SECOND_FACTOR_URL: "https://app.example.com/second?x" },
    "SECOND_FACTOR_URL must be an http or https URL, without user, query or fragment",
  ],
  [
    { SECOND_FACTOR_URL: "https://evil.test/second", APP_URL: "http://localhost:3004" },
    "SECOND_FACTOR_URL must be on the origin of APP_URL, or on one of TRUSTED_ORIGINS",
  ],
  [
    { SECOND_FACTOR_RECOVERY_HOUR: "72" },
    "SECOND_FACTOR_RECOVERY_HOUR is not known; did you mean SECOND_FACTOR_RECOVERY_HOURS?",
  ],
])("the server does not start with %j", (settings, problem) => {
  expect(problemsOf({ ...LOCAL, ...settings })).toEqual([problem]);
});

it("the page of the second step may be on any trusted origin", () => {
  const secondFactorUrl = "http://localhost:3005/second";
  const settings = { SECOND_FACTOR_URL: secondFactorUrl, TRUSTED_ORIGINS: "http://localhost:3005" };
  expect(configOf(settings)).toMatchObject({ secondFactorUrl });
});
