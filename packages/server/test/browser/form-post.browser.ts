import { stringContaining } from "@acme/auth-testing/matchers";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { lateBound } from "../late-bound.js";
import { type AppleServer, startAppleServer } from "../oauth/apple-server.js";
import { SIGN_IN, WELCOME } from "./pages-steps.js";
import type { Person } from "./person.js";
import { pagesFixture, WITH_AND_WITHOUT_SCRIPT } from "./site-fixture.js";

const CALLBACK = "/api/auth/callback/apple";
/** What a browser sends to the callback, in order: the method, and the names of the cookies. */
function watchCallback(page: Page) {
  const seen: Promise<readonly [method: string, origin: string | undefined, cookies: string]>[] =
    [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname !== CALLBACK) return;
    const sent = request.allHeaders().then(({ origin, cookie = "" }) => {
      const names = cookie.split("; ").map((pair) => pair.split("=", 1)[0]);
      return [request.method(), origin, names.join(" ")] as const;
    });
    seen.push(sent);
  });
  return () => Promise.all(seen);
}

describe.each(WITH_AND_WITHOUT_SCRIPT)("a provider that posts a form, %s,", (_name, hasScript) => {
  let running: AppleServer | null = null;
  const apple = lateBound(() => running);
  const fixture = pagesFixture(hasScript, {
    moreProviders: async () => {
      running = await startAppleServer();
      return [running.provider()];
    },
  });
  afterAll(() => running?.stop());

  const cookieNames = async ({ context }: Person) =>
    (await context.cookies()).map(({ name }) => name);

  it("signs in from its own site: the form comes without our cookies, and the browser goes on with them", async () => {
    const person = await fixture.person();
    const email = "ada@apple.example";
    const name = { firstName: "Ada", lastName: "Lovelace" };
    apple.admit({ sub: "000001.ada", email, name });
    const callbacks = watchCallback(person.page);
    await person.open("/sign-in");
    await person.press("Continue with Apple");
    await person.page.waitForURL(`${apple.origin}/**`);
    await person.press("Continue");
    await person.sees(WELCOME);
    expect(await callbacks()).toEqual([
      ["POST", apple.origin, ""],
      ["GET", undefined, stringContaining("browser")],
    ]);
    expect(await cookieNames(person)).toContain("session");
    expect(await fixture.user(email)).toMatchObject({ name: "Ada Lovelace", emailVerified: true });
  });

  it("cannot be played by a stranger's page, which signs nobody in and nobody out", async () => {
    const person = await fixture.person();
    await person.comeSignedUp();
    const stranger = `${apple.origin}/stranger`;
    const callbacks = watchCallback(person.page);
    await person.page.route(stranger, (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<form method="post" action="${fixture.serviceUrl}${CALLBACK}"><input type="hidden" name="code" value="x"><input type="hidden" name="state" value="x"><button>Win</button></form>`,
      }),
    );
    await person.page.goto(stranger);
    await person.press("Win");
    await person.page.waitForURL(`${fixture.origin}/**`);
    const cookies = stringContaining("session");
    expect(await callbacks()).toEqual([
      ["POST", apple.origin, ""],
      ["GET", undefined, cookies],
    ]);
    await person.open("/account");
    await person.sees("Profile");
    expect(await fixture.sessions(person.email)).toHaveLength(1);
  });

  it("says that the person declined", async () => {
    const person = await fixture.person();
    await person.open("/sign-in");
    await person.press("Continue with Apple");
    await person.page.waitForURL(`${apple.origin}/**`);
    await person.press("Cancel");
    await person.sees(SIGN_IN);
    expect(await person.refusal()).toContain("didn't sign you in");
    expect(await cookieNames(person)).not.toContain("session");
  });
});
