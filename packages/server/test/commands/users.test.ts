import { parseEmailAddress, Secret } from "@acme/auth-core";
import { readJson } from "@acme/auth-testing/read-json";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { openAuth, type OpenedAuth } from "../../src/serving/open-auth.js";
import { newDatabase } from "../prepared-databases.js";
import { unknownClient as client } from "../unknown-client.js";
import { call, CALLER, callJson, environmentOf } from "./called.js";

const PRINTED = { email: "string", suspendedAt: "string or null" } as const;

const EMAIL = "ada@example.com";
const password = new Secret("correct horse battery");
describe("commands about users", () => {
  let env: Readonly<Record<string, string>>;
  let opened: OpenedAuth;

  beforeEach(async () => {
    env = environmentOf("sqlite", await newDatabase("sqlite"));
    opened = await openAuth(readConfig(env).config, { mailer: { deliver: async () => {} } });
    await opened.store.migrate();
  });
  afterEach(async () => {
    await opened.auth.close();
    await opened.store.close();
  });

  async function signUp(email = EMAIL) {
    const input = { image: null, password, redirectTo: null };
    const { signedIn } = await opened.auth.passwords.signUp(
      { ...input, email: parseEmailAddress(email)!, name: "Ada" },
      client,
    );
    return () =>
      opened.auth.sessions.identify({ sessionToken: signedIn!.token, organization: null });
  }

  it("a user is suspended on the very next request, shown as such, and reinstated", async () => {
    const identify = await signUp();
    expect(await identify()).not.toBeNull();
    const until = "2090-01-31T12:00:00.000Z";
    const suspended = await callJson(
      env,
      ...["users", "suspend", EMAIL, "--reason", "chargeback 4711", "--until", until],
    );
    expect(suspended).toMatchObject({ code: 0, value: { suspendedUntil: until } });
    expect(await identify()).toBeNull();
    const { value } = await callJson(env, "users", "show", EMAIL);
    expect(value).toMatchObject({ email: EMAIL, suspendedUntil: until });
    const listed = await callJson(env, ...["users", "list", "--filter", "suspended"]);
    expect(readJson(listed.value, { users: [PRINTED] }).users.map(({ email }) => email)).toEqual([
      EMAIL,
    ]);
    const user = await opened.store.users.findByEmail(parseEmailAddress(EMAIL)!);
    const { entries } = await opened.auth.users.activity(user!.id, { after: null, limit: 10 });
    expect(JSON.stringify(entries)).toContain(`${CALLER}: chargeback 4711`);
    const reinstated = await callJson(env, "users", "reinstate", EMAIL);
    expect(reinstated).toMatchObject({ code: 0, value: { suspendedAt: null } });
  });

  it("a suspension needs a reason and a time to come", async () => {
    await signUp();
    expect((await call(env, "users", "suspend", EMAIL)).code).toBe(2);
    for (const until of ["2001-01-01T00:00:00Z", "tomorrow", "2090-01-31T12:00:00"])
      expect(
        (await call(env, "users", "suspend", EMAIL, "--reason", "x", "--until", until)).code,
        until,
      ).toBe(2);
    const shown = await callJson(env, "users", "show", EMAIL);
    expect(readJson(shown.value, PRINTED).suspendedAt).toBeNull();
  });

  it.each(["users end-sessions", "sessions end"])(
    "%s ends the sessions of a user",
    async (name) => {
      const identify = await signUp();
      const { code, value } = await callJson(env, ...name.split(" "), EMAIL);
      expect({ code, value }).toMatchObject({ code: 0, value: { ended: 1 } });
      expect(await identify()).toBeNull();
      const ended = async () => (await call(env, ...name.split(" "), EMAIL)).out;
      expect(await ended()).toBe(`Ended for ${EMAIL}: 0 sessions\n`);
      await opened.auth.passwords.signIn(
        { email: parseEmailAddress(EMAIL)!, password, redirectTo: null },
        client,
      );
      expect(await ended()).toBe(`Ended for ${EMAIL}: 1 session\n`);
    },
  );

  it("a user is created without a password, and once", async () => {
    expect((await call(env, "users", "create", EMAIL, "--name", "Ada")).code).toBe(0);
    expect(await call(env, "users", "create", EMAIL)).toEqual({
      code: 1,
      out: "",
      err: "There is a user with this email address already.\n",
    });
    const { value } = await callJson(env, "users", "show", EMAIL);
    expect(value).toMatchObject({ email: EMAIL, name: "Ada", emailVerified: false });
    expect((await callJson(env, "mails", "list")).value).toHaveLength(1);
  });

  it("users are searched by prefix and shown page by page", async () => {
    for (const name of ["ada", "adele", "grace"]) await signUp(`${name}@example.com`);
    const page = await callJson(env, ...["users", "list", "--search", "ad", "--limit", "1"]);
    expect(page.value).toMatchObject({ users: [{ email: EMAIL }], next: EMAIL });
    const { out } = await call(env, "users", "list", "--search", "ad", "--after", EMAIL);
    expect(out).toContain("adele@example.com");
    expect(out).not.toContain("grace");
  });

  it("an unknown user ends a command with 3, and what is no email address with 2", async () => {
    for (const words of [["show"], ["reinstate"], ["end-sessions"], ["suspend", "--reason", "x"]]) {
      const [name = "", ...options] = words;
      expect((await call(env, "users", name, "nobody@example.com", ...options)).code).toBe(3);
      expect((await call(env, "users", name, "nobody", ...options)).code).toBe(2);
    }
  });
});
