import { createAuth, defineFeature } from "@acme/auth-core";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, createManualScheduler } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { createHttpSurface } from "../http-surface.js";
import { createSite } from "../site/site.js";
import { presentsSessionCookie } from "./cookies.js";

const site = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
});

const tickets = defineFeature({
  name: "tickets",
  signIn: {
    authenticators: [
      {
        prefix: "key_",
        kinds: { pat: "user" },
        create: () => ({ kindOf: () => "pat", find: () => Promise.resolve(null) }),
      },
    ],
  },
});

/** The names of the headers that a request for the caller reads, and its answer's status. */
async function headersReadBy(features: readonly [] | readonly [typeof tickets]) {
  const store = await openMemoryStore();
  const auth = createAuth({
    store,
    mailer: createInbox(),
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    features,
    ports: { clock: createFixedClock(), scheduler: createManualScheduler() },
  });
  const read: string[] = [];
  const surface = createHttpSurface({ auth, site });
  const request = {
    method: "GET",
    path: "/api/v1/auth/me",
    query: "",
    peer: { ipAddress: null, network: "unknown" },
    header: (name: string) => void read.push(name),
    readBody: () => Promise.resolve(null),
  };
  const namesOf = async (call: () => Promise<unknown> | null) => {
    read.splice(0);
    await Promise.resolve(call()).catch(() => null);
    return [...new Set(read)].toSorted();
  };
  return {
    answered: await namesOf(() => surface.answer(request)),
    guarded: await namesOf(() => surface.guard({}, request)),
    visited: await namesOf(() => surface.visit(request)),
  };
}

describe("the header of tokens", () => {
  it("is read only where a feature takes tokens, and then is all that is read besides", async () => {
    const [without, withKeys] = [await headersReadBy([]), await headersReadBy([tickets])];
    for (const names of Object.values(without)) expect(names).not.toContain("authorization");
    for (const way of ["answered", "guarded", "visited"] as const)
      expect(withKeys[way]).toEqual([...without[way], "authorization"].toSorted());
  });
});

describe("a session cookie", () => {
  it.each(["__Host-session=", "a=b; __Host-session=x", "__Host-session=x; __Host-session=y"])(
    "is presented by %s",
    (header) => expect(presentsSessionCookie(header, site)).toBe(true),
  );

  it.each([undefined, "", "session=x", "x__Host-session=y", "a=__Host-session=x"])(
    "is not presented by %s",
    (header) => expect(presentsSessionCookie(header, site)).toBe(false),
  );
});
