import { isStoreConflict } from "@acme/auth-core";
import { at, howMany, MANY, type Opened, race } from "@acme/auth-testing/feature-contract";
import { describe, expect, it } from "vitest";
import type { WebhookStores } from "../webhook-env.js";
import { endpointId, someEndpoint } from "./webhook-samples.js";

export function describeWebhookEndpoints(opened: Opened<WebhookStores>): void {
  const endpoints = () => opened().store.webhookEndpoints;

  describe("endpoints of webhooks", () => {
    it("one comes back as it went in, with and without everything it may have", async () => {
      const plain = someEndpoint("plain");
      const full = someEndpoint("full", {
        events: ["user.created", "member.added"],
        previousSealedSecret: "earlier",
        previousSecretEndsAt: at(9),
        createdAt: at(1),
        disabledAt: at(5),
        disabledReason: "gone",
      });
      await endpoints().insert(full);
      await endpoints().insert(plain);
      expect(await endpoints().find(plain.id)).toEqual(plain);
      expect(await endpoints().find(full.id)).toEqual(full);
      expect(await endpoints().find(endpointId("unknown"))).toBeNull();
      expect(await endpoints().list()).toEqual([plain, full]);
    });

    it("their secrets are among the uses of keys", async () => {
      await endpoints().insert(someEndpoint("one", { sealedSecret: "12345678.sealed" }));
      expect(await opened().store.listKeyUses()).toEqual([
        { kind: "webhook-secret", keyId: "12345678", rows: 1, oldestAt: at(0) },
      ]);
    });

    it("no endpoint is taken twice under one id", async () => {
      await endpoints().insert(someEndpoint("one"));
      await expect(endpoints().insert(someEndpoint("one"))).rejects.toSatisfy(isStoreConflict);
    });

    it("the enabled ones are listed with their events, disabled ones never", async () => {
      await endpoints().insert(someEndpoint("all"));
      await endpoints().insert(someEndpoint("some", { events: ["user.created"] }));
      await endpoints().insert(someEndpoint("off"));
      expect(await endpoints().markDisabled(endpointId("off"), "operator", at(3))).toBe(true);
      const enabled = await endpoints().listEnabled();
      expect(enabled.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual([
        { id: endpointId("all"), events: null },
        { id: endpointId("some"), events: ["user.created"] },
      ]);
    });

    it("of fifty that disable an endpoint one does, and its time stays", async () => {
      await endpoints().insert(someEndpoint("one"));
      const verdicts = await race(opened(), MANY, (rival, turn) =>
        rival.webhookEndpoints.markDisabled(endpointId("one"), "gone", at(turn)),
      );
      expect(howMany(verdicts)).toBe(1);
      const { disabledAt } = (await endpoints().find(endpointId("one")))!;
      expect(await endpoints().markDisabled(endpointId("one"), "operator", at(99))).toBe(false);
      expect(await endpoints().find(endpointId("one"))).toMatchObject({
        disabledAt,
        disabledReason: "gone",
      });
      expect(await endpoints().markDisabled(endpointId("unknown"), "gone", at(0))).toBe(false);
    });

    it("of fifty that enable a disabled endpoint one does", async () => {
      await endpoints().insert(someEndpoint("one"));
      expect(await endpoints().markEnabled(endpointId("one"))).toBe(false);
      await endpoints().markDisabled(endpointId("one"), "gone", at(1));
      const verdicts = await race(opened(), MANY, (rival) =>
        rival.webhookEndpoints.markEnabled(endpointId("one")),
      );
      expect(howMany(verdicts)).toBe(1);
      expect(await endpoints().find(endpointId("one"))).toEqual(someEndpoint("one"));
      expect(await endpoints().markEnabled(endpointId("unknown"))).toBe(false);
    });

    it("of fifty rotations that judged one secret one is written", async () => {
      await endpoints().insert(someEndpoint("one"));
      const verdicts = await race(opened(), MANY, (rival, turn) =>
        rival.webhookEndpoints.updateSecrets(endpointId("one"), "sealed one", {
          sealedSecret: `newer ${turn}`,
          previousSealedSecret: "sealed one",
          previousSecretEndsAt: at(50),
        }),
      );
      expect(howMany(verdicts)).toBe(1);
      expect(await endpoints().find(endpointId("one"))).toMatchObject({
        previousSealedSecret: "sealed one",
        previousSecretEndsAt: at(50),
      });
    });

    it("one that is removed is gone, and removing it again removes nothing", async () => {
      await endpoints().insert(someEndpoint("one"));
      expect(await endpoints().delete(endpointId("one"))).toBe(true);
      expect(await endpoints().delete(endpointId("one"))).toBe(false);
      expect(await endpoints().list()).toEqual([]);
    });
  });
}
