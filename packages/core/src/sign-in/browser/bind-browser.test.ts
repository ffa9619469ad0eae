import { describe, expect, it } from "vitest";
import { createTestWorld } from "../../../test/worlds.js";
import type { Client } from "../../kernel/client.js";
import { Secret } from "../../kernel/secret.js";
import { bindBrowser, isSameBrowser } from "./bind-browser.js";

const world = createTestWorld();
const presenting = (token: string | null): Client => ({
  ipAddress: null,
  network: "192.0.2.1",
  userAgent: null,
  sessionToken: null,
  browserToken: token === null ? null : new Secret(token),
  organization: null,
});
const OURS = `${"a-_Z9".repeat(8)}123`;

describe("a browser that begins a ceremony", () => {
  it("keeps the token that it presents, so that two tabs share it", () => {
    const { token, hash } = bindBrowser(world, presenting(OURS));
    expect(token.reveal()).toBe(OURS);
    expect(hash).toBe(world.digest.token(new Secret(OURS)));
  });

  it.each([
    null,
    "",
    "short",
    OURS.slice(1),
    `${OURS}x`,
    ` ${OURS}`,
    `${OURS}\n`,
    OURS.replace("-", "+"),
  ])("gets a new one for %j, which is none of ours", (presented) => {
    const { token } = bindBrowser(world, presenting(presented));
    expect(token.reveal()).toMatch(/^[\w-]{43}$/);
    expect(token.reveal()).not.toBe(presented);
  });

  it("is known by its token, and by nothing else", () => {
    const { hash } = bindBrowser(world, presenting(OURS));
    expect(isSameBrowser(world, presenting(OURS), hash)).toBe(true);
    expect(isSameBrowser(world, presenting(OURS.replace("a", "b")), hash)).toBe(false);
    expect(isSameBrowser(world, presenting(null), hash)).toBe(false);
    expect(isSameBrowser(world, presenting(null), null)).toBe(false);
  });
});
