import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createInbox, fixedLinks } from "@acme/auth-testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createAuth, silentLogger } from "./create-auth.js";
import { defineFeature } from "./feature.js";
import { DEFAULT_BRAND } from "./kernel/app-brand.js";
import {
  CORE_PERMISSIONS,
  type PermissionMap,
} from "./organizations/access-control/permissions.js";
import type { Logger } from "./ports/logger.js";

const everyone = { owner: true, admin: true, member: true } as const;

const authWith = (permissions: PermissionMap) =>
  createAuth({
    store: createSqliteStore(":memory:"),
    mailer: createInbox(),
    links: fixedLinks,
    secret: Buffer.alloc(32, 7).toString("base64"),
    features: [defineFeature({ name: "app", permissions })],
  });

describe("an application's own permissions", () => {
  it.each([
    "reports:read",
    "app:reports:export",
    "a:b",
    "Reports:Read",
    "audit-log:read_all",
    "r2d2:c3",
  ] as const)("may be called %s", (id) => {
    expect(authWith({ [id]: everyone }).accessControl.permissionsOf("member")).toContain(id);
  });

  it.each(Object.keys(CORE_PERMISSIONS))("cannot loosen what the catalog says of %s", (id) => {
    expect(() => authWith({ [id]: everyone })).toThrow(
      new RangeError(`permissions: ${id} stand in the catalog already`),
    );
  });

  it.each([
    "reports",
    "reports:",
    ":read",
    "a:b:c:d",
    "reports: read",
    "reports:read ",
    "1a:b",
    "reports:*",
    "",
    ":",
    "reports:read\n",
  ])("cannot be called %j", (id) => {
    expect(() => authWith({ [id]: everyone })).toThrow(RangeError);
    expect(() => authWith({ [id]: everyone })).toThrow(
      "are not of the form resource:action or scope:resource:action",
    );
  });

  it("are refused all at once, by name", () => {
    const shapeless = { x: everyone, y: everyone };
    expect(() => authWith({ "reports:read": everyone, ...shapeless })).toThrow(
      "permissions: x, y are not of the form",
    );
    expect(() => authWith({ "org:read": everyone, "org:delete": everyone })).toThrow(
      "permissions: org:read, org:delete stand in the catalog already",
    );
  });
});

describe("a system", () => {
  it.each(["", "hunter2", "A".repeat(42)])("is not built on the secret %j", (secret) => {
    expect(() =>
      createAuth({
        store: createSqliteStore(":memory:"),
        mailer: createInbox(),
        links: fixedLinks,
        secret,
      }),
    ).toThrow(RangeError);
  });

  it("is not built on an earlier secret that is none", () => {
    const secret = Buffer.alloc(32, 7).toString("base64");
    const options = {
      store: createSqliteStore(":memory:"),
      mailer: createInbox(),
      links: fixedLinks,
      secret,
    };
    expect(() => createAuth({ ...options, previousSecrets: [secret, "hunter2"] })).toThrow(
      "secret 3 (of previousSecrets) must be base64",
    );
  });

  it("names everything that is missing or unfit at once", () => {
    const problemsOf = (options: object): string => {
      try {
        createAuth(options as Parameters<typeof createAuth>[0]);
        return "none";
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(RangeError);
        return String(thrown);
      }
    };
    const namesIn = (text: string) =>
      Array.from(text.matchAll(/(?:: |; )([\w.]+) (?:is|has|must)/g), ([, name]) => name);
    expect(namesIn(problemsOf({}))).toEqual(["store", "mailer", "links", "secret"]);
    const unfit = {
      store: { transaction: async () => {} },
      mailer: { send() {} },
      links: { ...fixedLinks, home: "app.example.com", service: "" },
      secret: "hunter2",
    };
    const text = problemsOf(unfit);
    expect(namesIn(text)).toEqual(["store", "mailer", "links.service", "links.home", "secret"]);
    expect(text).toContain("make it with createSqliteStore");
    expect(text).not.toContain("hunter2");
    expect(problemsOf({ ...unfit, links: {} })).toContain(
      "links has no page, verifyEmail, resetPassword",
    );
  });

  it.each([
    [{ mails: { locales: [] } }, "mails.locales: no language is given"],
    [
      { brand: { color: "red" } },
      "createAuth: brand.color must be a color as #rrggbb, such as #4f46e5",
    ],
    [
      { brand: { color: "#fff;background:url(x)", logoUrl: "http://app.example.com/a.png" } },
      "createAuth: brand.color must be a color as #rrggbb, such as #4f46e5; brand.logoUrl must be an https URL, without user, or an http URL of this machine while you develop",
    ],
    [
      { brand: { corners: "oval", supportUrl: "mailto:a@example.com" } },
      "createAuth: brand.corners must be one of sharp, soft, round; brand.supportUrl must be an https URL, without user",
    ],
  ])("refuses mails and a brand that cannot be: %j", (unfit, problem) => {
    const store = createSqliteStore(":memory:");
    const secret = Buffer.alloc(32, 7).toString("base64");
    const options = { store, mailer: createInbox(), links: fixedLinks, secret, ...unfit };
    expect(() => createAuth(options as Parameters<typeof createAuth>[0])).toThrow(
      new RangeError(problem),
    );
  });

  it("has its brand whole, whatever of it was chosen", () => {
    const options = {
      store: createSqliteStore(":memory:"),
      mailer: createInbox(),
      links: fixedLinks,
      secret: Buffer.alloc(32, 7).toString("base64"),
    };
    expect(createAuth(options).brand).toEqual(DEFAULT_BRAND);
    const brand = { corners: "round", privacyUrl: "https://app.example.com/privacy" } as const;
    expect(createAuth({ ...options, brand }).brand).toEqual({ ...DEFAULT_BRAND, ...brand });
  });

  it("takes a mailer whose methods are those of a class", () => {
    class OwnMailer {
      async deliver(): Promise<void> {}
    }
    const secret = Buffer.alloc(32, 7).toString("base64");
    const store = createSqliteStore(":memory:");
    expect(() =>
      createAuth({ store, mailer: new OwnMailer(), links: fixedLinks, secret }),
    ).not.toThrow();
  });

  it("is not built on numbers out of bounds", () => {
    const options = {
      store: createSqliteStore(":memory:"),
      mailer: createInbox(),
      links: fixedLinks,
      secret: Buffer.alloc(32, 7).toString("base64"),
    };
    expect(() => createAuth({ ...options, policy: { codeTries: 6 } })).toThrow(
      "codeTries must be a whole number from 1 to 5",
    );
  });
});

describe("an application without a logger", () => {
  afterEach(() => void vi.restoreAllMocks());

  const overNothing = (logger?: Logger) =>
    createAuth({
      store: createSqliteStore(":memory:"),
      mailer: createInbox(),
      links: fixedLinks,
      secret: Buffer.alloc(32, 7).toString("base64"),
      ...(logger && { logger }),
    });

  it("is told on standard error what failed and why", async () => {
    const told = vi.spyOn(console, "error").mockImplementation(() => {});
    await overNothing().worker.runDue();
    expect(told).toHaveBeenCalledWith(
      expect.stringMatching(/^\[auth\] error .*\n[^]*no such table/),
    );
  });

  it("is told nothing when it asks for a silent log", async () => {
    const told = vi.spyOn(console, "error").mockImplementation(() => {});
    await overNothing(silentLogger).worker.runDue();
    expect(told).not.toHaveBeenCalled();
  });
});
