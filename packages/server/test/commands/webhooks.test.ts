import { once } from "node:events";
import { createServer } from "node:http";
import { parseEmailAddress, Secret } from "@acme/auth-core";
import { stringMatching } from "@acme/auth-testing/matchers";
import { portOf } from "@acme/auth-testing/port-of";
import { readJson } from "@acme/auth-testing/read-json";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { openAuth, type OpenedAuth } from "../../src/serving/open-auth.js";
import { newDatabase } from "../prepared-databases.js";
import { call, callJson, environmentOf } from "./called.js";

const ADDED = { id: "string", secret: "string" } as const;

describe("commands about webhooks", () => {
  let env: Readonly<Record<string, string>>;
  let opened: OpenedAuth;
  let url: string;
  const answers: number[] = [];
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(String(request.headers["webhook-id"]));
    request.resume();
    response.writeHead(answers.shift() ?? 200).end();
  });

  beforeEach(async () => {
    answers.length = received.length = 0;
    receiver.listen(0, "127.0.0.1");
    await once(receiver, "listening");
    url = `http://127.0.0.1:${portOf(receiver)}/hooks`;
    env = {
      ...environmentOf("sqlite", await newDatabase("sqlite")),
      WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8",
    };
    opened = await openAuth(readConfig(env).config, { mailer: { deliver: async () => {} } });
    await opened.store.migrate();
  });
  afterEach(async () => {
    receiver.close().closeAllConnections();
    await opened.auth.close();
    await opened.store.close();
  });

  const add = async (...options: readonly string[]) =>
    readJson((await callJson(env, "webhooks", "add", url, ...options)).value, ADDED);

  it("add an endpoint, list it without its secret, rotate the secret and remove it", async () => {
    const { id, secret } = await add("--events", "user.created,member.added");
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    const listed = await call(env, "webhooks", "list");
    expect(listed.out).toContain(id);
    expect(listed.out).toContain("user.created,member.added");
    expect(listed.out).not.toContain(secret.slice(6));
    const rotated = await callJson(env, "webhooks", "rotate", id);
    expect(rotated).toMatchObject({
      code: 0,
      value: { secret: stringMatching(/^whsec_/) },
    });
    expect(readJson(rotated.value, { secret: "string" }).secret).not.toBe(secret);
    expect((await call(env, "webhooks", "remove", id)).code).toBe(0);
    expect((await callJson(env, "webhooks", "list")).value).toEqual([]);
  });

  it("test an endpoint, and fail when it does not answer 2xx", async () => {
    const { id } = await add();
    answers.push(204, 500);
    expect(await callJson(env, "webhooks", "test", id)).toEqual({
      code: 0,
      value: { status: 204 },
    });
    expect(await callJson(env, "webhooks", "test", id)).toEqual({
      code: 1,
      value: { status: 500 },
    });
    const guarded = { ...env, WEBHOOK_ALLOWED_NETWORKS: "" };
    const refused = await call(guarded, "webhooks", "test", id);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.out).toContain("WEBHOOK_ALLOWED_NETWORKS");
    expect(received).toHaveLength(2);
  });

  it("list what was delivered, and replay it under the same id", async () => {
    const { id } = await add("--events", "user.created");
    const email = parseEmailAddress("ada@example.com")!;
    const password = new Secret("correct horse battery");
    const client = {
      ipAddress: null,
      network: "192.0.2.1",
      userAgent: null,
      sessionToken: null,
      browserToken: null,
      organization: null,
    };
    const input = { name: "Ada", image: null, password, redirectTo: null, email };
    await opened.auth.passwords.signUp(input, client);
    await opened.auth.worker.runDue();
    const deliveries = await callJson(env, "webhooks", "deliveries", id);
    const value = readJson(deliveries.value, [{ id: "string", eventId: "string" }]);
    expect(value).toMatchObject([
      { state: "delivered", event: "user.created", lastAttempt: { status: 200 } },
    ]);
    expect((await call(env, "webhooks", "replay", value[0]!.id)).code).toBe(0);
    await opened.auth.worker.runDue();
    expect(received).toEqual([value[0]!.eventId, value[0]!.eventId]);
    expect((await call(env, "webhooks", "disable", id)).code).toBe(0);
    expect((await call(env, "webhooks", "replay", value[0]!.id)).code).toBe(3);
  });

  it("refuse an event that the server never sends with the list of those it does", async () => {
    for (const names of ["foo.bar", "user.created,foo.bar", "foo.bar\u001b[2J"]) {
      const refused = await call(env, "webhooks", "add", url, "--events", names);
      expect(refused).toMatchObject({ code: 2, out: "" });
      expect(refused.err).toMatch(
        /^There is no event foo\.bar\S*\. There are: .+, user\.created, /,
      );
      expect(refused.err).toContain(" user.erased");
      expect(refused.err).toContain(" billing.plan_changed, ");
      expect(refused.err).not.toContain("\u001b");
    }
    expect((await callJson(env, "webhooks", "list")).value).toEqual([]);
    await add("--events", "user.created, billing.plan_changed", "--own-events", "crm.deal_won");
    await add("--own-events", "crm.deal_won");
    const { value } = await callJson(env, "webhooks", "list");
    expect(readJson(value, [{ events: ["string"] }]).map(({ events }) => events)).toEqual([
      ["user.created", "billing.plan_changed", "crm.deal_won"],
      ["crm.deal_won"],
    ]);
  });

  it("name the variable of networks when a URL needs one", async () => {
    const { WEBHOOK_ALLOWED_NETWORKS: _, ...guarded } = env;
    const refused = await call(guarded, "webhooks", "add", url);
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain("WEBHOOK_ALLOWED_NETWORKS");
  });

  it("say what is wrong with a URL or an event, and know nothing of an unknown id", async () => {
    const wrong = await call(env, "webhooks", "add", "ftp://crm.example.com/");
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.err).toContain("https");
    const misspelt = await call(env, "webhooks", "add", url, "--events", "user.creatd");
    expect(misspelt).toMatchObject({ code: 2 });
    expect(misspelt.err).toContain("There is no event user.creatd. There are: account.linked, ");
    for (const name of ["disable", "enable", "remove", "test", "rotate", "deliveries", "replay"])
      expect((await call(env, "webhooks", name, "unknown")).code, name).toBe(3);
  });
});
