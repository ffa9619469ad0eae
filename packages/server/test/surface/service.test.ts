import { HOUR } from "@acme/auth-core/surface";
import { anyString } from "@acme/auth-testing/matchers";
import { expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import { openStore } from "../service.js";

describeService(
  "the current user and the service routes",
  { section: "Service", shownElsewhere: /readyz/, hosts: "both" },
  (service, database) => {
    it("says who is signed in", async () => {
      const agent = await service.signedIn("ada@example.com");
      expect((await agent.get("/api/v1/auth/me")).body).toEqual({
        id: anyString(),
        email: "ada@example.com",
        emailVerified: true,
        name: "",
        image: null,
        createdAt: "2026-01-01T00:00:00.000Z",
        updatedAt: "2026-01-01T00:00:00.000Z",
        activeOrganization: null,
        permissions: [],
      });
    });

    it("ignores an active organization that is none of the caller's, however it is named", async () => {
      const agent = await service.signedIn("ada@example.com");
      for (const hint of ["0".repeat(36), "' or 1=1 --", "x".repeat(5_000)]) {
        const reply = await agent.get("/api/v1/auth/me", { "x-active-org": hint });
        expect(reply).toMatchObject({
          status: 200,
          body: { activeOrganization: null, permissions: [] },
        });
      }
    });

    it("is up, ready and mounted", async () => {
      for (const path of ["/healthz", "/readyz", "/api/auth/ok"])
        expect(await service.agent().get(path)).toMatchObject({ status: 200, body: { ok: true } });
    });

    it("tells a front end the rules, whether or not anybody is signed in", async () => {
      expect((await service.agent().get("/api/v1/auth/policy")).body).toEqual({
        appName: "Acme",
        deletionGraceDays: 30,
        passwordMinLength: 8,
        passwordMaxLength: 256,
        sessionFreshSeconds: 86_400,
        locales: ["en", "de", "fr", "es", "ja"],
        signUp: "open",
        emailVerificationRequired: false,
      });
    });

    it("is not ready before its migrations are applied, nor while the database is away", async () => {
      const { store } = await openStore(database);
      expect(await store.health()).toBe("migrations_pending");
      await store.migrate();
      expect(await store.health()).toBe("ready");
      await store.close();
      await expect(store.health()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    });

    it("describes itself for programs and for people", async () => {
      const document = await service.agent().get("/api/v1/openapi.json");
      expect(document.body).toMatchObject({ openapi: "3.1.0", servers: [{ url: service.url }] });
      const page = await service.agent().get("/docs");
      expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(page.text).toContain("/api/auth/email-otp/sign-in");
    });

    it("shows an inert page for a failed sign-in, and nothing of what a link put into it", async () => {
      const page = await service
        .agent()
        .get("/api/auth/error?error=%3Cscript%3Ealert(1)%3C/script%3E");
      expect(page.status).toBe(200);
      expect(page.text).not.toContain("alert");
      expect(page.text).toContain("UNKNOWN");
      expect((await service.agent().get("/api/auth/error?error=state_mismatch")).text).toContain(
        "state_mismatch",
      );
      expect((await service.agent().get("/api/auth/error")).text).toContain("UNKNOWN");
    });
  },
);

describeService(
  "the rules that an application has chosen",
  {
    databases: "one",
    start: {
      policy: { deletionGraceDays: 0, passwordMinLength: 12, sessionFreshness: HOUR },
    },
  },
  (service) => {
    it("are those that a front end is told", async () => {
      expect((await service.agent().get("/api/v1/auth/policy")).body).toMatchObject({
        deletionGraceDays: 0,
        passwordMinLength: 12,
        sessionFreshSeconds: 3_600,
      });
    });
  },
);
