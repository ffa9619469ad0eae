import { DAY } from "@acme/auth-core/surface";
import { anyString } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { serviceStarter } from "../describe-service.js";
import { APP_URL, describeProviders, SERVICE_URL } from "./describe-providers.js";
import {
  destinationOf,
  failure,
  LINK,
  LIST,
  openCallback,
  opensSession,
  requestAuthorization,
  success,
  travel,
  UNLINK,
} from "./front-end.js";

describeProviders(
  {
    section: "OAuth sign-in",
    shownElsewhere:
      /PROVIDER_NOT_FOUND|NOT_SUPPORTED|INVALID_CALLBACK_URL|UNAVAILABLE|METHOD_NOT_ALLOWED/,
  },
  ({ service, database, stub, providers, newPerson, userOf, accountsOf, mailsTo }) => {
    const start = serviceStarter(database);
    describe("linking", () => {
      it("adds an account to who is signed in, whatever its email address, and opens no session", async () => {
        const agent = await service.signedIn("linker@example.com");
        const session = agent.cookies.get("session");
        const person = newPerson({ email: "elsewhere@example.org", email_verified: false });
        const reply = await openCallback(
          agent,
          await stub.visit(await requestAuthorization(agent, {}, LINK)),
        );
        expect([destinationOf(reply), opensSession(reply)]).toEqual([success(), false]);
        expect(agent.cookies.get("session")).toBe(session);
        expect(await accountsOf(agent)).toEqual([
          {
            id: anyString(),
            providerId: "acme",
            accountId: person.sub,
            userId: (await userOf(agent))?.id,
            scopes: ["openid", "email", "profile"],
            createdAt: anyString(),
            updatedAt: anyString(),
          },
        ]);
        expect(await userOf(agent)).toMatchObject({
          email: "linker@example.com",
          emailVerified: true,
        });
        expect(await mailsTo("linker@example.com")).toContainEqual(
          expect.stringContaining("Another way to sign in"),
        );
        expect(service.inbox.last("linker@example.com").text).toContain(
          "By: Someone signed in to your account",
        );
        expect(await mailsTo("elsewhere@example.org")).toEqual([]);

        const elsewhere = service.agent();
        expect(destinationOf(await travel(elsewhere, stub))).toEqual(success());
        expect((await userOf(elsewhere))?.email).toBe("linker@example.com");
      });

      it("is for fresh sessions", async () => {
        expect(await service.agent().post(LINK, { provider: "acme" })).toMatchObject({
          status: 401,
          body: { code: "UNAUTHORIZED" },
        });
        const agent = await service.signedIn("stale@example.com");
        service.clock.advance(DAY);
        expect(await agent.post(LINK, { provider: "acme" })).toMatchObject({
          status: 403,
          body: { code: "SESSION_NOT_FRESH" },
        });
        expect(await agent.post(UNLINK, { accountId: "any" })).toMatchObject({
          status: 403,
          body: { code: "SESSION_NOT_FRESH" },
        });
      });

      it("belongs to the session that started it", async () => {
        const agent = await service.signedIn("bound@example.com");
        newPerson();
        const back = await stub.visit(await requestAuthorization(agent, {}, LINK));
        await agent.post("/api/auth/sign-out");
        expect(destinationOf(await openCallback(agent, back))).toEqual(
          failure("unable_to_link_account"),
        );

        const second = await service.signedIn("bound@example.com");
        const other = await stub.visit(await requestAuthorization(second, {}, LINK));
        const stranger = await service.signedIn("stranger@example.com");
        second.cookies.set("session", stranger.cookies.get("session")!);
        expect(destinationOf(await openCallback(second, other))).toEqual(
          failure("unable_to_link_account"),
        );
        expect(await accountsOf(stranger)).toEqual([]);
        expect(await accountsOf(await service.signedIn("bound@example.com"))).toEqual([]);
      });

      it("belongs to that very session: another one of the same person, in the same browser, links nothing", async () => {
        const agent = await service.signedIn("twice@example.com");
        newPerson();
        const back = await stub.visit(await requestAuthorization(agent, {}, LINK));
        const elsewhere = await service.signedIn("twice@example.com");
        const first = agent.cookies.get("session")!;
        agent.cookies.set("session", elsewhere.cookies.get("session")!);
        expect(destinationOf(await openCallback(agent, back))).toEqual(
          failure("unable_to_link_account"),
        );
        expect(await accountsOf(agent)).toEqual([]);

        agent.cookies.set("session", first);
        const ended = await stub.visit(await requestAuthorization(agent, {}, LINK));
        expect((await elsewhere.post("/api/auth/revoke-other-sessions")).status).toBe(200);
        expect(destinationOf(await openCallback(agent, ended))).toEqual(
          failure("unable_to_link_account"),
        );
        expect(await accountsOf(elsewhere)).toEqual([]);
      });

      it("belongs to the browser that began the flow: an attacker's flow does not link in a victim's session", async () => {
        const attacker = await service.signedIn("attacker@example.com");
        newPerson();
        const back = await stub.visit(await requestAuthorization(attacker, {}, LINK));
        const victim = await service.signedIn("linking-victim@example.com");
        expect(destinationOf(await openCallback(victim, back))).toEqual(
          failure("state_mismatch", `${APP_URL}/`),
        );
        expect(await accountsOf(victim)).toEqual([]);
      });

      it("leaves an account with whom it is linked to already", async () => {
        const person = newPerson();
        const owner = service.agent();
        await travel(owner, stub);
        const rival = await service.signedIn("rival@example.com");
        const reply = await openCallback(
          rival,
          await stub.visit(await requestAuthorization(rival, {}, LINK)),
        );
        expect(destinationOf(reply)).toEqual(failure("account_already_linked_to_different_user"));
        expect(await accountsOf(rival)).toEqual([]);
        expect(
          destinationOf(
            await openCallback(
              owner,
              await stub.visit(await requestAuthorization(owner, {}, LINK)),
            ),
          ),
        ).toEqual(success());
        expect(await accountsOf(owner)).toMatchObject([{ accountId: person.sub }]);
      });

      it("links nothing when the provider lies", async () => {
        const agent = await service.signedIn("careful@example.com");
        newPerson();
        stub.misbehave({ signing: "foreign key" });
        expect(
          destinationOf(
            await openCallback(
              agent,
              await stub.visit(await requestAuthorization(agent, {}, LINK)),
            ),
          ),
        ).toEqual(failure("invalid_id_token"));
        expect(await accountsOf(agent)).toEqual([]);
      });

      it("keeps one person's accounts at two providers apart", async () => {
        const agent = await service.signedIn("two-accounts@example.com");
        newPerson();
        for (const provider of ["acme", "plain"]) {
          await openCallback(
            agent,
            await stub.visit(await requestAuthorization(agent, { provider }, LINK)),
          );
          service.clock.advance(1);
        }
        expect((await accountsOf(agent)).map(({ providerId }) => providerId)).toEqual([
          "acme",
          "plain",
        ]);
      });
    });

    describe("unlinking", () => {
      it("removes one account of one's own, with which no user signs in any more", async () => {
        const person = newPerson({ email_verified: false });
        const agent = service.agent();
        await travel(agent, stub);
        await mailsTo(person.email);
        const token = new URL(service.inbox.linkFor(person.email)).searchParams.get("token");
        expect((await agent.post("/api/v1/auth/verify-email", { token })).status).toBe(200);
        const [account] = await accountsOf(agent);
        const foreign = await service.signedIn("foreign@example.com");
        const notFound = { status: 400, body: { code: "ACCOUNT_NOT_FOUND" } };
        expect(await foreign.post(UNLINK, { accountId: account!.id })).toMatchObject(notFound);
        expect(await agent.post(UNLINK, { accountId: "unknown" })).toMatchObject(notFound);
        expect(await accountsOf(agent)).toHaveLength(1);

        const elsewhere = service.agent();
        await travel(elsewhere, stub);
        expect(await agent.post(UNLINK, { accountId: account!.id })).toMatchObject({
          status: 200,
          body: { status: true },
        });
        expect(await agent.post(UNLINK, { accountId: account!.id })).toMatchObject(notFound);
        expect(await accountsOf(agent)).toEqual([]);
        // No session ends for it.
        for (const browser of [agent, elsewhere])
          expect((await userOf(browser))?.email).toBe(person.email);
        expect(await mailsTo(person.email)).toContainEqual(
          expect.stringContaining("A linked account was removed"),
        );
        expect(destinationOf(await travel(service.agent(), stub))).toEqual(
          failure("account_not_linked"),
        );
      });

      it("keeps the last way in where codes and links are off", async () => {
        const strict = await start({
          serviceUrl: SERVICE_URL,
          identityProviders: providers(),
          signInMethods: { emailOtp: false, magicLink: false },
        });
        const person = newPerson();
        const agent = strict.agent();
        await travel(agent, stub);
        const [first] = await accountsOf(agent);
        expect(await agent.post(UNLINK, { accountId: first!.id })).toMatchObject({
          status: 400,
          body: { code: "FAILED_TO_UNLINK_LAST_ACCOUNT" },
        });
        expect(await accountsOf(agent)).toHaveLength(1);
        stub.admit({ ...person, sub: `${person.sub}-second` });
        await openCallback(agent, await stub.visit(await requestAuthorization(agent, {}, LINK)));
        expect((await agent.post(UNLINK, { accountId: first!.id })).status).toBe(200);
        service.countRefusals(strict);
      });
    });

    it("shows accounts to their owner alone", async () => {
      expect(await service.agent().get(LIST)).toMatchObject({
        status: 401,
        body: { code: "UNAUTHORIZED" },
      });
      expect(await accountsOf(await service.signedIn("no-accounts@example.com"))).toEqual([]);
    });
  },
);
