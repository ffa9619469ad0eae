import { createFixedClock } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { createTestWorld } from "../../../test/worlds.js";
import type { FormPost } from "../../ports/identity-provider.js";
import { relayForm } from "./relay-form.js";
import { openName } from "./sealed-name.js";

const formPost: FormPost = { readName: ({ user }) => user ?? null };
const ANSWER = { code: "c0de", state: "st4te", iss: "https://id.example" };

function openWorld() {
  const clock = createFixedClock();
  const world = createTestWorld({}, clock);
  const relay = (fields: Readonly<Record<string, string>>) =>
    relayForm(world, { providerId: "apple", formPost, fields });
  const open = (sealed: string | undefined, providerId = "apple", state = "st4te") =>
    openName(world, sealed ?? "", { providerId, state });
  return { clock, world, relay, open };
}

describe("the form of a provider", () => {
  it("passes on what the callback reads, and nothing else", () => {
    const { relay } = openWorld();
    expect(relay({ ...ANSWER, id_token: "x", name: "forged", session: "x" })).toEqual(ANSWER);
    expect(relay({ error: "access_denied", state: "st4te" })).toEqual({
      error: "access_denied",
      state: "st4te",
    });
  });

  it("leaves out what is too long, and what is no such value", () => {
    const { world, relay } = openWorld();
    const longest = "c".repeat(world.policy.oauthFormValue);
    expect(relay({ code: longest, state: "st4te" })).toEqual({ code: longest, state: "st4te" });
    expect(relay({ code: `${longest}c`, state: "st4te" })).toEqual({ state: "st4te" });
    expect(relay({ code: "c\r\nx", state: "" })).toEqual({});
  });

  it("seals the name of the user for its state and its provider", () => {
    const { relay, open } = openWorld();
    const { name } = relay({ ...ANSWER, user: "Ada Lovelace" });
    expect(name).not.toContain("Ada");
    expect(open(name)).toBe("Ada Lovelace");
    expect(open(name, "apple", "another")).toBeNull();
    expect(open(name, "other")).toBeNull();
    expect(open(`${name}A`)).toBeNull();
    expect(open("Ada Lovelace")).toBeNull();
  });

  it("lets the name travel for two minutes", () => {
    const { clock, world, relay, open } = openWorld();
    const { name } = relay({ ...ANSWER, user: "Ada" });
    clock.advance(world.policy.oauthNameLifetime - 1);
    expect(open(name)).toBe("Ada");
    clock.advance(1);
    expect(open(name)).toBeNull();
  });

  it("cuts a name to the length of one", () => {
    const { relay, open } = openWorld();
    expect(open(relay({ ...ANSWER, user: "ä".repeat(500) }).name)).toHaveLength(200);
  });

  it("has no name without a state that it could belong to", () => {
    const { relay } = openWorld();
    expect(relay({ code: "c0de", user: "Ada" })).toEqual({ code: "c0de" });
  });
});
