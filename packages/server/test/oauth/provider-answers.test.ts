import { type ProviderFault } from "@acme/auth-core";
import { stringContaining } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { HASTE, newAuthorizationRequest, refused, startAdapterFixture } from "./adapter-fixture.js";
import { ANSWERS, type Endpoint, without } from "./misbehaviour.js";
import { startStubProvider } from "./stub-provider.js";

const { stub, openId, travel } = startAdapterFixture();

describe("a provider that does not answer as it should", () => {
  const elsewhere = () => stub.requests.filter((request) => request.endsWith("/elsewhere"));
  const ENDPOINTS: readonly [Endpoint, ProviderFault][] = [
    ["discovery", "provider_unavailable"],
    ["token", "invalid_code"],
    ["jwks", "invalid_id_token"],
    ["userinfo", "unable_to_get_user_info"],
  ];
  const unreadable = ["answers with a page", "answers with a list"] as const;
  const out = Object.keys(ANSWERS).filter(
    (name) => !(unreadable as readonly string[]).includes(name),
  ) as (keyof typeof ANSWERS)[];

  describe.each(ENDPOINTS)("%s", (endpoint, faultOfAnswer) => {
    const answers = [
      ...out.map((name): [keyof typeof ANSWERS, ProviderFault] => [name, "provider_unavailable"]),
      ...unreadable.map((name): [keyof typeof ANSWERS, ProviderFault] => [name, faultOfAnswer]),
    ];
    it.each(answers)("%s: %s", async (name, reason) => {
      stub.misbehave({ claims: without("email"), answers: { [endpoint]: ANSWERS[name] } });
      expect(
        await travel(openId(name.startsWith("hangs") ? { timeoutMs: HASTE } : {})),
      ).toMatchObject(refused(reason));
      expect(elsewhere()).toEqual([]);
    });
  });

  it("is given up after the time it is allowed, and not before", async () => {
    stub.misbehave({ answers: { discovery: ANSWERS["hangs in the middle of its answer"] } });
    const start = Date.now();
    const verdict = await openId({ timeoutMs: HASTE }).authorizationUrl(newAuthorizationRequest());
    expect(verdict).toMatchObject({
      ...refused("provider_unavailable"),
      detail: stringContaining(`within ${HASTE} ms`),
    });
    expect(Date.now() - start).toBeGreaterThanOrEqual(HASTE - 10);
    expect(Date.now() - start).toBeLessThan(5_000);
  });

  it("is not there at all", async () => {
    const gone = await startStubProvider();
    await gone.stop();
    const verdict = await openId({ issuer: gone.issuer }).authorizationUrl(
      newAuthorizationRequest(),
    );
    expect(verdict).toMatchObject({
      ...refused("provider_unavailable"),
      detail: stringContaining("ECONNREFUSED"),
    });
  });
});
