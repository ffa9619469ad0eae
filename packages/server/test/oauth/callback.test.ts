import { toId, type UserId } from "@acme/auth-core";
import { MINUTE } from "@acme/auth-core/surface";
import { stringContaining } from "@acme/auth-testing/matchers";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { startService } from "../service.js";
import { APP_URL, describeProviders, SERVICE_URL } from "./describe-providers.js";
import {
  destinationOf,
  failure,
  openCallback,
  opensSession,
  PLACES,
  requestAuthorization,
  success,
  travel,
} from "./front-end.js";
import { type Json, without } from "./misbehaviour.js";

describeProviders(
  { hosts: "both" },
  ({ service, database, stub, providers, newPerson, userOf, accountsOf, mailsTo, signUp }) => {
    describe("coming back", () => {
      it("creates who is new, verified as the provider says, and knows them the next time", async () => {
        const person = newPerson();
        const agent = service.agent();
        const first = await travel(agent, stub);
        expect(destinationOf(first)).toEqual(success(PLACES.newUserCallbackURL));
        const user = await userOf(agent);
        expect(user).toMatchObject({
          email: person.email,
          emailVerified: true,
          name: "Ada",
          image: person.picture,
        });
        expect(await mailsTo(person.email)).toEqual([]);

        const elsewhere = service.agent();
        expect(destinationOf(await travel(elsewhere, stub))).toEqual(success());
        expect((await userOf(elsewhere))?.id).toBe(user?.id);
      });

      it.each<[string, Json]>([
        ["false", { email_verified: false }],
        ['"true" in quotes', { email_verified: "true" }],
        ["nothing", { email_verified: undefined }],
      ])(
        "mails a verification link when the provider says %s of the email address",
        async (_what, more) => {
          const person = newPerson(more);
          const agent = service.agent();
          expect(destinationOf(await travel(agent, stub))).toEqual(
            success(PLACES.newUserCallbackURL),
          );
          expect(await userOf(agent)).toMatchObject({ email: person.email, emailVerified: false });
          expect(await mailsTo(person.email)).toEqual([
            stringContaining("Confirm your email address"),
          ]);
          const token = new URL(service.inbox.linkFor(person.email)).searchParams.get("token");
          expect((await service.agent().post("/api/v1/auth/verify-email", { token })).status).toBe(
            200,
          );
          expect(await userOf(agent)).toMatchObject({ emailVerified: true });
        },
      );

      it("signs no suspended user in, says so at the front end, and links nothing to them", async () => {
        const linked = newPerson();
        await travel(service.agent(), stub);
        const { id } = (await service.findUser(linked.email))!;
        await service.auth.users.suspend(id, { operator: "jane: spam" });
        const agent = service.agent();
        expect(destinationOf(await travel(agent, stub))).toEqual(failure("account_suspended"));
        expect(await userOf(agent)).toBeNull();

        const known = newPerson();
        const local = await service.signedIn(known.email);
        const user = (await userOf(local))!;
        await service.auth.users.suspend(toId<UserId>(user.id), { operator: "jane: spam" });
        expect(destinationOf(await travel(agent, stub))).toEqual(failure("account_suspended"));
        expect(await userOf(agent)).toBeNull();
        expect(await service.store.linkedAccounts.listByUser(toId<UserId>(user.id))).toEqual([]);
        expect(await mailsTo(known.email)).not.toContainEqual(stringContaining("linked"));

        const foreign = newPerson({ email_verified: false });
        const owner = await service.signedIn(foreign.email);
        const ownerId = toId<UserId>((await userOf(owner))!.id);
        await service.auth.users.suspend(ownerId, { operator: "jane: spam" });
        expect(destinationOf(await travel(agent, stub))).toEqual(failure("account_not_linked"));
      });

      it("links whom both sides know by a verified email address, and tells them", async () => {
        const person = newPerson();
        const local = await service.signedIn(person.email);
        const agent = service.agent();
        expect(destinationOf(await travel(agent, stub))).toEqual(success());
        expect((await userOf(agent))?.id).toBe((await userOf(local))?.id);
        expect(await accountsOf(local)).toMatchObject([
          { providerId: "acme", accountId: person.sub, scopes: ["openid", "email", "profile"] },
        ]);
        expect(await mailsTo(person.email)).toContainEqual(
          expect.stringContaining("Another way to sign in"),
        );
        // Nobody was signed in here: the notice must not say so.
        const notice = service.inbox.mails.find(
          ({ to, subject }) => to === person.email && subject.startsWith("Another way"),
        );
        expect(notice?.text).toContain("By: Someone who signed in with this provider");
      });

      it("goes by the provider's subject, never by the email address", async () => {
        const person = newPerson();
        const agent = service.agent();
        await travel(agent, stub);
        const user = await userOf(agent);
        const victim = await service.signedIn("victim@example.com");

        stub.admit({ ...person, email: "victim@example.com" });
        const again = service.agent();
        await travel(again, stub);
        expect(await userOf(again)).toMatchObject({ id: user?.id, email: person.email });
        stub.admit(without("email")(person));
        const silent = service.agent();
        expect(destinationOf(await travel(silent, stub))).toEqual(success());
        expect((await userOf(silent))?.id).toBe(user?.id);
        expect(await accountsOf(victim)).toEqual([]);
      });

      it("does not link an email address that is not verified here: it may have been planted there", async () => {
        const person = newPerson();
        const attacker = await signUp(person.email);
        const agent = service.agent();
        const reply = await travel(agent, stub);
        expect([destinationOf(reply), opensSession(reply)]).toEqual([
          failure("account_not_linked"),
          false,
        ]);
        // Their password, and no account at a provider.
        expect(await accountsOf(attacker)).toMatchObject([{ providerId: "credential" }]);
      });

      it.each<[string, unknown]>([
        ["false", false],
        ['"true" in quotes', "true"],
        ["1", 1],
        ["nothing", undefined],
      ])(
        "does not link when the provider says %s of the email address",
        async (_what, emailVerified) => {
          const person = newPerson({ email_verified: emailVerified });
          const owner = await service.signedIn(person.email);
          const reply = await travel(service.agent(), stub);
          expect([destinationOf(reply), opensSession(reply)]).toEqual([
            failure("account_not_linked"),
            false,
          ]);
          expect(await accountsOf(owner)).toEqual([]);
        },
      );

      it.each<[string, unknown]>([
        ["no email address", undefined],
        ["an empty one", ""],
        ["a list", ["ada@example.com"]],
        ["two in one", "ada@example.com,eve@evil.test"],
        ["one with a name", "Ada <ada@example.com>"],
        ["one with a line break", "ada@example.com\r\nBcc: eve@evil.test"],
      ])("needs an email address: %s is none", async (_what, email) => {
        newPerson({ email });
        const reply = await travel(service.agent(), stub);
        expect([destinationOf(reply), opensSession(reply)]).toEqual([
          failure("email_not_found"),
          false,
        ]);
      });

      it("re-authenticates who is signed in already, in the same session", async () => {
        const person = newPerson();
        const agent = await service.signedIn(person.email);
        const sessionOf = async () =>
          readJson((await agent.get("/api/auth/get-session")).body, { session: "object" }).session;
        const before = await sessionOf();
        service.clock.advance(2 * MINUTE);
        expect(destinationOf(await travel(agent, stub))).toEqual(success());
        const after = await sessionOf();
        expect(after.id).toBe(before.id);
        expect(after.authenticatedAt).not.toBe(before.authenticatedAt);
      });

      it("goes to the front end when no place was given", async () => {
        newPerson();
        const url = await stub.visit(
          await requestAuthorization(service.agent(), {
            callbackURL: undefined,
            newUserCallbackURL: undefined,
            errorCallbackURL: undefined,
          }),
        );
        expect(destinationOf(await openCallback(service.agent(), url))).toEqual(
          failure("state_mismatch", `${APP_URL}/`),
        );
        const agent = service.agent();
        const back = await stub.visit(
          await requestAuthorization(agent, {
            callbackURL: undefined,
            newUserCallbackURL: undefined,
            errorCallbackURL: undefined,
          }),
        );
        expect(destinationOf(await openCallback(agent, back))).toEqual(success(`${APP_URL}/`));
      });
    });

    it("redirects to the front end in place of a URL that was allowed when the flow began and is no longer", async () => {
      newPerson();
      const preview = "https://preview.test";
      const options = {
        database,
        location: service.location,
        serviceUrl: SERVICE_URL,
        identityProviders: providers(),
      };
      const before = await startService({ ...options, trustedOrigins: [preview] });
      const agent = before.agent();
      const places = {
        callbackURL: `${preview}/a`,
        newUserCallbackURL: `${preview}/b`,
        errorCallbackURL: `${preview}/c`,
      };
      const [there, failed] = [
        await stub.visit(await requestAuthorization(agent, places)),
        await stub.visit(await requestAuthorization(agent, places)),
      ];
      failed.searchParams.set("code", "guessed");
      await before.stop();

      const now = await startService(options);
      const later = now.agent();
      for (const [name, value] of agent.cookies) later.cookies.set(name, value);
      const refused = await openCallback(later, failed);
      expect([destinationOf(refused), opensSession(refused)]).toEqual([
        failure("invalid_code", `${APP_URL}/`),
        false,
      ]);
      const signedIn = await openCallback(later, there);
      expect([destinationOf(signedIn), opensSession(signedIn)]).toEqual([
        { status: 302, to: `${APP_URL}/` },
        true,
      ]);
      await now.stop();
    });
  },
);
