import { AuthError, ERRORS } from "@acme/auth-core";
import { anyInstanceOf, anyString, errorWith } from "@acme/auth-testing/matchers";
import { refusalOf } from "@acme/auth-testing/refusal-of";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { imageField } from "../schemas/fields.js";
import { createSite } from "../site/site.js";
import type { HttpRequest, RawBody } from "./http-message.js";
import { checkMedia, formFields, parseFields, readInput } from "./input.js";
import { readJson } from "./input.js";
import { type AnyRoute, route } from "./route.js";
import { loadZod } from "./zod.js";

await loadZod();

const site = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
});
const rules = { site, limit: 100 };

const routeWith = (body: z.ZodType | undefined, forms?: AnyRoute["forms"]): AnyRoute =>
  route({
    method: "POST",
    path: "/x",
    summary: "Do something",
    description: "Do something.",
    returns: "x",
    access: "anyone",
    limit: "none",
    ...(body && { body: () => body }),
    ...(forms && { forms }),
    status: 200,
    reply: () => z.null(),
    refuses: [],
    handle: async () => ({ body: null }),
  });
const taking = routeWith(z.object({}));
const takingForms = routeWith(z.object({}), "too");
const takingFormsOnly = routeWith(z.object({}), "only");
const bare = routeWith(undefined);

function request(
  headers: Readonly<Record<string, string>>,
  body: RawBody | null = null,
): HttpRequest {
  const header = (name: string) => headers[name];
  return {
    method: "POST",
    path: "/x",
    query: "",
    peer: { ipAddress: null, network: "unknown" },
    header,
    readBody: () => Promise.resolve(body),
  };
}
const bytes = (text: string): RawBody => ({ bytes: new TextEncoder().encode(text) });

describe("a body announced by its headers", () => {
  it.each<Record<string, string>>([
    {},
    { "content-type": "text/plain" },
    { "content-length": "0", "content-type": "text/plain" },
    { "content-length": "2", "content-type": "application/json" },
    { "content-length": "2", "content-type": "application/json; charset=utf-8" },
    { "content-length": "2", "content-type": " Application/JSON ;charset=utf-8" },
    { "content-length": "2", "content-type": "application/json;charset=UTF8" },
    { "content-length": "2", "content-type": 'application/json; profile=x; Charset = "Utf-8" ' },
    { "content-length": "2", "content-type": 'application/json; charset="utf8"' },
    { "content-length": "2", "content-type": "application/json; x-charset=latin1" },
    { "transfer-encoding": "chunked", "content-type": "application/json; charset=latin1" },
    { "content-length": "100", "content-type": "application/json", "content-encoding": "identity" },
    { "transfer-encoding": "chunked" },
    { "transfer-encoding": "chunked", "content-type": "text/plain" },
    {
      "transfer-encoding": "chunked",
      "content-type": "application/json",
      "content-encoding": "identity",
    },
    { "content-encoding": "gzip" },
  ])("is let through with %j", (headers) => {
    expect(() => checkMedia(taking, request(headers), rules)).not.toThrow();
  });

  it.each([
    ["UNSUPPORTED_MEDIA_TYPE", { "content-length": "2" }],
    ["UNSUPPORTED_MEDIA_TYPE", { "content-length": "2", "content-type": "" }],
    ["UNSUPPORTED_MEDIA_TYPE", { "content-length": "2", "content-type": "text/plain" }],
    [
      "UNSUPPORTED_MEDIA_TYPE",
      { "content-length": "2", "content-type": "text/plain; application/json" },
    ],
    [
      "UNSUPPORTED_MEDIA_TYPE",
      { "content-length": "2", "content-type": "application/json-patch+json" },
    ],
    [
      "UNSUPPORTED_MEDIA_TYPE",
      { "content-length": "2", "content-type": "application/problem+json" },
    ],
    [
      "UNSUPPORTED_MEDIA_TYPE",
      { "content-length": "2", "content-type": "application/json; charset=iso-8859-1" },
    ],
    [
      "UNSUPPORTED_MEDIA_TYPE",
      { "content-length": "2", "content-type": "application/json; charset=utf-16" },
    ],
    [
      "UNSUPPORTED_MEDIA_TYPE",
      { "content-length": "2", "content-type": "application/json;charset=latin1" },
    ],
    [
      "UNSUPPORTED_MEDIA_TYPE",
      { "content-length": "2", "content-type": "application/json; charset = latin1" },
    ],
    [
      "UNSUPPORTED_MEDIA_TYPE",
      { "content-length": "2", "content-type": "application/json; charset=utf-8859" },
    ],
    [
      "UNSUPPORTED_MEDIA_TYPE",
      { "content-length": "2", "content-type": "application/json; charset=" },
    ],
    [
      "UNSUPPORTED_MEDIA_TYPE",
      { "content-length": "2", "content-type": "application/json; charset=utf-8; charset=utf-7" },
    ],
    [
      "UNSUPPORTED_MEDIA_TYPE",
      { "content-length": "2", "content-type": 'application/json; charset="utf-8' },
    ],
    [
      "UNSUPPORTED_MEDIA_TYPE",
      { "content-length": "2", "content-type": "application/x-www-form-urlencoded" },
    ],
    [
      "UNSUPPORTED_MEDIA_TYPE",
      { "content-length": "2", "content-type": "multipart/form-data; boundary=x" },
    ],
    [
      "UNSUPPORTED_MEDIA_TYPE",
      { "content-length": "2", "content-type": "application/json", "content-encoding": "gzip" },
    ],
    [
      "UNSUPPORTED_MEDIA_TYPE",
      {
        "content-length": "2",
        "content-type": "application/json",
        "content-encoding": "identity, gzip",
      },
    ],
    [
      "UNSUPPORTED_MEDIA_TYPE",
      {
        "transfer-encoding": "chunked",
        "content-type": "application/json",
        "content-encoding": "gzip",
      },
    ],
    ["UNSUPPORTED_MEDIA_TYPE", { "transfer-encoding": "chunked", "content-encoding": "br" }],
    ["PAYLOAD_TOO_LARGE", { "content-length": "101", "content-type": "application/json" }],
    ["PAYLOAD_TOO_LARGE", { "content-length": "101", "content-type": "text/plain" }],
  ])("is %s with %j", (code, headers) => {
    expect(() => checkMedia(taking, request(headers), rules)).toThrow(
      expect.objectContaining({ code }),
    );
  });

  it("is of no interest to a route that takes none", () => {
    const unread: readonly Readonly<Record<string, string>>[] = [
      { "content-length": "1000000", "content-type": "text/plain" },
      { "transfer-encoding": "chunked" },
    ];
    for (const headers of unread) {
      expect(() => checkMedia(bare, request(headers), rules)).not.toThrow();
    }
  });

  const form = { "content-length": "2", "content-type": "application/x-www-form-urlencoded" };

  it.each([
    ["forms too", takingForms],
    ["nothing but forms", takingFormsOnly],
  ])("may be a form where a route takes %s, from a page of the service only", (_what, taker) => {
    const own: readonly Readonly<Record<string, string>>[] = [
      { origin: site.serviceOrigin },
      { "sec-fetch-site": "same-origin" },
    ];
    for (const headers of own)
      expect(() => checkMedia(taker, request({ ...form, ...headers }), rules)).not.toThrow();
    const foreign: readonly Readonly<Record<string, string>>[] = [
      {},
      { origin: "https://app.example.com" },
      { "sec-fetch-site": "none" },
      { origin: "null" },
    ];
    for (const headers of foreign) {
      expect(() => checkMedia(taker, request({ ...form, ...headers }), rules)).toThrow(
        expect.objectContaining({ code: "INVALID_ORIGIN" }),
      );
    }
  });

  it("may not be a form where none is taken, nor anything else where nothing but forms is", () => {
    const refused = errorWith({ code: "UNSUPPORTED_MEDIA_TYPE" });
    expect(() =>
      checkMedia(taking, request({ ...form, origin: site.serviceOrigin }), rules),
    ).toThrow(refused);
    for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x"]) {
      expect(() =>
        checkMedia(
          takingFormsOnly,
          request({ ...form, "content-type": type, origin: site.serviceOrigin }),
          rules,
        ),
      ).toThrow(refused);
    }
    expect(() =>
      checkMedia(takingForms, request({ ...form, "content-type": "application/json" }), rules),
    ).not.toThrow();
  });

  it("as a form has the limits of any other", () => {
    const own = { ...form, origin: site.serviceOrigin };
    expect(() =>
      checkMedia(takingForms, request({ ...own, "content-length": "101" }), rules),
    ).toThrow(expect.objectContaining({ code: "PAYLOAD_TOO_LARGE" }));
    for (const headers of [
      { "content-encoding": "gzip" },
      { "content-type": `${form["content-type"]}; charset=windows-1252` },
    ])
      expect(() => checkMedia(takingForms, request({ ...own, ...headers }), rules)).toThrow(
        expect.objectContaining({ code: "UNSUPPORTED_MEDIA_TYPE" }),
      );
  });
});

describe("reading a body", () => {
  const readBody = async (route: AnyRoute, asked: HttpRequest): Promise<unknown> =>
    readInput(route, asked, await asked.readBody(rules.limit));
  const json = { "content-type": "application/json" };

  it.each<readonly [what: string, body: RawBody | null, value: unknown]>([
    ["nothing", null, undefined],
    ["an object", bytes('{"a":"é"}'), { a: "é" }],
    ["a parser's result, as it is", { parsed: { a: 1 } }, { a: 1 }],
    ["text that begins with a byte order mark", bytes('\ufeff{"a":1}'), { a: 1 }],
  ])("gives %s", async (_what, body, value) => {
    expect(await readBody(taking, request(json, body))).toEqual(value);
  });

  it.each(["{", '{"a":1,}', "{'a':1}", "undefined", "a=1", '{"a":1} x', "NaN", "\u0000"])(
    "refuses %j as broken",
    async (text) => {
      await expect(readBody(taking, request(json, bytes(text)))).rejects.toMatchObject({
        code: "INVALID_JSON",
      });
    },
  );

  it("refuses ill-formed UTF-8 instead of repairing it", async () => {
    const body = { bytes: Uint8Array.from([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')]) };
    await expect(readBody(taking, request(json, body))).rejects.toMatchObject({
      code: "INVALID_JSON",
    });
  });

  it.each<Readonly<Record<string, string>>>([
    {},
    { "content-type": "text/plain" },
    { "content-type": "application/x-www-form-urlencoded" },
    { "content-type": "application/json; charset=latin1" },
  ])("refuses a body of another type, parsed or not: %j", async (headers) => {
    for (const body of [bytes('{"a":1}'), { parsed: { a: 1 } }]) {
      await expect(readBody(taking, request(headers, body))).rejects.toMatchObject({
        code: "UNSUPPORTED_MEDIA_TYPE",
      });
    }
  });

  it("takes an empty body for none, whatever its type", async () => {
    for (const taker of [taking, takingForms, takingFormsOnly]) {
      expect(await readBody(taker, request({ "content-type": "text/plain" }))).toBeUndefined();
    }
  });

  it.each([
    ["forms too", takingForms],
    ["nothing but forms", takingFormsOnly],
  ])("reads a form where a route takes %s", async (_what, taker) => {
    const form = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
    expect(await readBody(taker, request(form, bytes("token=a%2Bb&x=")))).toEqual({
      token: "a+b",
      x: "",
    });
    expect(await readBody(taker, request(form, { parsed: { token: "a" } }))).toEqual({
      token: "a",
    });
  });

  it("reads JSON beside forms, and not where nothing but forms is taken", async () => {
    expect(await readBody(takingForms, request(json, bytes('{"a":1}')))).toEqual({ a: 1 });
    for (const body of [bytes('{"a":1}'), { parsed: { a: 1 } }]) {
      await expect(readBody(takingFormsOnly, request(json, body))).rejects.toMatchObject({
        code: "UNSUPPORTED_MEDIA_TYPE",
      });
    }
  });

  it("asks for no more than the limit, and passes on what is refused there", async () => {
    let asked = 0;
    const refusing: HttpRequest = {
      ...request(json),
      readBody: (limit) => ((asked = limit), Promise.reject(new AuthError("PAYLOAD_TOO_LARGE"))),
    };
    await expect(readBody(taking, refusing)).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
    expect(asked).toBe(100);
  });
});

describe("fields of a form or query", () => {
  it.each<readonly [text: string, fields: Record<string, string | string[]>]>([
    ["", {}],
    ["a=1&b=2", { a: "1", b: "2" }],
    ["a=%20+%C3%A9", { a: "  é" }],
    ["a=1&a=2", { a: ["1", "2"] }],
    ["a", { a: "" }],
    ["a[]=1&a[b]=2", { "a[]": "1", "a[b]": "2" }],
    ["constructor=1&toString=2", { constructor: "1", toString: "2" }],
    ["a=%ff%zz&%=b", { a: "\ufffd%zz", "%": "b" }],
    ["&&=&a=1", { "": "", a: "1" }],
  ])("%j is %j", (text, fields) => {
    expect({ ...formFields(text) }).toEqual(fields);
  });

  it.each(["n", "a=1&n", "%6e=x&n"])(
    "are sixty-four at most, each name counted as often as it stands there: %s",
    (name) => {
      const text = (count: number): string =>
        Array.from({ length: count }, (_, index) => `${name}${name === "n" ? index : ""}`).join(
          "&",
        );
      const each = name.split("&").length;
      expect(() => formFields(text(64 / each))).not.toThrow();
      const message = "A form or a query has at most 64 fields.";
      const refused = errorWith({
        code: "VALIDATION_ERROR",
        issues: [{ path: "", message }],
      });
      expect(() => formFields(text(64 / each + 1))).toThrow(refused);
      expect(() => formFields(text(10_000))).toThrow(refused);
    },
  );

  it("are own properties, whatever their names", () => {
    const fields = formFields("__proto__=1");
    expect(Object.keys(fields)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(fields)).toBeNull();
  });
});

describe("parsing fields", () => {
  const schema = z.object({
    email: z.string(),
    nested: z.object({ count: z.number() }).exactOptional(),
  });

  it("gives what the schema makes of them, and drops what it does not know", () => {
    expect(
      parseFields(schema, JSON.parse('{"email":"a","role":"owner","__proto__":{"admin":true}}')),
    ).toEqual({ email: "a" });
    expect(parseFields(undefined, { email: "a" })).toBeUndefined();
  });

  it.each<readonly [input: unknown, paths: readonly string[]]>([
    [undefined, ["email"]],
    [null, ["email"]],
    [{}, ["email"]],
    [{ email: ["a", "b"] }, ["email"]],
    [{ email: 1, nested: { count: "1" } }, ["email", "nested.count"]],
    [[], [""]],
    ["text", [""]],
    [42, [""]],
  ])("names every field at fault in %j", (input, paths) => {
    let refused: unknown;
    try {
      parseFields(schema, input);
    } catch (thrown) {
      refused = thrown;
    }
    expect(refused).toBeInstanceOf(AuthError);
    expect(refused).toMatchObject({
      code: "VALIDATION_ERROR",
      issues: paths.map((path) => ({ path, message: anyString() })),
    });
  });

  const catching = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (thrown) {
      return thrown;
    }
  };
  const issuesOf = (input: unknown, fields: z.ZodType) => {
    try {
      parseFields(fields, input);
    } catch (thrown) {
      return refusalOf(thrown).issues;
    }
    return expect.fail("nothing was refused");
  };

  it.each<readonly [what: string, input: object, code: keyof typeof ERRORS]>([
    ["a picture in the body", { picture: "data:image/png;base64,AAAA" }, "IMAGE_URL_NOT_SUPPORTED"],
    [
      "a long one",
      { picture: `data:image/png;base64,${"A".repeat(5_000)}` },
      "IMAGE_URL_NOT_SUPPORTED",
    ],
    ["one beside another fault", { name: 1, picture: " Data:," }, "IMAGE_URL_NOT_SUPPORTED"],
    ["another scheme", { picture: "ftp://cdn.example.com/a.png" }, "VALIDATION_ERROR"],
  ])("answers %s with the code that the field has for it", (_what, input, code) => {
    const refused = catching(() =>
      parseFields(z.object({ picture: imageField(), name: z.string().exactOptional() }), input),
    );
    expect(refused).toMatchObject({ code, message: ERRORS[code].message });
  });

  it("names the first twenty of many", () => {
    const issues = issuesOf(Array(1_000).fill("1"), z.array(z.number()));
    expect(issues.map(({ path }) => path)).toEqual(
      Array.from({ length: 20 }, (_, index) => String(index)),
    );
  });

  it("cuts the name of a field that a client has chosen", () => {
    const issues = issuesOf({ ["k".repeat(30_000)]: 1 }, z.record(z.string(), z.string()));
    expect(issues).toEqual([{ path: "k".repeat(100), message: anyString() }]);
  });
});

describe("the JSON body of an application's own route", () => {
  const json = { "content-type": "application/json" };
  const reading = (headers: Readonly<Record<string, string>>, body: RawBody | null) =>
    readJson(request(headers, body), rules);

  it("is read by the rules of the surface", async () => {
    const announced = { ...json, "content-length": "7" };
    expect(await reading(announced, bytes('{"a":1}'))).toEqual({ a: 1 });
    expect(await reading({}, null)).toBeUndefined();
  });

  it.each<readonly [code: string, headers: Readonly<Record<string, string>>]>([
    ["INVALID_ORIGIN", { ...json, origin: "https://evil.example" }],
    ["PAYLOAD_TOO_LARGE", { ...json, "content-length": "101" }],
    ["UNSUPPORTED_MEDIA_TYPE", { ...json, "content-length": "2", "content-encoding": "gzip" }],
    ["UNSUPPORTED_MEDIA_TYPE", { "content-length": "2", "content-type": "text/plain" }],
  ])("is refused as %s before it is read, with the headers %j", async (code, headers) => {
    let reads = 0;
    const unread = { ...request(headers), readBody: () => (reads++, Promise.resolve(null)) };
    await expect(readJson(unread, rules)).rejects.toMatchObject({ code });
    expect(reads).toBe(0);
  });

  it("is refused with what the parser says of it, for the log", async () => {
    await expect(reading(json, bytes("{"))).rejects.toMatchObject({
      code: "INVALID_JSON",
      cause: anyInstanceOf(SyntaxError),
    });
  });
});
