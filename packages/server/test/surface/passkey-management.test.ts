import { toId } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { activityOf } from "../activity.js";
import { serviceStarter } from "../describe-service.js";
import { createMeanwhile } from "../meanwhile.js";
import {
  authenticate,
  AUTHENTICATION_OPTIONS,
  authenticatorOn,
  DELETE_PASSKEY,
  listPasskeys,
  optionsFrom,
  registered,
  VERIFY_AUTHENTICATION,
} from "../passkeys.js";
import { describePasskeys } from "./describe-passkeys.js";

describePasskeys(
  {
    section: "Passkeys",
    shownElsewhere: /LAST_SIGN_IN_METHOD$|-options |verify-|passkey-signals /,
  },
  ({ service, database, someone, latestEmail }) => {
    const start = serviceStarter(database);
    describe("an owner's passkeys", () => {
      it("are renamed and removed by their owner alone; removing one ends the other sessions", async () => {
        const [ada, eve] = [await someone(), await someone()];
        const authenticator = authenticatorOn();
        const { id } = await registered(ada, authenticator);
        const phone = service.agent();
        await authenticate(phone, authenticator);
        for (const [agent, target] of [
          [eve, id],
          [ada, "0000000000000000"],
          [ada, "\u0000"],
          [ada, ""],
        ] as const) {
          expect(
            await agent.post("/api/auth/passkey/update-passkey", { id: target, name: "Mine" }),
          ).toMatchObject({
            status: 404,
            body: { code: "PASSKEY_NOT_FOUND" },
          });
          expect(await agent.post(DELETE_PASSKEY, { id: target })).toMatchObject({
            status: 404,
            body: { code: "PASSKEY_NOT_FOUND" },
          });
        }
        expect(
          await ada.post("/api/auth/passkey/update-passkey", { id, name: "  Blue key " }),
        ).toMatchObject({
          status: 200,
          body: { passkey: { id, name: "Blue key" } },
        });
        expect(await ada.post("/api/auth/passkey/update-passkey", { id, name: " " })).toMatchObject(
          {
            status: 400,
            body: { code: "VALIDATION_ERROR" },
          },
        );

        expect(await ada.post(DELETE_PASSKEY, { id })).toMatchObject({
          status: 200,
          body: { status: true },
        });
        expect(await listPasskeys(ada)).toEqual([]);
        expect((await phone.get("/api/v1/auth/me")).status).toBe(401);
        expect((await ada.get("/api/v1/auth/me")).status).toBe(200);
        expect(await authenticate(service.agent(), authenticator)).toMatchObject({
          status: 401,
          body: { code: "PASSKEY_NOT_FOUND" },
        });
      });

      it("are told of by mail, and in the activity, when one is removed", async () => {
        const ada = await someone();
        const { id } = await registered(ada);
        await ada.post(DELETE_PASSKEY, { id });
        await service.auth.worker.runDue();
        const told = service.inbox.mails
          .filter(({ to }) => to === latestEmail())
          .map(({ subject }) => subject);
        expect(told).toContain("A passkey was removed from your Acme account");
        expect(await activityOf(ada)).toContainEqual({ event: "passkey.removed", passkeyId: id });
      });

      it("an assertion that is under way when its passkey is removed opens nothing", async () => {
        const ada = await someone();
        const authenticator = authenticatorOn();
        const { id } = await registered(ada, authenticator);
        const browser = service.agent();
        const response = authenticator.get(await optionsFrom(browser, AUTHENTICATION_OPTIONS));
        const [removed, signedIn] = await Promise.all([
          ada.post(DELETE_PASSKEY, { id }),
          browser.post(VERIFY_AUTHENTICATION, { response }),
        ]);
        expect(removed.status).toBe(200);
        expect((await browser.get("/api/v1/auth/me")).status).toBe(401);
        expect([200, 401]).toContain(signedIn.status);
      });
    });

    it("an assertion that was verified before its passkey was removed opens nothing", async () => {
      const meanwhile = createMeanwhile();
      const slow = await start(meanwhile.options);
      const ada = await slow.signedIn("ada@example.com");
      const authenticator = authenticatorOn();
      const { id, userId } = await registered(ada, authenticator);
      const browser = slow.agent();
      const response = authenticator.get(await optionsFrom(browser, AUTHENTICATION_OPTIONS));
      meanwhile.beforeTransaction(() => slow.store.passkeys.delete(toId(userId), toId(id)));
      expect(await browser.post(VERIFY_AUTHENTICATION, { response })).toMatchObject({
        status: 401,
        body: { code: "AUTHENTICATION_FAILED" },
      });
      expect((await browser.get("/api/v1/auth/me")).status).toBe(401);
    });
  },
);
