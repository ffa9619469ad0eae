import { createSeededRandom } from "@acme/auth-testing";
import { standIn } from "@acme/auth-testing/stand-in";
import { expect, it } from "vitest";
import { definePolicy } from "../../kernel/policy.js";
import { Secret } from "../../kernel/secret.js";
import type { World } from "../../store/env.js";
import { mintSecret } from "./endpoint-secrets.js";

it("a secret is spelled in the base64 that receivers decode, whatever its bytes are", () => {
  const random = { ...createSeededRandom(), token: () => new Secret("-_".repeat(16)) };
  const world = standIn<World>({ random, policy: definePolicy() });
  expect(mintSecret(world).reveal()).toBe(`whsec_${"+/".repeat(16)}`);
});
