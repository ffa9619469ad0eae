import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { forgetBody, leaveOutETag, setHeaders } from "./guarded-response.js";

const response = (): ServerResponse => new ServerResponse(new IncomingMessage(new Socket()));

it("an ETag that the application has set stays, and none is added otherwise", () => {
  const own = response();
  own.setHeader("ETag", '"own"');
  leaveOutETag(own);
  expect(own.getHeader("ETag")).toBe('"own"');
  const none = response();
  leaveOutETag(none);
  expect([none.hasHeader("ETag"), String(none.getHeader("ETag"))]).toEqual([true, "no ETag"]);
});

it("the headers of a body that is not sent are removed, and no others", () => {
  const refused = response();
  const kept = ["x-content-type", "etag-of-ours", "x-etag", "last-modified-by", "accept-ranges-of"];
  const removed = [
    "content-type",
    "content-length",
    "content-x",
    "etag",
    "last-modified",
    "accept-ranges",
  ];
  for (const name of [...kept, ...removed]) refused.setHeader(name, "1");
  forgetBody(refused);
  expect(refused.getHeaderNames().toSorted()).toEqual(kept.toSorted());
});

it("a header is set in place of what was there, but Vary is added to", () => {
  const guarded = response();
  guarded.setHeader("X-Powered-By", "Express");
  guarded.setHeader("Vary", "Accept-Encoding,, origin");
  guarded.setHeader("Cache-Control", "public");
  setHeaders(guarded, ["Cache-Control", "no-store", "Vary", "Origin, X-Active-Org"]);
  expect(guarded.getHeaders()).toEqual({
    "cache-control": "no-store",
    vary: "Accept-Encoding, Origin, X-Active-Org",
  });
  const plain = response();
  setHeaders(plain, ["Vary", "Origin"]);
  expect(plain.getHeader("Vary")).toBe("Origin");
});
