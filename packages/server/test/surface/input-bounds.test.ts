import { type AnyRoute, permissionAccessOf } from "@acme/auth-http";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { startedService } from "../describe-service.js";
import { surface } from "../reference-surface.js";
import { FORM } from "./browser-requests.js";
import { NOTHING, POSTING_FORMS } from "./every-path.js";

const BODY_BYTES = 30_000;
/** Twenty issues with room to spare; the requests are ten times as long. */
const MAX_ANSWER = 3_000;

const fields = (count: number): string =>
  Array.from({ length: count }, (_, index) => `field${index}=1`).join("&");
const TOO_MANY = {
  code: "VALIDATION_ERROR",
  issues: [{ path: "", message: "A form or a query has at most 64 fields." }],
};

describe("the bounds of what a request says", () => {
  const service = startedService("sqlite", { start: { identityProviders: [POSTING_FORMS] } });
  let signedIn: Agent;
  let organization = "";
  beforeAll(async () => {
    signedIn = await service.signedIn("ada@example.com");
    organization = readJson((await signedIn.post("/api/v1/organizations", { name: "Acme" })).body, {
      id: "string",
    }).id;
  });

  const pathOf = ({ path, access }: AnyRoute): string =>
    (permissionAccessOf(access) ? path.replace(":id", organization) : path).replaceAll(
      /:\w+/g,
      NOTHING,
    );

  const nameOf = ({ method, path }: AnyRoute): string => `${method} ${path}`;

  it("a query has at most 64 fields", async () => {
    const withQuery = surface.filter(({ query }) => query);
    await expectOfEach(withQuery, nameOf, async (route) => {
      const send = (count: number) =>
        signedIn.send(`${pathOf(route)}?${fields(count)}`, { method: route.method });
      expect((await send(64)).text).not.toContain("64 fields");
      for (const count of [65, 1_000])
        expect(await send(count)).toMatchObject({ status: 400, body: TOO_MANY });
    });
  });

  it("a form has at most 64 fields", async () => {
    const withForm = surface.filter(({ forms }) => forms);
    await expectOfEach(withForm, nameOf, async (route) => {
      const send = (count: number) =>
        signedIn.send(pathOf(route), {
          method: "POST",
          headers: FORM,
          body: `${fields(count - 1)}&token=x`,
        });
      expect((await send(64)).text).not.toContain("64 fields");
      for (const count of [65, 1_000])
        expect(await send(count)).toMatchObject({ status: 400, body: TOO_MANY });
    });
  });

  it.each([
    [
      "/api/auth/organization/has-permission",
      { permissions: { a: Array<number>(BODY_BYTES / 2).fill(1) } },
    ],
    ["/api/auth/organization/has-permission", { permissions: { ["a".repeat(BODY_BYTES)]: 1 } }],
    [
      "/api/auth/organization/has-permission",
      {
        permissions: Object.fromEntries(
          Array.from({ length: 2_500 }, (_, index) => [`r${index}`, 1]),
        ),
      },
    ],
    [
      "/api/auth/passkey/verify-registration",
      { response: { rawId: "a", response: { transports: Array<number>(BODY_BYTES / 2).fill(1) } } },
    ],
    [
      "/api/v1/organizations",
      `{"name":"Acme","metadata":{"a":[${Array(BODY_BYTES / 6)
        .fill("1e999")
        .join(",")}]}}`,
    ],
  ])("a refused body gets a short answer, at %s", async (path, body) => {
    const reply = await signedIn.post(path, body, { "content-type": "application/json" });
    expect(reply).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(reply.text.length).toBeLessThan(MAX_ANSWER);
  });
});
