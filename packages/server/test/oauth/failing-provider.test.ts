import { objectContaining } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { describeProviders } from "./describe-providers.js";
import { destinationOf, failure, opensSession, PLACES, travel } from "./front-end.js";
import { ANSWERS, type Endpoint, type Json, type Misbehaviour, without } from "./misbehaviour.js";

describeProviders({ databases: "one" }, ({ service, stub, newPerson, userOf }) => {
  describe("a provider that fails or lies", () => {
    it.each([
      ["access_denied", "access_denied"],
      ["temporarily_unavailable", "temporarily_unavailable"],
      ["<script>alert(1)</script>", "provider_error"],
      ["state_mismatch&callbackURL=https://evil.test", "provider_error"],
      ["", "provider_error"],
    ])("says why it sends nobody: %j", async (error, code) => {
      newPerson();
      stub.misbehave({
        callback(back) {
          back.delete("code");
          back.set("error", error);
          back.set("error_description", "<b>Words of the provider</b>");
        },
      });
      const reply = await travel(service.agent(), stub);
      expect([destinationOf(reply), opensSession(reply)]).toEqual([failure(code), false]);
    });

    const claims = (change: Json): Misbehaviour => ({ claims: (all) => ({ ...all, ...change }) });
    const IN_USERINFO = { claims: without("email") } as const;
    const misbehaviours: readonly [string, string, Misbehaviour][] = [
      [
        "a callback of another issuer",
        "issuer_mismatch",
        { callback: (back) => back.set("iss", "https://evil.example") },
      ],
      ["a callback without issuer", "issuer_mismatch", { callback: (back) => back.delete("iss") }],
      [
        "a callback with two issuers",
        "issuer_mismatch",
        { callback: (back) => back.append("iss", "https://evil.example") },
      ],
      ["a callback without code", "invalid_code", { callback: (back) => back.delete("code") }],
      ["another code", "invalid_code", { callback: (back) => back.set("code", "guessed") }],
      [
        "an id_token of another issuer",
        "invalid_id_token",
        claims({ iss: "https://evil.example" }),
      ],
      ["an id_token for another client", "invalid_id_token", claims({ aud: "another" })],
      ["an id_token of another flow", "invalid_id_token", claims({ nonce: "replayed" })],
      ["an id_token without nonce", "invalid_id_token", { claims: without("nonce") }],
      ["an expired id_token", "invalid_id_token", claims({ exp: 1 })],
      ["an unsigned id_token", "invalid_id_token", { signing: "none" }],
      [
        "an id_token keyed with our secret",
        "invalid_id_token",
        { signing: "HS256 with the client secret" },
      ],
      ["an id_token signed with a foreign key", "invalid_id_token", { signing: "foreign key" }],
      ["no id_token", "invalid_id_token", { tokens: without("id_token") }],
      [
        "userinfo about somebody else",
        "unable_to_get_user_info",
        { ...IN_USERINFO, userinfo: (all) => ({ ...all, sub: "victim" }) },
      ],
      [
        "a huge token response",
        "provider_unavailable",
        { answers: { token: ANSWERS["answers with 50 MB"] } },
      ],
      [
        "huge userinfo",
        "provider_unavailable",
        { ...IN_USERINFO, answers: { userinfo: ANSWERS["answers with 50 MB"] } },
      ],
      [
        "a redirecting token endpoint",
        "provider_unavailable",
        { answers: { token: ANSWERS.redirects } },
      ],
      [
        "redirecting userinfo",
        "provider_unavailable",
        { ...IN_USERINFO, answers: { userinfo: ANSWERS.redirects } },
      ],
      [
        "a failing token endpoint",
        "provider_unavailable",
        { answers: { token: ANSWERS["answers with 500"] } },
      ],
      ["a page for tokens", "invalid_code", { answers: { token: ANSWERS["answers with a page"] } }],
      [
        "a page for userinfo",
        "unable_to_get_user_info",
        { ...IN_USERINFO, answers: { userinfo: ANSWERS["answers with a page"] } },
      ],
    ];
    it.each(misbehaviours)("opens no session: %s", async (_what, error, how) => {
      const person = newPerson();
      stub.misbehave(how);
      const agent = service.agent();
      const logged = service.logs.length;
      const reply = await travel(agent, stub);
      expect([destinationOf(reply), opensSession(reply), await userOf(agent)]).toEqual([
        failure(error),
        false,
        null,
      ]);
      expect(service.logs.slice(logged)).toContainEqual(
        expect.objectContaining({
          fields: objectContaining({ provider: "acme", reason: error }),
        }),
      );
      expect(await service.findUser(person.email)).toBeNull();
    });

    it.each<[Endpoint, keyof typeof ANSWERS]>([
      ["token", "hangs without a word"],
      ["token", "hangs in the middle of its answer"],
      ["userinfo", "hangs without a word"],
      ["userinfo", "hangs in the middle of its answer"],
    ])("opens no session: %s %s", async (endpoint, how) => {
      newPerson();
      stub.misbehave({ ...IN_USERINFO, answers: { [endpoint]: ANSWERS[how] } });
      const reply = await travel(service.agent(), stub, { provider: "hasty" });
      expect([destinationOf(reply), opensSession(reply)]).toEqual([
        failure("provider_unavailable"),
        false,
      ]);
    });

    it("leads to the usual place when none was given for errors", async () => {
      newPerson();
      stub.misbehave({ signing: "none" });
      const reply = await travel(service.agent(), stub, { errorCallbackURL: undefined });
      expect(destinationOf(reply)).toEqual(failure("invalid_id_token", PLACES.callbackURL));
    });
  });
});
