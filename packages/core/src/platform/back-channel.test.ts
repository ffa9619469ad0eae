import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { gzipSync } from "node:zlib";
import { portOf } from "@acme/auth-testing/port-of";
import { afterEach, describe, expect, it } from "vitest";
import { createBackChannel, MAX_RESPONSE_BYTES } from "./back-channel.js";

/** Long enough for a loaded machine, in milliseconds. */
const TIMEOUT = 2_000;
const GET = { method: "GET", headers: {}, body: null };
const UNAVAILABLE = { reason: "provider_unavailable" };

/** Of this test alone, signed by nobody: it proves that such certificates are not trusted. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUIYJmpXTFuxZ1Sq0tOaI41Zh94CcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTE4MDgyN1oYDzIxMjYxMDI4
MTgwODI3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQb2OT68sX9KmIIyNdSzEdkOcZ2bzND95icN8B49yGMgNDVqycke1O2
QmgGaI82DYleePLIfwgTtIQdvcKtqOWvo28wbTAdBgNVHQ4EFgQU8LRGsFfETfQF
AX10xtK2Yfy40dgwHwYDVR0jBBgwFoAU8LRGsFfETfQFAX10xtK2Yfy40dgwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAOOeBlqYqriX6mBpz0NPin0q1hYi+6zuqr6G8N3SZK+CAiEA
8LRqSV7l+zMW2D/WNxagJB71paDlcdg9EPnePBy1sUw=
-----END CERTIFICATE-----`;
const CERTIFICATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKjtmZHZe/flQ2gFk
A43NApaxjfAFmOWMDRvgbd9Y8HChRANCAAQb2OT68sX9KmIIyNdSzEdkOcZ2bzND
95icN8B49yGMgNDVqycke1O2QmgGaI82DYleePLIfwgTtIQdvcKtqOWv
-----END PRIVATE KEY-----`;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${portOf(server)}`;
}
const serve = async (listener: RequestListener): Promise<string> =>
  `http://${await listen(createServer(listener))}`;
const call = createBackChannel(TIMEOUT);

describe("the back channel", () => {
  it("passes on what is asked and what is answered", async () => {
    const url = await serve((request, response) => {
      request.on("data", (body: Buffer) =>
        response
          .writeHead(401, { "x-test": "1" })
          .end(`${request.method} ${request.url} ${body.toString()}`),
      );
    });
    const answer = await call(`${url}/token?a=b`, {
      method: "POST",
      headers: {},
      body: new URLSearchParams({ code: "c" }),
    });
    expect([answer.status, answer.headers.get("x-test"), await answer.text()]).toEqual([
      401,
      "1",
      "POST /token?a=b code=c",
    ]);
  });

  it("passes on an answer without a body", async () => {
    const url = await serve((_request, response) => response.writeHead(204).end());
    expect((await call(url, GET)).status).toBe(204);
  });

  it.each([301, 302, 303, 307, 308, 304])("follows no redirect: %i", async (status) => {
    const asked: unknown[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url);
      response.writeHead(status, { location: "/elsewhere" }).end();
    });
    await expect(call(`${url}/here`, GET)).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: `${url}/here answers with status ${status}`,
    });
    expect(asked).toEqual(["/here"]);
  });

  it.each([
    [MAX_RESPONSE_BYTES, "plain"],
    [MAX_RESPONSE_BYTES, "compressed"],
  ])("takes an answer of %i bytes and not one more, %s", async (size, how) => {
    const url = await serve((request, response) => {
      const body = Buffer.alloc(Number(request.url!.slice(1)), "x");
      if (how === "plain") response.end(body);
      else response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(body));
    });
    expect((await (await call(`${url}/${size}`, GET)).text()).length).toBe(size);
    await expect(call(`${url}/${size + 1}`, GET)).rejects.toMatchObject(UNAVAILABLE);
  });

  it("hangs up on an answer without end", async () => {
    const hungUp = new Promise((resolve) => {
      void serve((_request, response) => {
        const more = () => void response.write(Buffer.alloc(16_384, "x"), () => setImmediate(more));
        response.on("close", () => resolve("hung up"));
        more();
      }).then((url) => expect(call(url, GET)).rejects.toMatchObject(UNAVAILABLE));
    });
    expect(await hungUp).toBe("hung up");
  });

  it.each<[string, RequestListener]>([
    ["before its first word", () => undefined],
    ["in the middle of its answer", (_request, response) => void response.write("{")],
  ])("gives up on a server that falls silent %s", async (_when, listener) => {
    const url = await serve(listener);
    await expect(createBackChannel(100)(url, GET)).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: `${url}/ has not answered within 100 ms`,
    });
  });

  it("trusts no certificate without a trusted issuer", async () => {
    const host = await listen(
      createTlsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (_request, response) =>
        response.end("{}"),
      ),
    );
    await expect(call(`https://${host}`, GET)).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: `https://${host}/ cannot be reached: DEPTH_ZERO_SELF_SIGNED_CERT`,
    });
  });

  it("says nothing of the query, which may hold a secret", async () => {
    const url = await serve((_request, response) => response.writeHead(500).end());
    await expect(call(`${url}/userinfo?access_token=secret`, GET)).rejects.toMatchObject({
      message: `${url}/userinfo answers with status 500`,
    });
  });
});
