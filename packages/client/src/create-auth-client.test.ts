import { anyInstanceOf } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import {
  type AuthClient,
  AuthClientError,
  type AuthClientOptions,
  type CallOptions,
  createAuthCall,
  createAuthClient,
  type Route,
} from "./index.js";
import * as routes from "./routes.js";

interface Sent {
  readonly url: string;
  readonly request: RequestInit;
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", ...headers },
  });

interface LinkInput {
  readonly token: string;
  readonly callbackURL: string;
}

const html = (status = 200) =>
  new Response("<!doctype html><div id=app>", {
    status,
    headers: { "Content-Type": "text/html" },
  });

/** The answer, as `fetch` gives it when it was redirected there. */
const redirectedTo = (url: string, answer: Response): Response =>
  Object.defineProperties(answer, { redirected: { value: true }, url: { value: url } });

/** A client whose requests are kept, and answered with this. */
function clientOf(answer: () => Response | Promise<Response>, options: AuthClientOptions = {}) {
  const sent: Sent[] = [];
  const client = createAuthClient({
    baseUrl: "https://auth.example.com",
    ...options,
    fetch: async (url, request = {}) => {
      sent.push({ url: typeof url === "string" ? url : "", request });
      return answer();
    },
  });
  return { client, sent };
}

const refusalOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (thrown: unknown) => thrown,
  );

describe("what a call sends", () => {
  it("is JSON with the cookies of the service", async () => {
    const { client, sent } = clientOf(() => json({ success: true }));
    const input = { email: "ada@example.com", type: "sign-in" } as const;
    expect(await client.emailOtp.sendVerificationOtp(input)).toEqual({ success: true });
    expect(sent).toMatchObject([
      {
        url: "https://auth.example.com/api/auth/email-otp/send-verification-otp",
        request: {
          method: "POST",
          credentials: "include",
          body: JSON.stringify(input),
          headers: { "Content-Type": "application/json" },
        },
      },
    ]);
  });

  it("puts what the path names into the path, and the rest into the body", async () => {
    const { client, sent } = clientOf(() => json({}));
    await client.membership.changeRole({ id: "o/1", memberId: "m 2", role: "admin" });
    expect(sent[0]).toMatchObject({
      url: "https://auth.example.com/api/v1/organizations/o%2F1/members/m%202",
      request: { method: "PATCH", body: '{"role":"admin"}' },
    });
  });

  it.each(["", ".", ".."])("leads the id %j to no other path", async (id) => {
    const { client, sent } = clientOf(() => new Response(null, { status: 204 }));
    await client.organization.deleteOrganization({ id });
    expect(sent[0]!.url).toBe("https://auth.example.com/api/v1/organizations/-");
  });

  it("puts the fields of a GET into the query, without those that are undefined", async () => {
    const { client, sent } = clientOf(() => json({}));
    await client.activity.activity({ limit: 10, cursor: undefined });
    await client.activity.activity();
    expect(sent.map(({ url }) => url)).toEqual([
      "https://auth.example.com/api/v1/me/activity?limit=10",
      "https://auth.example.com/api/v1/me/activity",
    ]);
    expect(sent[0]!.request.body).toBeUndefined();
  });

  it("is a form where the route takes nothing else", async () => {
    const { client, sent } = clientOf(() => new Response("<p>", { status: 200 }));
    expect(await client.emailVerification.submitVerificationLink({ token: "a&b" })).toBe("<p>");
    expect(sent[0]!.request).toMatchObject({
      body: "token=a%26b",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
  });

  it("names the organization of the call, and carries the headers of client and call", async () => {
    const { client, sent } = clientOf(() => json({}), { headers: { Cookie: "session=x" } });
    await client.currentUser.me({ organization: "o1", headers: { "X-Trace": "1" } });
    expect(sent[0]!.request.headers).toEqual({
      Cookie: "session=x",
      "X-Trace": "1",
      "X-Active-Org": "o1",
    });
  });

  it("goes to the origin of the page without a base URL", async () => {
    const { client, sent } = clientOf(() => json({ ok: true }), { baseUrl: "" });
    await client.service.healthz();
    expect(sent[0]!.url).toBe("/healthz");
  });
});

it("what a browser opens by itself is a URL, and nothing is sent", () => {
  const { client, sent } = clientOf(() => json({}));
  expect(
    client.passwordReset.openPasswordResetLink({ token: "t/1", callbackURL: "https://a.test/x" }),
  ).toBe(
    "https://auth.example.com/api/auth/reset-password/t%2F1?callbackURL=https%3A%2F%2Fa.test%2Fx",
  );
  expect(client.documentation.docs()).toBe("https://auth.example.com/docs");
  expect(sent).toEqual([]);
});

describe("the client as one function", () => {
  const sent: Sent[] = [];
  const call = createAuthCall({
    baseUrl: "https://auth.example.com/",
    fetch: async (url, request = {}) => {
      sent.push({ url: typeof url === "string" ? url : "", request });
      return json({});
    },
  });

  it("calls a route as the method of that name does", async () => {
    await call(routes.membership.changeRole, { id: "o1", memberId: "m1", role: "admin" });
    await call(routes.session.listSessions, { headers: { "X-Trace": "1" } });
    expect(sent.splice(0)).toMatchObject([
      {
        url: "https://auth.example.com/api/v1/organizations/o1/members/m1",
        request: { method: "PATCH", body: '{"role":"admin"}' },
      },
      {
        url: "https://auth.example.com/api/auth/list-sessions",
        request: { method: "GET", headers: { "X-Trace": "1" } },
      },
    ]);
    expect(call(routes.documentation.docs)).toBe("https://auth.example.com/docs");
  });

  it("calls a route of the application's own", async () => {
    const changePlan: Route<
      (input: { id: string; plan: string }, options?: CallOptions) => Promise<object>
    > = "POST /api/billing/:id/plan json";
    await call(changePlan, { id: "b1", plan: "team" }, { organization: "o1" });
    expect(sent.splice(0)).toMatchObject([
      {
        url: "https://auth.example.com/api/billing/b1/plan",
        request: { method: "POST", body: '{"plan":"team"}', headers: { "X-Active-Org": "o1" } },
      },
    ]);
  });
});

describe("what a call throws", () => {
  it("is the refusal of the service, with the fields at fault and the time to wait", async () => {
    const issues = [{ path: "email", message: "This is not an email address we can use." }];
    const refusal = { code: "VALIDATION_ERROR", message: "Some fields are wrong.", issues };
    const { client } = clientOf(() =>
      json(refusal, 400, { "Retry-After": "7", "X-Request-Id": "r1" }),
    );
    const thrown = await refusalOf(client.session.signOut());
    expect(thrown).toBeInstanceOf(AuthClientError);
    expect(thrown).toMatchObject({ ...refusal, status: 400, retryAfter: 7, requestId: "r1" });
    expect(AuthClientError.is(thrown, "VALIDATION_ERROR")).toBe(true);
    expect(AuthClientError.is(thrown, "UNAUTHORIZED")).toBe(false);
  });

  it("is SECOND_FACTOR_REQUIRED where the contract of better-auth calls that a success", async () => {
    const withheld = { twoFactorRedirect: true, twoFactorMethods: ["totp"] };
    const { client } = clientOf(() => json(withheld));
    const signIn = client.password.signIn({ email: "ada@example.com", password: "a password" });
    expect(await refusalOf(signIn)).toMatchObject({ code: "SECOND_FACTOR_REQUIRED", status: 200 });
  });

  it("is UNREACHABLE when there is no answer", async () => {
    const cause = new TypeError("fetch failed");
    const { client } = clientOf(() => Promise.reject(cause));
    expect(await refusalOf(client.session.signOut())).toMatchObject({
      code: "UNREACHABLE",
      status: 0,
      cause,
    });
  });

  it.each([
    ["a page of a proxy", new Response("<h1>Bad gateway</h1>", { status: 502 })],
    ["JSON that is none", new Response("{", { headers: { "Content-Type": "application/json" } })],
    ["an error of something else", json({ error: "no" }, 500)],
    ["a page of a front end that answers every path", html()],
    ["nothing, without saying so", new Response("")],
  ])("is UNREADABLE for %s", async (_name, answer) => {
    const { client } = clientOf(() => answer);
    expect(await refusalOf(client.session.signOut())).toMatchObject({
      code: "UNREADABLE",
      status: answer.status,
    });
  });

  it("is UNREADABLE for a page instead of the session, so that no user looks signed in", async () => {
    const { client } = clientOf(html);
    expect(await refusalOf(client.session.getSession())).toMatchObject({ code: "UNREADABLE" });
  });

  it("is UNREADABLE for the page that people see of a mailed link", async () => {
    const { client } = clientOf(html);
    const { emailVerification } = client;
    expect(await refusalOf(emailVerification.openVerificationLink({ token: "t" }))).toMatchObject({
      code: "UNREADABLE",
    });
  });

  it("is UNREADABLE for JSON where a page answers", async () => {
    const { client } = clientOf(() => json({}));
    const { emailVerification } = client;
    expect(await refusalOf(emailVerification.submitVerificationLink({ token: "t" }))).toMatchObject(
      {
        code: "UNREADABLE",
      },
    );
  });

  describe.each<[string, (client: AuthClient, input: LinkInput) => Promise<unknown>]>([
    ["a sign-in link", ({ magicLink }, input) => magicLink.openMagicLink(input)],
    [
      "a verification link",
      ({ emailVerification }, input) => emailVerification.openVerificationLink(input),
    ],
  ])("when %s redirects to the front end", (_name, open) => {
    const callbackURL = "https://app.example.com/welcome";
    const opened = (url: string, answer: Response) =>
      open(clientOf(() => redirectedTo(url, answer)).client, { token: "t", callbackURL });

    it.each([html(), html(404), json({ of: "the front end" })])(
      "is the refusal that the URL names",
      async (answer) => {
        expect(await refusalOf(opened(`${callbackURL}?error=INVALID_TOKEN`, answer))).toMatchObject(
          { name: "AuthClientError", code: "INVALID_TOKEN" },
        );
      },
    );

    it.each([html(), json({ of: "the front end" })])(
      "is UNREADABLE when the URL names none",
      async (answer) => {
        expect(await refusalOf(opened(callbackURL, answer))).toMatchObject({ code: "UNREADABLE" });
      },
    );
  });

  it("is the refusal that the URL names where a form redirects", async () => {
    const { client } = clientOf(() =>
      redirectedTo("https://app.example.com/?error=TOKEN_EXPIRED", html()),
    );
    const { emailVerification } = client;
    expect(await refusalOf(emailVerification.submitVerificationLink({ token: "t" }))).toMatchObject(
      {
        code: "TOKEN_EXPIRED",
      },
    );
  });

  it("is nothing when the service is redirected to its own origin", async () => {
    const url = "https://www.example.com/api/auth/verify-email?token=t";
    const { client } = clientOf(() => redirectedTo(url, json({ status: true, user: null })));
    expect(await client.emailVerification.openVerificationLink({ token: "t" })).toEqual({
      status: true,
      user: null,
    });
  });

  describe("when nothing can be sent", () => {
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;

    it.each<[string, (client: AuthClient) => Promise<unknown>]>([
      ["an id", ({ organization }) => organization.deleteOrganization({ id: "\ud800" })],
      ["a body", ({ preferences }) => preferences.updatePreferences(circular as never)],
    ])("is INVALID_CALL, as a rejection, for %s that cannot be written", async (_name, call) => {
      const { client, sent } = clientOf(() => json({}));
      expect(await refusalOf(call(client))).toMatchObject({
        name: "AuthClientError",
        code: "INVALID_CALL",
        cause: anyInstanceOf(Error),
      });
      expect(sent).toEqual([]);
    });

    it("is INVALID_CALL for a header or a base URL that cannot be sent", async () => {
      const headers = { "X-Trace": "a\nb" };
      const client = createAuthClient({ baseUrl: "http://127.0.0.1:1" });
      expect(await refusalOf(client.session.getSession({ headers }))).toMatchObject({
        code: "INVALID_CALL",
      });
      for (const baseUrl of ["", "http://[auth"]) {
        expect(await refusalOf(createAuthClient({ baseUrl }).session.getSession())).toMatchObject({
          code: "INVALID_CALL",
        });
      }
      expect(await refusalOf(client.session.getSession())).toMatchObject({ code: "UNREACHABLE" });
    });

    it("is INVALID_CALL that asks for baseUrl outside a page, where a path alone leads nowhere", async () => {
      const failure = await refusalOf(createAuthClient().session.getSession());
      expect(failure).toMatchObject({ code: "INVALID_CALL" });
      expect(String(failure)).toContain("baseUrl");
    });

    it("is INVALID_CALL for a URL that cannot be written", () => {
      const { client } = clientOf(() => json({}));
      expect(() => client.passwordReset.openPasswordResetLink({ token: "\ud800" })).toThrow(
        expect.objectContaining({ name: "AuthClientError", code: "INVALID_CALL" }),
      );
    });
  });

  it("is ABORTED when the signal is aborted, before the answer or while it arrives", async () => {
    const controller = new AbortController();
    const body = new ReadableStream({
      start: (stream) =>
        void (controller.signal.onabort = () => stream.error(controller.signal.reason)),
    });
    const { client, sent } = clientOf(() => new Response(body));
    const call = refusalOf(client.session.listSessions({ signal: controller.signal }));
    setTimeout(() => controller.abort());
    expect(await call).toMatchObject({
      code: "ABORTED",
      cause: controller.signal.reason as unknown,
    });
    expect(sent[0]!.request.signal).toBe(controller.signal);
  });
});
