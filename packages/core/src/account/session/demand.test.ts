import { customFetch, protectedResourceRequest } from "oauth4webapi";
import { describe, expect, it } from "vitest";
import { after, HOUR, MINUTE, SECOND } from "../../kernel/duration.js";
import { challengeOf, type Demand, meetsDemand, parseDemand, type Proofs } from "./demand.js";

const now = new Date("2026-03-01T12:00:00.000Z");
const ago = (milliseconds: number) => after(now, -milliseconds);

const proofs = ({
  authenticated = 0,
  second,
  since = null,
}: {
  readonly authenticated?: number;
  readonly second?: number;
  readonly since?: Date | null;
}): Proofs => ({
  session: {
    authenticatedAt: ago(authenticated),
    secondFactorAt: second === undefined ? null : ago(second),
  },
  secondFactor: { since },
});

describe("what is asked of a session", () => {
  it.each([
    [{ factors: 2 }, { factors: 2, within: null }],
    [{ within: "60s" }, { factors: null, within: MINUTE }],
    [
      { factors: 2, within: "10m" },
      { factors: 2, within: 10 * MINUTE },
    ],
    [{ within: "24h" }, { factors: null, within: 24 * HOUR }],
    [{ within: "86400s" }, { factors: null, within: 24 * HOUR }],
    [{}, null],
  ] as const)("is read from %j", (options, demand) => {
    expect(parseDemand(options)).toEqual(demand);
  });

  it.each(["59s", "0m", "-5m", "1.5h", "1e2s", "25h", "1441m", "86401s", "010m", "NaNm", "10", ""])(
    "is no %j",
    (within) => {
      expect(() => parseDemand({ within: within as "10m" })).toThrow(RangeError);
    },
  );

  it.each([1, 3, "two", null])("is not that there are %j factors", (factors) => {
    expect(() => parseDemand({ factors: factors as 2 })).toThrow(RangeError);
  });
});

describe("a demand of two factors", () => {
  const enrolled = { since: ago(HOUR) };
  const two: Demand = { factors: 2, within: null };
  const recent: Demand = { factors: 2, within: 10 * MINUTE };

  it("is met by the session in which a second was shown", () => {
    expect(meetsDemand(proofs({ ...enrolled, second: 20 * HOUR }), two, now)).toBeNull();
    expect(meetsDemand(proofs({ second: 20 * HOUR }), two, now)).toBeNull();
  });

  it("counts the age of the second, and is not met at exactly that age", () => {
    const at = (second: number) =>
      meetsDemand(proofs({ ...enrolled, authenticated: 5 * HOUR, second }), recent, now);
    expect(at(10 * MINUTE - 1)).toBeNull();
    expect(at(10 * MINUTE)).toBe("INSUFFICIENT_USER_AUTHENTICATION");
  });

  it("is not met by an authentication, however recent", () => {
    expect(meetsDemand(proofs(enrolled), two, now)).toBe("INSUFFICIENT_USER_AUTHENTICATION");
    expect(meetsDemand(proofs({}), two, now)).toBe("SECOND_FACTOR_NOT_ENROLLED");
  });
});

it("the challenge is what an OAuth client reads", async () => {
  const challenge = challengeOf({ factors: 2, within: 10 * MINUTE });
  const answer = async () =>
    new Response(null, { status: 401, headers: { "www-authenticate": challenge } });
  const asked = protectedResourceRequest(
    "token",
    "GET",
    new URL("https://api.example.com/"),
    new Headers(),
    null,
    { [customFetch]: answer },
  );
  await expect(asked).rejects.toMatchObject({
    cause: [
      {
        scheme: "bearer",
        parameters: {
          error: "insufficient_user_authentication",
          error_description: "Two factors are required",
          acr_values: "factors-2",
          max_age: "600",
        },
      },
    ],
  });
});

it("an age alone is that of the authentication, and any user can meet it", () => {
  const demand: Demand = { factors: null, within: 10 * MINUTE };
  const at = (authenticated: number) =>
    meetsDemand(proofs({ authenticated, second: 0 }), demand, now);
  expect(at(10 * MINUTE - 1)).toBeNull();
  expect(at(10 * MINUTE)).toBe("INSUFFICIENT_USER_AUTHENTICATION");
});

it.each([
  [
    { factors: 2, within: 10 * MINUTE },
    'Bearer error="insufficient_user_authentication", error_description="Two factors are required", acr_values="factors-2", max_age="600"',
  ],
  [
    { factors: 2, within: null },
    'Bearer error="insufficient_user_authentication", error_description="Two factors are required", acr_values="factors-2"',
  ],
  [
    { factors: null, within: 90 * SECOND },
    'Bearer error="insufficient_user_authentication", error_description="More recent authentication is required", max_age="90"',
  ],
] as const)("the challenge of %j names what is missing", (demand, challenge) => {
  expect(challengeOf(demand)).toBe(challenge);
});
