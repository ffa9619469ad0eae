import { existsSync } from "node:fs";
import { ERRORS } from "@acme/auth-core";
import { type DocumentedSection, featureSection, openapiDocument } from "@acme/auth-http";
import { stringMatching } from "@acme/auth-testing/matchers";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { billingRoutes } from "../../src/sample/billing/description.js";
import { sections } from "../reference-surface.js";

/** What the reference server shows with its sample. */
const shown: readonly DocumentedSection[] = [...sections, featureSection(billingRoutes)];
const document = await openapiDocument(shown, "https://api.example.com");
const { description } = document.info;

const routes = shown.flatMap((section) => section.routes);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    door: `${method.toUpperCase()} ${path}`,
    ...readJson(operation, { operationId: "string", summary: "string", description: "string" }),
    isHidden: readJson(operation, "object")["x-scalar-ignore"] === true,
  })),
);

describe("the names of operations", () => {
  it("have two to four words, begin like a sentence, and end without a full stop", () => {
    const odd = routes.filter(
      ({ summary }) =>
        !/^[A-Z][a-z]+( [^A-Z\s]+| OpenAPI| API){1,3}$/.test(summary) || summary.endsWith("."),
    );
    expect(odd.map(({ summary }) => summary)).toEqual([]);
  });

  it("stand once in the document", () => {
    const names = operations.map(({ summary }) => summary);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("come with what the operation does, in sentences", () => {
    const mute = routes.filter((route) => !/^[A-Z].{9,}\.$/.test(route.description));
    expect(mute.map(({ operationId }) => operationId)).toEqual([]);
  });
});

describe("an alias", () => {
  it("is in the document, and left out of the viewer", () => {
    const hidden = operations.filter(({ isHidden }) => isHidden).map(({ door }) => door);
    const aliases = routes.flatMap(({ method, aliases: paths = [] }) =>
      paths.map((path) => `${method} ${path}`),
    );
    expect(hidden.sort()).toEqual(aliases.sort());
    expect(aliases).toContain("POST /api/auth/sign-in/email-otp");
  });

  it("is named where the operation is described, and leads there", () => {
    const named = (door: string) => operations.find((operation) => operation.door === door);
    expect(named("POST /api/auth/sign-in/email")?.description).toMatch(
      /\n\nAlso at `POST \/api\/auth\/sign-in` and `POST \/api\/v1\/auth\/sign-in`\.$/,
    );
    expect(named("POST /api/v1/auth/sign-in")).toMatchObject({
      summary: "Sign in with password (alias 2)",
      description: stringMatching(/\n\nThe same as `POST \/api\/auth\/sign-in\/email`\.$/),
    });
  });
});

describe("the introduction", () => {
  it("has the name of the application above it", async () => {
    expect(document.info.title).toBe("Acme Auth API");
    const { info } = await openapiDocument(sections, "https://api.example.com", {
      appName: "Notes",
      events: { errors: new Map(), refusable: new Set(), gates: [], authenticators: [] },
    });
    expect(info.title).toBe("Notes Auth API");
  });

  it("has about twenty lines, and names the cookie that the service sets", async () => {
    expect(description.split("\n").length).toBeLessThan(40);
    expect(description).toContain("`__Host-session`");
    const overHttp = await openapiDocument(sections, "http://localhost:3000");
    expect(overHttp.info.description).toContain("`session`");
    expect(overHttp.info.description).toContain("curl http://localhost:3000/api/");
  });

  it("calls routes that there are, with the errors and documents that there are", () => {
    const called = [...description.matchAll(/https:\/\/api\.example\.com(\/\S+)/g)];
    expect(called).toHaveLength(3);
    for (const [, path] of called) expect(document.paths).toHaveProperty([path!]);
    for (const [, code] of description.matchAll(/`([A-Z]+_[A-Z_]+)`/g))
      expect(ERRORS).toHaveProperty(code!);
    const linked = [...description.matchAll(/\/blob\/main\/([^)]+)\)/g)];
    expect(linked).toHaveLength(4);
    for (const [, file] of linked)
      expect(existsSync(new URL(`../../../../${file}`, import.meta.url)), file).toBe(true);
  });
});
