import { DAY } from "@acme/auth-core/surface";
import { readJson } from "@acme/auth-testing/read-json";
import { expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import { SEND_CODE } from "../service.js";

const PASSWORD = "correct horse battery staple";
const PREFERENCES = "/api/v1/me/preferences";
const LOCALES = ["en", "de", "fr", "es", "ja"];
const WORDS = {
  en: /^\d{6} is your Acme code$/,
  de: /^\d{6} ist dein Code für Acme$/,
  fr: /^\d{6} est votre code Acme$/,
  es: /^\d{6} es tu código de Acme$/,
  ja: /^\d{6} は Acme の確認コードです$/,
};

describeService("the language of mails", (service) => {
  let people = 0;
  const newAddress = () => `reader${++people}@example.com`;

  async function subjectFor(email: string, language?: string): Promise<string> {
    const headers = language === undefined ? {} : { "accept-language": language };
    const body = { email, type: "sign-in" };
    const reply = await service.agent().post(SEND_CODE, body, headers);
    expect(reply).toMatchObject({ status: 200, text: '{"success":true}' });
    await service.auth.worker.runDue();
    return service.inbox.last(email).subject;
  }

  it("is that of the request, else English", async () => {
    expect(await subjectFor(newAddress(), "de-AT,de;q=0.9,en;q=0.8")).toMatch(WORDS.de);
    expect(await subjectFor(newAddress(), "nl, fr;q=0.7")).toMatch(WORDS.fr);
    expect(await subjectFor(newAddress(), "../../../../etc/passwd")).toMatch(WORDS.en);
    expect(await subjectFor(newAddress(), "nl")).toMatch(WORDS.en);
    expect(await subjectFor(newAddress())).toMatch(WORDS.en);
  });

  it("is the one that its reader chose, whichever user asks, and no answer tells", async () => {
    const email = newAddress();
    const agent = await service.signedIn(email);
    const before = await agent.get("/api/v1/auth/me");
    expect((await agent.get(PREFERENCES)).body).toEqual({ locale: null });
    const change = { method: "PATCH", body: { locale: "ja" } };
    expect(await agent.send(PREFERENCES, change)).toMatchObject({
      status: 200,
      body: { locale: "ja" },
    });
    expect((await agent.get(PREFERENCES)).body).toEqual({ locale: "ja" });
    expect(await subjectFor(email, "de")).toMatch(WORDS.ja);
    expect(Object.keys(readJson(before.body, "object"))).toEqual(
      Object.keys(readJson((await agent.get("/api/v1/auth/me")).body, "object")),
    );
    expect((await agent.get("/api/v1/auth/me")).text).not.toContain("locale");
    const forget = { method: "PATCH", body: { locale: null } };
    expect((await agent.send(PREFERENCES, forget)).body).toEqual({ locale: null });
    expect(await subjectFor(email, "es-MX")).toMatch(WORDS.es);
  });

  /** A user with a verified email address, who signed up with that language. */
  async function verified(language: string) {
    const email = newAddress();
    const agent = service.agent();
    const signUp = { email, password: PASSWORD };
    await agent.post("/api/auth/sign-up/email", signUp, { "accept-language": language });
    await service.auth.worker.runDue();
    const token = new URL(service.inbox.linkFor(email)).searchParams.get("token");
    expect((await agent.post("/api/v1/auth/verify-email", { token })).status).toBe(200);
    return { email, agent };
  }
  async function lastSubjectTo(email: string): Promise<string> {
    await service.auth.worker.runDue();
    await service.auth.worker.runDue();
    return service.inbox.last(email).subject;
  }
  const JAPANESE = { "accept-language": "ja" };

  it("of a notice is that of the last sign-in, and never that of the request which causes it", async () => {
    const { email, agent } = await verified("de-AT,de;q=0.9");
    expect((await agent.post("/api/v1/me/export", {}, JAPANESE)).status).toBe(202);
    expect(await lastSubjectTo(email)).toBe("Deine Daten von Acme stehen bereit");
    const change = { currentPassword: PASSWORD, newPassword: "another good password" };
    expect((await agent.post("/api/auth/change-password", change, JAPANESE)).status).toBe(200);
    expect(await lastSubjectTo(email)).toBe("Dein Passwort für Acme wurde geändert");
    await service.agent().post("/api/auth/sign-up/email", { email, password: PASSWORD }, JAPANESE);
    expect(await lastSubjectTo(email)).toMatch(/^Jemand wollte sich mit deiner E-Mail-Adresse/);
    const password = change.newPassword;
    const french = { "accept-language": "fr-CA,fr;q=0.9" };
    const elsewhere = service.agent();
    // The notice of this sign-in is in the language of the one before.
    expect((await elsewhere.post("/api/auth/sign-in", { email, password }, french)).status).toBe(
      200,
    );
    expect(await lastSubjectTo(email)).toBe("Neue Anmeldung in deinem Konto bei Acme");
    expect((await agent.post("/api/v1/me/deletion", { password }, JAPANESE)).status).toBe(202);
    expect(await lastSubjectTo(email)).toBe("Votre compte Acme va être supprimé");
    service.clock.advance(30 * DAY);
    expect(await lastSubjectTo(email)).toBe("Votre compte Acme a été supprimé");
  });

  it("of a notice stays where a sign-in names none", async () => {
    const { email } = await verified("es");
    const agent = service.agent();
    await agent.post("/api/auth/sign-in", { email, password: PASSWORD });
    expect((await agent.post("/api/v1/me/export", {}, JAPANESE)).status).toBe(202);
    expect(await lastSubjectTo(email)).toBe("Tus datos de Acme están listos");
  });

  it("is told in the language before it when it changes, unless the session is fresh", async () => {
    const { email, agent } = await verified("de");
    const choose = (locale: string | null) =>
      agent.send(PREFERENCES, { method: "PATCH", body: { locale }, headers: JAPANESE });
    const before = await lastSubjectTo(email);
    expect((await choose("fr")).status).toBe(200);
    expect(await lastSubjectTo(email)).toBe(before);

    service.clock.advance(DAY);
    expect((await choose("ja")).status).toBe(200);
    expect(await lastSubjectTo(email)).toBe("La langue de vos messages Acme a été changée");
    const told = service.inbox.mails.length;
    expect((await choose("ja")).status).toBe(200);
    await service.auth.worker.runDue();
    expect(service.inbox.mails).toHaveLength(told);
    expect((await choose(null)).status).toBe(200);
    expect(await lastSubjectTo(email)).toBe("Acme のメールの言語が変更されました");
    expect((await choose("es")).status).toBe(200);
    expect(await lastSubjectTo(email)).toBe("Die Sprache deiner Mails von Acme wurde geändert");
  });

  it("is one of the list that a front end is told, and nothing else", async () => {
    expect((await service.agent().get("/api/v1/auth/policy")).body).toMatchObject({
      locales: LOCALES,
    });
    const agent = await service.signedIn(newAddress());
    for (const locale of ["nl", "DE", "../en", "", "x".repeat(36), 1, undefined])
      expect(await agent.send(PREFERENCES, { method: "PATCH", body: { locale } })).toMatchObject({
        status: 400,
        body: { code: "VALIDATION_ERROR", issues: [{ path: "locale" }] },
      });
    expect((await agent.get(PREFERENCES)).body).toEqual({ locale: null });
  });

  it("is nobody's business without a session", async () => {
    const agent = service.agent();
    for (const send of [{}, { method: "PATCH", body: { locale: "de" } }])
      expect(await agent.send(PREFERENCES, send)).toMatchObject({
        status: 401,
        body: { code: "UNAUTHORIZED" },
      });
  });

  it("stands in the user's activity when it changes", async () => {
    const agent = await service.signedIn(newAddress());
    await agent.send(PREFERENCES, { method: "PATCH", body: { locale: "fr" } });
    expect((await agent.get("/api/v1/me/activity")).body).toMatchObject({
      entries: [{ event: "user.updated", detail: { fields: "locale" } }, {}, {}],
    });
  });
});
