import { createAuth } from "@acme/auth-core";
import { createSite } from "@acme/auth-http";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox } from "@acme/auth-testing";
import { beforeAll, describe, expect, it } from "vitest";
import { BUILT_IN_TEXTS } from "../texts/built-in.js";
import { createFlashes } from "./flash.js";
import { createSteps, NEW_STEP, type Step } from "./step.js";

const { flash: texts } = BUILT_IN_TEXTS.en;
const STEP: Step = {
  ...NEW_STEP,
  email: "ada@example.com",
  way: "code",
  sent: { code: 1 },
  next: "https://auth.example.com/account",
};

async function openSeals(byte = 7) {
  const clock = createFixedClock();
  const { links } = createSite({ serviceUrl: "https://auth.example.com", pages: "/" });
  const { pageSealer, policy } = createAuth({
    store: await openMemoryStore(),
    mailer: createInbox(),
    links,
    secret: Buffer.alloc(32, byte).toString("base64"),
    ports: { clock },
  });
  const world = { clock, policy };
  return {
    clock,
    steps: createSteps(pageSealer, world),
    flashes: createFlashes({ ...world, pageSealer }),
  };
}

let seals: Awaited<ReturnType<typeof openSeals>>;
let stranger: Awaited<ReturnType<typeof openSeals>>;
beforeAll(async () => {
  seals = await openSeals();
  stranger = await openSeals(8);
});

/** Every way in which what a browser keeps may come back altered. */
function* tampered(sealed: string): Generator<string> {
  for (let at = 0; at < sealed.length; at += 7) {
    yield sealed.slice(0, at);
    yield sealed.slice(at + 1);
    yield `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`;
  }
  yield `${sealed}A`;
  yield sealed.split(".").toReversed().join(".");
  yield '{"email":"ada@example.com"}';
  yield "x".repeat(10_000);
}

describe("a sign-in under way, as a browser keeps it", () => {
  it("comes back as it was, and shows nothing of itself", () => {
    const sealed = seals.steps.seal(STEP);
    expect(seals.steps.open(sealed)).toEqual(STEP);
    expect(sealed).not.toContain("ada");
  });

  it("is none when it is missing, altered, of another secret, or a message", () => {
    const sealed = seals.steps.seal(STEP);
    for (const text of tampered(sealed)) expect(seals.steps.open(text), text).toBeNull();
    expect(seals.steps.open(null)).toBeNull();
    expect(seals.steps.open(stranger.steps.seal(STEP))).toBeNull();
    expect(seals.steps.open(seals.flashes.seal({ key: "saved" }))).toBeNull();
  });

  it("ends after half an hour", () => {
    const sealed = seals.steps.seal(STEP);
    seals.clock.advance(30 * 60_000 - 1);
    expect(seals.steps.open(sealed)).toEqual(STEP);
    seals.clock.advance(1);
    expect(seals.steps.open(sealed)).toBeNull();
  });

  it("is as long for any address of that length, and never more than a cookie takes", () => {
    const other = seals.steps.seal({ ...STEP, email: "eve@example.org" });
    expect(other).toHaveLength(seals.steps.seal(STEP).length);
    const long = {
      ...STEP,
      email: "e".repeat(320),
      next: `https://a.example/${"é".repeat(1_000)}`,
    };
    const sealed = seals.steps.seal(long);
    expect(sealed.length).toBeLessThanOrEqual(3_072);
    expect(seals.steps.open(sealed)).toEqual({ ...long, next: null });
  });
});

describe("what the next page says, as a browser keeps it", () => {
  it("comes back in the words of the reader, with its section", () => {
    const sealed = seals.flashes.seal({ key: "saved", section: "name" });
    expect(seals.flashes.open(sealed, texts)).toEqual({ text: "Saved", section: "name" });
    expect(seals.flashes.open(sealed, BUILT_IN_TEXTS.de.flash)?.text).toBe("Gespeichert");
  });

  it("is nothing when it is missing, altered, of another secret, or a step", () => {
    const sealed = seals.flashes.seal({ key: "saved" });
    for (const text of tampered(sealed)) expect(seals.flashes.open(text, texts), text).toBeNull();
    expect(seals.flashes.open(null, texts)).toBeNull();
    expect(seals.flashes.open(stranger.flashes.seal({ key: "saved" }), texts)).toBeNull();
    expect(seals.flashes.open(seals.steps.seal(STEP), texts)).toBeNull();
  });

  it("ends after a minute", () => {
    const sealed = seals.flashes.seal({ key: "saved" });
    seals.clock.advance(60_000);
    expect(seals.flashes.open(sealed, texts)).toBeNull();
  });
});
