import { AuthError } from "@acme/auth-core";
import { describeAddress } from "@acme/auth-http";
import { describe, expect, it } from "vitest";
import { readRequest, toResponse } from "./fetch-http.js";

const PEER = describeAddress("192.0.2.1");
const read = (path: string, init: RequestInit & { duplex?: "half" } = {}) =>
  readRequest(new Request(`http://any.test${path}`, init), PEER);

/** Pieces that never end, and whether they were given up. */
function endless() {
  const seen = { read: 0, ended: false };
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        seen.read += 1;
        yield new Uint8Array([120]);
      }
    } finally {
      seen.ended = true;
    }
  }
  return { seen, body: pieces() };
}

const reply = (body: string | AsyncIterable<Uint8Array> | null) => ({
  status: 200,
  headers: ["X-One", "1"],
  cookies: ["a=1; Path=/", "b=2; Path=/"],
  body,
});
const sending = () => {
  const failures: unknown[] = [];
  const client = new AbortController();
  const onFailure = (failure: unknown) => void failures.push(failure);
  return { failures, client, signal: client.signal, onFailure, timeoutMs: 60_000 };
};

describe("a Request in plain values", () => {
  it.each([
    ["/", "/", ""],
    ["/a%2Fb?x=1?y#z", "/a%2Fb", "x=1?y"],
    ["?x", "/", "x"],
  ])("%s has the path %s and the query %j", (given, path, query) => {
    expect(read(given)).toMatchObject({ path, query, peer: PEER });
  });

  it("has a body of unknown length where no header says one", async () => {
    const body = new Blob(["12345"]).stream();
    const request = read("/", { method: "POST", body, duplex: "half" });
    expect(request.header("transfer-encoding")).toBe("chunked");
    expect(read("/").header("transfer-encoding")).toBeUndefined();
    expect(await request.readBody(5)).toEqual({ bytes: new TextEncoder().encode("12345") });
  });

  it("refuses a body beyond the limit, and one that breaks off", async () => {
    const post = (body: string | ReadableStream) =>
      read("/", { method: "POST", body, duplex: "half" });
    await expect(post("123456").readBody(5)).rejects.toEqual(new AuthError("PAYLOAD_TOO_LARGE"));
    const broken = new ReadableStream({ pull: (stream) => stream.error(new Error("gone")) });
    await expect(post(broken).readBody(5)).rejects.toMatchObject({ code: "INVALID_JSON" });
    expect(await read("/", { method: "POST", body: "" }).readBody(5)).toBeNull();
  });

  it("says so when something has read the body before", async () => {
    const request = new Request("http://any.test/", { method: "POST", body: "{}" });
    await request.text();
    await expect(readRequest(request, PEER).readBody(5)).rejects.toThrow("has read the body");
  });
});

describe("a reply as a Response", () => {
  it("has each cookie as a header of its own, and the length of its text", async () => {
    const response = toResponse(reply("é"), sending());
    expect(response.headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2; Path=/"]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-one": "1",
      "content-length": "2",
    });
    expect(response.headers.get("content-type")).toBeNull();
    expect(await response.text()).toBe("é");
  });

  it("is ended when the client takes nothing for too long, from the first piece on", async () => {
    for (const taken of [0, 1]) {
      const { seen, body } = endless();
      const reader = toResponse(reply(body), { ...sending(), timeoutMs: 50 }).body!.getReader();
      const over = expect(reader.closed).rejects.toThrow("taken nothing for too long");
      for (let piece = 0; piece < taken; piece++) await reader.read();
      await over;
      expect(seen).toEqual({ read: taken, ended: taken > 0 });
      await expect(reader.read()).rejects.toThrow("taken nothing for too long");
    }
  });

  it("reads a piece when the client takes one, and stops when the client goes away", async () => {
    for (const leave of ["cancel", "abort"]) {
      const { seen, body } = endless();
      const { client, ...rest } = sending();
      const reader = toResponse(reply(body), rest).body!.getReader();
      expect(seen.read).toBe(0);
      await reader.read();
      expect(seen.read).toBe(1);
      if (leave === "cancel") await reader.cancel();
      else client.abort();
      await new Promise((resolve) => setImmediate(resolve));
      expect(seen.ended, leave).toBe(true);
      if (leave === "abort") await expect(reader.read()).rejects.toThrow();
      expect(rest.failures).toEqual([]);
    }
  });

  it("breaks off when a piece fails, and says why", async () => {
    async function* pieces(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array([120]);
      throw new Error("no more");
    }
    const { failures, ...rest } = sending();
    await expect(toResponse(reply(pieces()), rest).text()).rejects.toThrow("no more");
    expect(failures).toEqual([new Error("no more")]);
  });
});
