import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createSite } from "../site/site.js";
import type { HttpRequest } from "./http-message.js";
import { parseInput, readJson } from "./input.js";
import { route } from "./route.js";

const site = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
});

/** A request, and how often its body was read. */
function openRequest(headers: Readonly<Record<string, string>>, query = "") {
  let reads = 0;
  const request: HttpRequest = {
    method: "POST",
    path: "/x",
    query,
    peer: { ipAddress: null, network: "unknown" },
    header: (name) => headers[name],
    readBody: () => (reads++, Promise.resolve(null)),
  };
  return { request, reads: () => reads };
}

describe("an application's own route", () => {
  it("takes no form, not even from a page of the service, and reads none", async () => {
    const { request, reads } = openRequest({
      origin: site.serviceOrigin,
      "content-type": "application/x-www-form-urlencoded",
      "content-length": "3",
    });
    await expect(readJson(request, { site, limit: 100 })).rejects.toMatchObject({
      code: "UNSUPPORTED_MEDIA_TYPE",
    });
    expect(reads()).toBe(0);
  });
});

describe("a query", () => {
  const searching = route({
    method: "GET",
    path: "/x",
    summary: "Do something",
    description: "Do something.",
    returns: "x",
    access: "anyone",
    limit: "none",
    query: () => z.object({}),
    status: 200,
    reply: () => z.null(),
    refuses: [],
    handle: async () => ({ body: null }),
  });
  const parsing = (query: string) =>
    parseInput(searching, openRequest({}, query).request, { params: undefined, raw: null });

  it("with too many fields is refused as a whole, in a sentence that says how many it may have", async () => {
    await expect(parsing("a=1&".repeat(63))).resolves.toMatchObject({ query: {} });
    await expect(parsing("a=1&".repeat(64))).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      issues: [{ path: "", message: "A form or a query has at most 64 fields." }],
    });
  });
});
