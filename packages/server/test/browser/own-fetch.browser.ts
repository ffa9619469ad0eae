import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserFixture } from "./fixture.js";
import { forgetPassword, MAILED_PAGES, newAddress, PASSWORD, signUp } from "./mailed-links.js";

interface Fetched {
  readonly status: number;
  readonly type: string;
  readonly url: string;
  readonly body: string;
}

/**
 * What a script of the page under `from` gets when it fetches `url`; a `TypeError` when the browser
 * keeps the answer from it.
 */
async function fetchFrom(page: Page, url: string, init: RequestInit = {}): Promise<Fetched> {
  return page.evaluate(
    async (asked) => {
      const response = await fetch(asked.url, { credentials: "include", ...asked.init });
      return {
        status: response.status,
        type: response.type,
        url: response.url,
        body: await response.text(),
      };
    },
    { url, init },
  );
}

const post = (page: Page, url: string, body: object): Promise<Fetched> =>
  fetchFrom(page, url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe.each([
  ["another origin", { sharedOrigin: false }],
  ["the service's own origin", { sharedOrigin: true }],
] as const)("a front end at %s", (_where, { sharedOrigin }) => {
  const fixture = browserFixture({ sharedOrigin });
  const api = () => `${sharedOrigin ? fixture.front.origin : fixture.service.url}/api`;

  /** A visitor on a page of the front end. */
  async function visit(path = "/") {
    const visitor = await fixture.visitor();
    await visitor.page.goto(`${fixture.front.origin}${path}`);
    return visitor;
  }

  it("verifies an email address with its own fetch", async () => {
    const mailed = await signUp(fixture.service);
    const { page, complaints } = await visit();
    const exchange = fixture.traffic.next(
      ({ url }) => url.searchParams.get("token") === mailed.token,
    );
    expect(await fetchFrom(page, mailed.link)).toMatchObject({
      status: 200,
      body: '{"status":true,"user":null}',
    });
    const { headers, setCookies } = await exchange;
    expect(headers).toMatchObject({
      "sec-fetch-mode": "cors",
      "sec-fetch-dest": "empty",
      "sec-fetch-site": sharedOrigin ? "same-origin" : "same-site",
    });
    expect(headers.origin).toBe(sharedOrigin ? undefined : fixture.front.origin);
    expect(setCookies).toEqual([]);
    expect(await mailed.isUsed()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it("reads why a token is refused", async () => {
    const { page } = await visit();
    const reply = await fetchFrom(page, `${api()}/auth/verify-email?token=nonsense`);
    expect(reply.status).toBe(401);
    expect(JSON.parse(reply.body)).toMatchObject({ code: "INVALID_TOKEN" });
  });

  it("may ask to be sent on: the token is used, and the answer is a redirect", async () => {
    const mailed = await signUp(fixture.service);
    const { page } = await visit();
    const link = `${mailed.link}&callbackURL=${encodeURIComponent("/welcome")}`;
    expect(await fetchFrom(page, link, { redirect: "manual" })).toMatchObject({
      type: "opaqueredirect",
    });
    expect(await mailed.isUsed()).toBe(true);
    if (sharedOrigin)
      expect(await fetchFrom(page, link)).toMatchObject({
        status: 200,
        url: `${fixture.front.origin}/welcome`,
      });
  });

  it("uses no token with a HEAD, nor the one of another page with any fetch", async () => {
    const verification = await signUp(fixture.service);
    const change = await MAILED_PAGES["change of address"]!.mail(fixture.service);
    const { page } = await visit();
    expect(await fetchFrom(page, verification.link, { method: "HEAD" })).toMatchObject({
      status: 200,
      body: "",
    });
    expect(await verification.isUsed()).toBe(false);
    const reply = await fetchFrom(page, change.link);
    expect(reply.status).toBe(200);
    expect(reply.body).toContain("<button");
    expect(await change.isUsed()).toBe(false);
  });

  it("signs a user up, in a cookie that no script can read, and changes their email address while they stay signed in", async () => {
    const { page, context } = await visit();
    const [email, newEmail] = [newAddress(), newAddress()];
    expect(
      await post(page, `${api()}/auth/sign-up/email`, { email, password: PASSWORD }),
    ).toMatchObject({ status: 200 });
    const hidden = {
      httpOnly: true,
      secure: false,
      sameSite: "Lax",
      path: "/",
      domain: "127.0.0.1",
    };
    const cookies = (await context.cookies()).sort((a, b) => a.name.localeCompare(b.name));
    expect(cookies).toMatchObject([
      { name: "known-browser", ...hidden },
      { name: "session", ...hidden },
    ]);
    // Cookies know no ports: the front end would see it here if it could be seen.
    expect(await page.evaluate<string>("document.cookie")).toBe("");
    expect(JSON.parse((await fetchFrom(page, `${api()}/v1/auth/me`)).body)).toMatchObject({
      email,
      emailVerified: false,
    });

    expect(
      await post(page, `${api()}/auth/change-email`, { newEmail, callbackURL: "/account" }),
    ).toMatchObject({ status: 200 });
    await fixture.service.auth.worker.runDue();
    await page.goto(fixture.service.inbox.linkFor(newEmail));
    expect(await page.evaluate<string>("document.cookie")).toBe("");
    await page.getByRole("button").click();
    await page.waitForURL(`${fixture.front.origin}/account`);
    expect(JSON.parse((await fetchFrom(page, `${api()}/v1/auth/me`)).body)).toMatchObject({
      email: newEmail,
      emailVerified: true,
    });
  });

  it("is where the reset link leads, with a token that it sets the password with", async () => {
    const { link, token, email, owner } = await forgetPassword(fixture.service);
    const { page, context, complaints } = await visit();
    for (let openings = 0; openings < 3; openings++) {
      await page.goto(link);
      expect(page.url()).toBe(`${fixture.front.origin}/reset-password?token=${token}`);
    }
    expect(
      await post(page, `${api()}/auth/reset-password`, {
        token,
        newPassword: "another good password",
      }),
    ).toMatchObject({ status: 200 });
    expect(await context.cookies()).toEqual([]);
    expect((await owner.get("/api/v1/auth/me")).status).toBe(401);
    expect(
      await post(page, `${api()}/auth/sign-in/email`, { email, password: "another good password" }),
    ).toMatchObject({ status: 200 });
    expect(JSON.parse((await fetchFrom(page, `${api()}/v1/auth/me`)).body)).toMatchObject({
      email,
    });
    expect(complaints).toEqual([]);
    await page.goto(link);
    expect(page.url()).toBe(`${fixture.front.origin}/reset-password?error=INVALID_TOKEN`);
  });

  it("gets the reset token where it asked for it", async () => {
    const { link, token } = await forgetPassword(
      fixture.service,
      "/account/new-password?from=mail",
    );
    const { page } = await visit();
    await page.goto(link);
    expect(page.url()).toBe(
      `${fixture.front.origin}/account/new-password?from=mail&token=${token}`,
    );
  });
});

describe("a page on another site", () => {
  const fixture = browserFixture();

  it("verifies an email address with its fetch where the service trusts it", async () => {
    const mailed = await signUp(fixture.service);
    const { page, complaints } = await fixture.visitor();
    await page.goto(fixture.front.foreignOrigin);
    expect(await fetchFrom(page, mailed.link)).toMatchObject({
      status: 200,
      body: '{"status":true,"user":null}',
    });
    expect(await mailed.isUsed()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it("uses no token and reads no answer where it does not", async () => {
    const mailed = await signUp(fixture.service);
    const { page } = await fixture.visitor();
    await page.goto(fixture.front.hostileOrigin);
    for (const init of [{}, { credentials: "omit" }, { method: "HEAD" }] as const) {
      const exchange = fixture.traffic.next(
        ({ url }) => url.searchParams.get("token") === mailed.token,
      );
      await expect(fetchFrom(page, mailed.link, init)).rejects.toThrow("Failed to fetch");
      expect((await exchange).status).toBe(200);
    }
    await fetchFrom(page, mailed.link, { mode: "no-cors" }).catch(() => null);
    await expect(
      post(page, `${fixture.service.url}/api/v1/auth/verify-email`, { token: mailed.token }),
    ).rejects.toThrow("Failed to fetch");
    expect(await mailed.isUsed()).toBe(false);
  });
});
