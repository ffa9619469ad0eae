import { Secret } from "@acme/auth-core";
import { createSeededRandom } from "@acme/auth-testing";
import { standIn } from "@acme/auth-testing/stand-in";
import { expect, it } from "vitest";
import { mintSecret } from "./endpoint-secrets.js";
import type { WebhookWorld } from "./webhook-env.js";

it("a secret is spelled in the base64 that receivers decode, whatever its bytes are", () => {
  const random = { ...createSeededRandom(), token: () => new Secret("-_".repeat(16)) };
  const world = standIn<WebhookWorld>({
    random,
    limits: standIn<WebhookWorld["limits"]>({ webhookSecretBytes: 24 }),
  });
  expect(mintSecret(world).reveal()).toBe(`whsec_${"+/".repeat(16)}`);
});
