import { openIdProvider } from "@acme/auth-core/providers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VARIABLES } from "../../src/config/config.js";
import { productOptions } from "../../src/serving/product-options.js";
import { configOf } from "../config-environments.js";
import { lateBound } from "../late-bound.js";
import { SERVICE_URL } from "../oauth/describe-providers.js";
import { startStubProvider, type StubProvider } from "../oauth/stub-provider.js";
import { type Service, startService } from "../service.js";
import { createTeams } from "../teams.js";
import { type Before, GO, meet, outcomeOf } from "./policy-people.js";
import { cells, PEOPLE, TABLE, WAYS } from "./policy-table.js";

/** The variables whose effect on a sign-in is declared. */
const DECLARED = [
  "SIGN_UP",
  "SIGN_UP_DOMAINS",
  "SIGN_IN_METHODS",
  "REQUIRE_EMAIL_VERIFICATION",
  "SESSION_DAYS",
  "SESSION_IDLE_DAYS",
  "PASSWORD_MIN_LENGTH",
];

const nameOf = (setting: string): string => setting.replace(/=.*/, "");
const settingsOf = (setting: string): Readonly<Record<string, string>> =>
  Object.fromEntries<string>([[nameOf(setting), setting.slice(nameOf(setting).length + 1)]]);

describe("the table of product policy", () => {
  it("has every variable, every way in and everyone, and no cell without an outcome", () => {
    const variables = new Set(Object.keys(TABLE).map(nameOf));
    expect([...variables]).toEqual(DECLARED);
    for (const variable of variables) expect(VARIABLES).toHaveProperty(variable);
    expect(cells).toHaveLength(Object.keys(TABLE).length * WAYS.length * PEOPLE.length);
    expect(cells.filter(({ expected }) => !expected)).toEqual([]);
  });
});

describe.each(Object.keys(TABLE))("%s", (setting) => {
  let stub: StubProvider | null = null;
  let open: Service | null = null;
  let inviter: Before["inviter"] | null = null;
  let configured: Service | null = null;
  const before: Before = {
    stub: lateBound(() => stub),
    open: lateBound(() => open),
    inviter: lateBound(() => inviter),
  };
  const service = lateBound(() => configured);

  beforeAll(async () => {
    stub = await startStubProvider();
    const { clientId, clientSecret, issuer } = stub;
    const acme = { id: "acme", name: "Acme ID", issuer, clientId, clientSecret };
    const shared = {
      database: "sqlite",
      serviceUrl: SERVICE_URL,
      identityProviders: [openIdProvider(acme)],
    } as const;
    open = await startService(shared);
    const { people, ...team } = await createTeams(open).team();
    inviter = { agent: people.owner.agent, team };
    const options = productOptions(
      configOf({ ...settingsOf(setting), IDP_CLIENT_ID: "client", IDP_CLIENT_SECRET: "secret" }),
    );
    configured = await startService({ ...shared, ...options, location: open.location });
  });
  afterAll(async () => {
    expect(service.breaches).toEqual([]);
    await configured?.stop();
    await open?.stop();
    await stub?.stop();
  });

  const rows = cells.filter((cell) => cell.setting === setting);
  it.each(rows.map(({ person, way, expected }) => [person, way, expected] as const))(
    "%s by %s: %s",
    async (person, way, expected) => {
      const someone = await meet(before, person, way);
      const exists = async () => (await service.findUser(someone.email)) !== null;
      const wasThere = await exists();
      const reply = await GO[way](service, someone, before.stub);
      expect(outcomeOf(reply, { wasThere, isThere: await exists() })).toBe(expected);
    },
  );
});
