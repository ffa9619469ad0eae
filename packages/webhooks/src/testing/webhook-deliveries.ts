import { at, howMany, lease, MANY, type Opened, race } from "@acme/auth-testing/feature-contract";
import { describe, expect, it } from "vitest";
import type { WebhookStores } from "../webhook-env.js";
import { deliveryId, endpointId, someDelivery } from "./webhook-samples.js";

const KEPT = { invitations: 0, auditEntries: 0, subscriberCalls: 0 };

export function describeWebhookDeliveries(opened: Opened<WebhookStores>): void {
  const deliveries = () => opened().store.webhookDeliveries;
  const claim = (now = at(1)) =>
    deliveries().claimDue(now, 100, lease("a"), new Date(now.getTime() + 1_000));
  const listed = () => deliveries().listByEndpoint(endpointId("crm"), null, 100);

  describe("deliveries of webhooks", () => {
    it("a due one is handed out as it was stored", async () => {
      const delivery = someDelivery("one", { attempts: 3, createdAt: at(-7) });
      await deliveries().enqueue(delivery);
      expect(await claim()).toEqual([{ ...delivery, nextAttemptAt: at(1_001) }]);
    });

    it("one that has arrived is kept and counted, and handed out no more", async () => {
      await deliveries().enqueue(someDelivery("one"));
      await claim();
      expect(await deliveries().complete(deliveryId("one"), lease("b"))).toBe(false);
      expect(await deliveries().complete(deliveryId("one"), lease("a"))).toBe(true);
      expect(await deliveries().complete(deliveryId("one"), lease("a"))).toBe(false);
      expect(await claim(at(5_000))).toEqual([]);
      expect(await listed()).toMatchObject([{ state: "delivered", attempts: 1 }]);
      expect(await deliveries().find(deliveryId("one"))).toMatchObject({ attempts: 1 });
      expect(await deliveries().countBacklog(at(5_000))).toMatchObject({ queued: 0, dead: 0 });
    });

    it("the result of an attempt is shown, and only the lease's holder writes it", async () => {
      await deliveries().enqueue(someDelivery("one"));
      const answered = { at: at(8), status: 503, failure: null };
      expect(await deliveries().markAttempted(deliveryId("one"), lease("a"), answered)).toBe(false);
      expect(await listed()).toMatchObject([{ state: "queued", lastAttempt: null }]);
      await claim();
      expect(await deliveries().markAttempted(deliveryId("one"), lease("a"), answered)).toBe(true);
      expect(await listed()).toMatchObject([{ lastAttempt: answered }]);
      const silent = { at: at(9), status: null, failure: "timed_out" } as const;
      await deliveries().markAttempted(deliveryId("one"), lease("a"), silent);
      const { payload: _, ...shown } = someDelivery("one", { nextAttemptAt: at(1_001) });
      expect(await listed()).toEqual([{ ...shown, state: "queued", lastAttempt: silent }]);
    });

    it("those of one endpoint are listed newest first, in pages", async () => {
      for (const [index, name] of ["one", "two", "three"].entries())
        await deliveries().enqueue(someDelivery(name, { createdAt: at(index) }));
      await deliveries().enqueue(someDelivery("other", { endpointId: endpointId("other") }));
      const page = await deliveries().listByEndpoint(endpointId("crm"), null, 2);
      expect(page.map(({ id }) => id)).toEqual(["three", "two"].map(deliveryId));
      const next = await deliveries().listByEndpoint(endpointId("crm"), page[1]!, 2);
      expect(next.map(({ id }) => id)).toEqual([deliveryId("one")]);
    });

    it("one is replayed when it has arrived or is dead, with all its attempts before it", async () => {
      for (const name of ["arrived", "dead", "claimed"])
        await deliveries().enqueue(someDelivery(name, { attempts: 4 }));
      await claim();
      await deliveries().complete(deliveryId("arrived"), lease("a"));
      await deliveries().bury(deliveryId("dead"), lease("a"));
      for (const name of ["claimed", "unknown"])
        expect(await deliveries().retrySettled(deliveryId(name), at(9)), name).toBe(false);
      for (const name of ["arrived", "dead"])
        expect(await deliveries().retrySettled(deliveryId(name), at(9)), name).toBe(true);
      expect(await claim(at(8))).toEqual([]);
      expect(await claim(at(9))).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
    });

    it("of fifty replays of one delivery one is", async () => {
      await deliveries().enqueue(someDelivery("one"));
      await claim();
      await deliveries().complete(deliveryId("one"), lease("a"));
      const verdicts = await race(opened(), MANY, (rival) =>
        rival.webhookDeliveries.retrySettled(deliveryId("one"), at(9)),
      );
      expect(howMany(verdicts)).toBe(1);
    });

    it("one that is dropped is gone, if the lease is still held", async () => {
      await deliveries().enqueue(someDelivery("one"));
      await claim();
      expect(await deliveries().deleteLeased(deliveryId("one"), lease("b"))).toBe(false);
      expect(await deliveries().deleteLeased(deliveryId("one"), lease("a"))).toBe(true);
      expect(await deliveries().find(deliveryId("one"))).toBeNull();
    });

    it("the sweep removes those that have expired, but none that still waits", async () => {
      for (const name of ["arrived", "dead", "queued", "young"]) {
        const expiresAt = at(name === "young" ? 51 : 50);
        await deliveries().enqueue(someDelivery(name, { expiresAt }));
      }
      await claim();
      for (const name of ["arrived", "young"])
        await deliveries().complete(deliveryId(name), lease("a"));
      await deliveries().bury(deliveryId("dead"), lease("a"));
      expect(await opened().store.sweep(at(49), 100, KEPT)).toBe(0);
      expect(await opened().store.sweep(at(50), 100, KEPT)).toBe(2);
      const left = (await listed()).map(({ id }) => id).toSorted();
      expect(left).toEqual(["queued", "young"].map(deliveryId));
    });
  });
}
