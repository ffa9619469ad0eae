import { stringContaining } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import type { Reply } from "../agent.js";
import { startedService } from "../describe-service.js";
import { createTeams } from "../teams.js";
import { FORM } from "./browser-requests.js";

const APP = "http://app.test:3004/portal/app";
const PASSWORD = "correct horse battery staple";

describe.each([APP, `${APP}/`, `${APP}?from=mail#top`])("a front end at %s", (appUrl) => {
  const service = startedService("sqlite", { start: { appUrl } });
  const teams = createTeams(service);

  async function mailedLink(email: string): Promise<URL> {
    await service.auth.worker.runDue();
    return new URL(service.inbox.linkFor(email));
  }
  async function signUp(): Promise<string> {
    const email = teams.newAddress();
    await service.agent().post("/api/auth/sign-up/email", { email, password: PASSWORD });
    return email;
  }
  const open = ({ pathname, search }: URL): Promise<Reply> =>
    service.agent().get(pathname + search);
  const press = (link: URL): Promise<Reply> =>
    service
      .agent()
      .send(link.pathname, { method: "POST", headers: FORM, body: link.search.slice(1) });
  const isOfApp = (url: string | undefined): boolean =>
    url !== undefined && new URL(url).pathname.startsWith("/portal/app");

  it("is where a reset link leads to, below its path, alive and dead", async () => {
    const email = await signUp();
    await service.agent().post("/api/auth/request-password-reset", { email });
    const link = await mailedLink(email);
    const token = link.pathname.split("/").at(-1)!;
    expect((await open(link)).headers.location).toBe(`${APP}/reset-password?token=${token}`);
    const dead = await service.agent().get("/api/auth/reset-password/nothing");
    expect(dead.headers.location).toBe(`${APP}/reset-password?error=INVALID_TOKEN`);
  });

  it("is where the page of an invitation leads to, below its path", async () => {
    const owner = await teams.person();
    const email = teams.newAddress();
    await teams.invite(owner, (await teams.found(owner)).id, { email, role: "member" });
    const token = await teams.tokenFor(email);
    const page = await service.agent().get(`/api/auth/invitation?token=${token}`);
    expect(page.headers).toMatchObject({
      "referrer-policy": "no-referrer",
      "content-security-policy": stringContaining("form-action 'none'"),
    });
    expect(page.text).toContain(`href="${APP}/invitation?token=${token}"`);
  });

  it("is where everything without a place of its own leads to", async () => {
    const email = await signUp();
    const verification = await mailedLink(email);
    const done = await press(verification);
    await service.agent().post("/api/auth/magic-link/send", { email });
    const signedIn = await press(await mailedLink(email));
    const callback = await service.agent().get("/api/auth/callback/nobody?state=x");
    for (const { headers } of [signedIn, callback]) expect(isOfApp(headers.location)).toBe(true);
    for (const { text } of [
      done,
      await open(new URL("/api/auth/verify-email?token=x", service.url)),
      await service.agent().get("/api/auth/error?error=x"),
    ])
      expect(isOfApp(/<a [^>]*href="([^"]+)"/.exec(text)?.[1])).toBe(true);
    const links = service.inbox.mails.flatMap(
      ({ text }) => text.match(/^http:\/\/app\.test\S*$/gm) ?? [],
    );
    expect(links.filter((link) => !isOfApp(link))).toEqual([]);
  });

  it("is not where a given URL leads to: that is resolved as any link on its page", async () => {
    const email = await signUp();
    await service
      .agent()
      .post("/api/auth/request-password-reset", { email, redirectTo: "/elsewhere" });
    const location = (await open(await mailedLink(email))).headers.location;
    expect(location).toMatch(/^http:\/\/app\.test:3004\/elsewhere\?token=/);
  });
});
