import { DAY } from "@acme/auth-core/surface";
import { createLanguages, type PageTexts } from "@acme/auth-core/texts";
import { beforeAll, describe, expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import { createTeams, type Teams } from "../teams.js";
import { FORM } from "./browser-requests.js";
import { PASSWORD } from "./describe-mailed-links.js";

const languages = createLanguages();
const CATALOGUES = await Promise.all(languages.locales.map((locale) => languages.load(locale)));
const ENGLISH = await languages.load("en");
/** What browsers send that ask for none of our languages, or for something else. */
const OTHERS = ["nl", "*", "tlh;q=0.3", "../../../../etc/passwd", "en-GB,en;q=0.9,de;q=0.8"];

/** Every text of the pages that is the same for all readers. */
const fixedTexts = ({ verifyEmail, changeEmail, signIn, invitation, ...pages }: PageTexts) => [
  ...[verifyEmail, changeEmail, signIn].flatMap(({ title, button, note }) => [title, button, note]),
  ...[invitation.button, invitation.note],
  ...[pages.emailVerified.title, pages.emailChanged.title, pages.deadLink.title],
  ...[pages.deadLink.text(), pages.deadLink.perhapsUsed, pages.expiredLink.title],
  ...[pages.expiredLink.text(), pages.failed.title, pages.failed.text(), pages.failed.retry],
  pages.proceed,
];

describeService("the language of mailed pages", { databases: "one" }, (service) => {
  let teams: Teams;
  let people = 0;
  const newAddress = () => `reader-of-pages${++people}@example.com`;

  beforeAll(() => {
    teams = createTeams(service);
  });

  const headersFor = (language: string | null): Record<string, string> =>
    language === null ? {} : { "accept-language": language };

  async function open(link: URL, language: string | null) {
    const reply = await service.agent().get(link.pathname + link.search, headersFor(language));
    expect(reply.headers["vary"]).toBe("Origin, Accept-Language");
    return reply;
  }

  async function press(link: URL, language: string) {
    const reply = await service.agent().send(link.pathname, {
      method: "POST",
      headers: { ...FORM, ...headersFor(language) },
      body: new URLSearchParams({ token: link.searchParams.get("token")! }).toString(),
    });
    expect(reply.headers["vary"]).toBe("Origin, Accept-Language");
    return reply;
  }

  async function linkFor(email: string): Promise<URL> {
    await service.auth.worker.runDue();
    return new URL(service.inbox.linkFor(email));
  }

  async function signedUp() {
    const email = newAddress();
    const agent = service.agent();
    const reply = await agent.post("/api/auth/sign-up/email", { email, password: PASSWORD });
    expect(reply.status).toBe(200);
    return { email, agent, verification: await linkFor(email) };
  }

  /** One link to each page that a mail leads to, and the page of a failed sign-in. */
  async function links() {
    const { email, agent, verification } = await signedUp();
    const newEmail = newAddress();
    await agent.post("/api/auth/change-email", { newEmail });
    const change = await linkFor(newEmail);
    const visitor = newAddress();
    await service.agent().post("/api/auth/magic-link/send", { email: visitor });
    const signIn = await linkFor(visitor);
    const owner = await teams.person();
    const { id } = await teams.found(owner, { name: "Beta & Söhne" });
    const invited = newAddress();
    await teams.invite(owner, id, { email: invited, role: "admin" });
    const invitation = await linkFor(invited);
    const failure = new URL("/api/auth/error?error=state_mismatch", service.url);
    return { email, newEmail, visitor, invited, verification, change, signIn, invitation, failure };
  }

  describe.each(CATALOGUES)("for a reader of $locale", ({ locale, pages }) => {
    const expectPage = (text: string, ...parts: readonly string[]) => {
      expect(text).toMatch(new RegExp(`^<!doctype html>\\s*<html lang="${locale}" dir="ltr">`));
      for (const part of parts) expect(text.replaceAll("&#39;", "'")).toContain(part);
      const ours = fixedTexts(pages);
      const theirs = CATALOGUES.flatMap((other) =>
        other.locale === locale ? [] : fixedTexts(other.pages),
      );
      const foreign = theirs.filter((said) => !ours.some((own) => own.includes(said)));
      expect(foreign.filter((said) => text.replaceAll("&#39;", "'").includes(said))).toEqual([]);
    };
    const bold = (text: string) => `<strong>${text}</strong>`;

    it("says what each link does, and that nothing happens before", async () => {
      const { email, newEmail, visitor, invited, ...to } = await links();
      const { verifyEmail, changeEmail, signIn, invitation } = pages;
      const verification = await open(to.verification, locale);
      const said = verifyEmail.text({ email: bold(email) });
      expectPage(verification.text, verifyEmail.title, said, verifyEmail.button, verifyEmail.note);
      const change = await open(to.change, locale);
      const changed = changeEmail.text({ from: bold(email), to: bold(newEmail) });
      expectPage(change.text, changeEmail.title, changed, changeEmail.button, changeEmail.note);
      const entry = await open(to.signIn, locale);
      expectPage(entry.text, signIn.title, signIn.text({ email: bold(visitor) }), signIn.note);
      const invite = await open(to.invitation, locale);
      const organization = "Beta &amp; Söhne";
      expectPage(invite.text, invitation.title({ organization }), bold(invited), invitation.button);
      expect(invite.text).toContain(bold(organization));
      const failure = await open(to.failure, locale);
      expectPage(
        failure.text,
        pages.failed.title,
        pages.failed.help,
        "<code>state_mismatch</code>",
      );
    });

    it("says what was done, and which link is dead or expired", async () => {
      const { email, newEmail, verification, change } = await links();
      const { emailVerified, emailChanged, deadLink, expiredLink, proceed, startAgain } = pages;
      const verified = await press(verification, locale);
      expectPage(verified.text, emailVerified.title, emailVerified.text({ email }), proceed);
      const changed = await press(change, locale);
      expectPage(changed.text, emailChanged.title, emailChanged.text({ to: newEmail }), proceed);
      const again = await press(change, locale);
      expect(again.status).toBe(400);
      expectPage(again.text, deadLink.title, deadLink.text(), deadLink.perhapsUsed, startAgain);
      const { verification: late } = await signedUp();
      service.clock.advance(DAY);
      const expired = await open(late, locale);
      expect(expired.status).toBe(400);
      expectPage(expired.text, expiredLink.title, expiredLink.text(), startAgain);
    });
  });

  it("is English, byte by byte, for every browser that asks for none of the languages", async () => {
    const { verification, change, signIn, invitation, failure } = await links();
    for (const link of [verification, change, signIn, invitation, failure]) {
      const { text } = await open(link, null);
      expect(text).toContain('<html lang="en" dir="ltr">');
      for (const language of ["en", ...OTHERS])
        expect((await open(link, language)).text).toBe(text);
    }
    expect((await open(verification, null)).text).toContain(ENGLISH.pages.verifyEmail.title);
  });

  it("is never the one that the account behind the link has chosen", async () => {
    const email = newAddress();
    const agent = await service.signedIn(email);
    await service.agent().post("/api/auth/magic-link/send", { email });
    const link = await linkFor(email);
    const before = await open(link, "de");
    const choice = { method: "PATCH", body: { locale: "ja" } };
    expect((await agent.send("/api/v1/me/preferences", choice)).status).toBe(200);
    expect((await open(link, "de")).text).toBe(before.text);
    expect((await open(link, null)).text).toContain('<html lang="en"');
  });

  it("is that of no other answer: the API speaks English", async () => {
    const reply = await service.agent().get("/api/v1/auth/me", headersFor("de"));
    expect(reply).toMatchObject({ status: 401, body: { message: "Sign in to do this." } });
    expect(reply.headers["vary"]).toBe("Origin");
  });
});
