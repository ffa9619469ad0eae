import { describe, expect, it } from "vitest";
import { VARIABLES } from "../../src/config/config.js";
import { answerOf, GO, meet, outcomeOf } from "./policy-people.js";
import { nameOf, policyServices } from "./policy-services.js";
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
  const { before, service } = policyServices([setting]);

  const rows = cells.filter((cell) => cell.setting === setting);
  it.each(rows.map(({ person, way, expected }) => [person, way, expected] as const))(
    "%s by %s: %s",
    async (person, way, expected) => {
      const someone = await meet(before, person, way);
      const exists = async () => (await service.findUser(someone.email)) !== null;
      const wasThere = await exists();
      const reply = await GO[way](service, someone, before.stub);
      expect(outcomeOf(answerOf(reply), { wasThere, isThere: await exists() })).toBe(expected);
    },
  );
});
