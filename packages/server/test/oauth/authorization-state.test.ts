import { MINUTE } from "@acme/auth-core/surface";
import { describe, expect, it } from "vitest";
import { APP_URL, describeProviders } from "./describe-providers.js";
import {
  destinationOf,
  failure,
  openCallback,
  opensSession,
  PLACES,
  requestAuthorization,
  success,
} from "./front-end.js";

describeProviders({ hosts: "both" }, ({ service, stub, newPerson }) => {
  describe("the state", () => {
    const mismatch = failure("state_mismatch", `${APP_URL}/`);

    it("works once", async () => {
      newPerson();
      const agent = service.agent();
      const back = await stub.visit(await requestAuthorization(agent));
      expect(destinationOf(await openCallback(agent, back))).toEqual(
        success(PLACES.newUserCallbackURL),
      );
      const again = await openCallback(agent, back);
      expect([destinationOf(again), opensSession(again)]).toEqual([mismatch, false]);
    });

    it("works once, however many come at once", async () => {
      newPerson();
      const agent = service.agent();
      const back = await stub.visit(await requestAuthorization(agent));
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => openCallback(agent, back)),
      );
      expect(replies.filter(opensSession)).toHaveLength(1);
      expect(replies.filter(({ headers }) => headers.location === mismatch.to)).toHaveLength(19);
    });

    it("works only in the browser that started it", async () => {
      newPerson();
      const attacker = service.agent();
      const back = await stub.visit(await requestAuthorization(attacker));
      const victim = service.agent();
      await requestAuthorization(victim);
      for (const other of [victim, service.agent()]) {
        const reply = await openCallback(other, back);
        expect([destinationOf(reply), opensSession(reply)]).toEqual([mismatch, false]);
      }
    });

    it("works at the provider it was made for alone", async () => {
      newPerson();
      const agent = service.agent();
      const back = await stub.visit(await requestAuthorization(agent));
      const reply = await openCallback(
        agent,
        new URL(back.href.replace("/callback/acme", "/callback/other")),
      );
      expect([destinationOf(reply), opensSession(reply)]).toEqual([mismatch, false]);
    });

    it("works for ten minutes, not at the instant they are over", async () => {
      newPerson();
      const agent = service.agent();
      const late = await stub.visit(await requestAuthorization(agent));
      service.clock.advance(10 * MINUTE);
      expect(destinationOf(await openCallback(agent, late))).toEqual(mismatch);
      const early = await stub.visit(await requestAuthorization(agent));
      service.clock.advance(10 * MINUTE - 1);
      expect(destinationOf(await openCallback(agent, early))).toEqual(
        success(PLACES.newUserCallbackURL),
      );
    });

    it.each<[string, (back: URL) => void]>([
      ["missing", ({ searchParams }) => searchParams.delete("state")],
      ["empty", ({ searchParams }) => searchParams.set("state", "")],
      ["another", ({ searchParams }) => searchParams.set("state", "A".repeat(43))],
      [
        "given twice",
        ({ searchParams }) => searchParams.append("state", searchParams.get("state")!),
      ],
    ])("is refused when it is %s", async (_how, change) => {
      newPerson();
      const agent = service.agent();
      const back = await stub.visit(await requestAuthorization(agent));
      change(back);
      const reply = await openCallback(agent, back);
      expect([destinationOf(reply), opensSession(reply)]).toEqual([mismatch, false]);
    });

    it("survives beside another flow of the same browser, in another tab", async () => {
      newPerson();
      const agent = service.agent();
      const [first, second] = [
        await stub.visit(await requestAuthorization(agent)),
        await stub.visit(await requestAuthorization(agent)),
      ];
      expect(destinationOf(await openCallback(agent, first))).toEqual(
        success(PLACES.newUserCallbackURL),
      );
      expect(destinationOf(await openCallback(agent, second))).toEqual(success());
    });
  });
});
