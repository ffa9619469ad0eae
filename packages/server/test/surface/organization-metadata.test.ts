import { type Client, Secret } from "@acme/auth-core";
import { anyString, stringMatching } from "@acme/auth-testing/matchers";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { parseJson, readJson } from "@acme/auth-testing/read-json";
import { beforeAll, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService } from "../describe-service.js";
import { createTeams, ORGANIZATION_BODY, type OrganizationBody, ORGANIZATIONS } from "../teams.js";

const JSON_ONLY = { "content-type": "application/json" };

/**
 * Metadata as text of JSON, so that what JSON can say and JavaScript cannot write down gets
 * through.
 */
const KEPT: readonly (readonly [what: string, json: string])[] = [
  ["nothing", "{}"],
  ["every kind of value", `{"a":[1,-0.5,1e300,true,false,null,"",{"b":{}}],"c":9007199254740991}`],
  ["text of every script", `{"grüße":"日本語 🦆 العربية \\u2028","":"empty key"}`],
  ["quotes and line breaks", `{"a":"\\"'\\\\ \\n\\t\\u0001"}`],
  ["keys that look like columns", `{"id":"x","role":"owner","organizationId":1}`],
  [
    "names that objects bring along",
    `{"constructor":{"prototype":{"admin":true}},"toString":1,"hasOwnProperty":null}`,
  ],
  ["lists in lists", `{"a":${"[".repeat(31)}${"]".repeat(31)}}`],
  ["as much as there may be", JSON.stringify({ a: "x".repeat(8_192 - 8) })],
];

const REFUSED: readonly (readonly [what: string, json: string])[] = [
  ["a list", "[]"],
  ["text", `"text"`],
  ["null", "null"],
  ["a number", "1"],
  ["one character too many", JSON.stringify({ a: "x".repeat(8_192 - 7) })],
  ["NUL in a value", `{"a":{"b":["\\u0000"]}}`],
  ["NUL in a key", `{"a":{"\\u0000":1}}`],
  ["half a character in a value", `{"a":"\\ud800"}`],
  ["half a character in a key", `{"\\udc00":1}`],
  ["a number beyond all numbers", `{"a":1e999}`],
  ["one list too deep", `{"a":${"[".repeat(32)}${"]".repeat(32)}}`],
  ["lists ten thousand deep", `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`],
  ["objects a thousand deep", `{"a":${'{"a":'.repeat(1_000)}1${"}".repeat(1_000)}}`],
];

describeService("metadata of an organization", (service) => {
  let agent: Agent;
  let organization: OrganizationBody;

  beforeAll(async () => {
    const teams = createTeams(service);
    const person = await teams.person();
    agent = person.agent;
    organization = await teams.found(person, { metadata: { kept: true } });
  });

  const create = (json: string) =>
    agent.post(ORGANIZATIONS, `{"name":"Metadata","metadata":${json}}`, JSON_ONLY);
  const change = (json: string) =>
    agent.send(`${ORGANIZATIONS}/${organization.id}`, {
      method: "PATCH",
      body: `{"metadata":${json}}`,
      headers: JSON_ONLY,
    });

  const ofEach = (all: typeof KEPT, check: (json: string) => Promise<void>) =>
    expectOfEach(
      all,
      ([what]) => what,
      ([, json]) => check(json),
    );

  it("comes back as it went in", () =>
    ofEach(KEPT, async (json) => {
      const metadata = parseJson(json, "object");
      const made = await create(json);
      expect(made).toMatchObject({ status: 201 });
      const { id } = readJson(made.body, ORGANIZATION_BODY);
      expect(readJson(made.body, ORGANIZATION_BODY).metadata).toEqual(metadata);
      expect(
        readJson((await agent.get(`${ORGANIZATIONS}/${id}`)).body, ORGANIZATION_BODY).metadata,
      ).toEqual(metadata);
      expect(readJson((await change(json)).body, ORGANIZATION_BODY).metadata).toEqual(metadata);
      const listed = readJson((await agent.get(ORGANIZATIONS)).body, [ORGANIZATION_BODY]);
      for (const each of [id, organization.id])
        expect(listed.find((one) => one.id === each)!.metadata).toEqual(metadata);
      expect((await agent.send(`${ORGANIZATIONS}/${id}`, { method: "DELETE" })).status).toBe(204);
    }));

  it("is refused by name where it is none, and nothing changes", () =>
    ofEach(REFUSED, async (json) => {
      const before = (await agent.get(ORGANIZATIONS)).body;
      for (const reply of [await create(json), await change(json)])
        expect(reply).toMatchObject({
          status: 400,
          body: {
            code: "VALIDATION_ERROR",
            issues: [{ path: stringMatching(/^metadata/) }],
          },
        });
      expect((await agent.get(ORGANIZATIONS)).body).toEqual(before);
    }));

  it("is refused to an application that calls the library itself", async () => {
    const client: Client = {
      ipAddress: null,
      network: "unknown",
      userAgent: null,
      sessionToken: new Secret(agent.cookies.get("session")!),
      browserToken: null,
      organization: null,
    };
    const caller = (await service.auth.sessions.identify(client))!;
    const before = (await agent.get(ORGANIZATIONS)).body;
    for (const fault of [Infinity, NaN, undefined, "\u0000"]) {
      const wish = { name: "Metadata", slug: null, logo: null, metadata: { a: [fault] } };
      await expect(service.auth.organizations.create(caller, wish, client)).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        issues: [{ path: "metadata", message: anyString() }],
      });
    }
    expect((await agent.get(ORGANIZATIONS)).body).toEqual(before);
  });

  it("leaves out what would be a prototype, however deep, and keeps the rest", async () => {
    const reply = await change(
      `{"__proto__":{"admin":true},"nested":[{"__proto__":{"admin":true},"kept":1}]}`,
    );
    expect(reply.status).toBe(200);
    const { text } = await agent.get(`${ORGANIZATIONS}/${organization.id}`);
    expect(text).toContain(`"metadata":{"nested":[{"kept":1}]}`);
  });
});
