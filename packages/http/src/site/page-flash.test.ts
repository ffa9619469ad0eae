import { createAuth } from "@acme/auth-core";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { mailedFlash, openFlash } from "./page-flash.js";
import { createSite } from "./site.js";

const serviceUrl = "https://auth.example.com";

it("what the form of a mailed link has done is kept for pages, and for no other front end", async () => {
  const own = createSite({ serviceUrl, pages: "/" });
  const other = createSite({ serviceUrl, appUrl: "https://app.example.com" });
  const clock = createFixedClock();
  const auth = createAuth({
    store: await openMemoryStore(),
    mailer: createInbox(),
    links: own.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    ports: { clock },
  });
  const say = (site: typeof own) => mailedFlash("emailChanged", "ada@example.org", { auth, site });

  const sealed = say(own).pageCookies?.flash ?? null;
  expect(sealed).not.toContain("ada");
  expect(openFlash(auth, sealed)).toEqual({
    key: "emailChanged",
    values: ["ada@example.org"],
    section: null,
  });
  clock.advance(auth.policy.pageFlashLifetime);
  expect(openFlash(auth, sealed)).toBeNull();
  expect(say(other)).toEqual({});
});
