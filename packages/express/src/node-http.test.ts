import { once } from "node:events";
import {
  createServer,
  IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from "node:http";
import { connect, Socket } from "node:net";
import type { HttpReply, HttpRequest } from "@acme/auth-http";
import { portOf } from "@acme/auth-testing/port-of";
import { refusalOf } from "@acme/auth-testing/refusal-of";
import { responseTo } from "@acme/auth-testing/response-to";
import { afterEach, describe, expect, it } from "vitest";
import { type IncomingRequest, readRequest, writeReply } from "./node-http.js";

const LIMIT = 1_000;
const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((server) => server.close()));

/** A server that answers every request with `handle`; its port. */
async function serve(
  handle: (request: HttpRequest, response: ServerResponse, incoming: IncomingRequest) => unknown,
): Promise<number> {
  const server = createServer(
    (incoming, response) => void handle(readRequest(incoming, null), response, incoming),
  );
  open.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return portOf(server);
}

const reply = (body: string | null, own: Partial<HttpReply> = {}): HttpReply => ({
  status: 200,
  headers: ["Content-Type", "text/plain"],
  cookies: [],
  body,
  ...own,
});

/** What the server says to these bytes on a connection of their own, up to its end. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
  socket.write(bytes);
  await once(socket, "close");
  return answer;
}

const CLOSE = "Host: x\r\nConnection: close\r\n";

describe("the target of a request", () => {
  it.each([
    ["/api/auth/ok", "/api/auth/ok", ""],
    ["/api/auth/ok?a=1&b=%20", "/api/auth/ok", "a=1&b=%20"],
    ["/api/auth/ok?a=1?b=2", "/api/auth/ok", "a=1?b=2"],
    ["/api/auth/ok?", "/api/auth/ok", ""],
    ["//evil.example/api/auth/ok", "//evil.example/api/auth/ok", ""],
    ["/api/auth/%6fk/../x", "/api/auth/%6fk/../x", ""],
    ["http://evil.example/api/auth/ok?a=1", "/api/auth/ok", "a=1"],
    ["https://user:secret@evil.example:99/api/auth/ok", "/api/auth/ok", ""],
    ["http://evil.example", "/", ""],
    ["http://evil.example/api/auth/", "/api/auth/", ""],
    ["/api/auth/ok#part?x", "/api/auth/ok#part", "x"],
  ])("%s is the path %s with the query %j", async (target, path, query) => {
    const port = await serve((request, response) =>
      writeReply(response, reply(JSON.stringify([request.path, request.query]))),
    );
    expect(await exchange(port, `GET ${target} HTTP/1.1\r\n${CLOSE}\r\n`)).toContain(
      JSON.stringify([path, query]),
    );
  });

  it("may be a query alone", () => {
    const incoming = Object.assign(new IncomingMessage(new Socket()), {
      method: "GET",
      url: "?a=1",
    });
    expect(readRequest(incoming, null)).toMatchObject({ path: "", query: "a=1" });
  });

  it("is the whole one where the application has cut a part off", async () => {
    const port = await serve((_request, response, incoming) => {
      const cut = Object.assign(incoming, {
        originalUrl: incoming.url,
        url: "/ok?a=1",
      }) as IncomingRequest;
      const { path, query } = readRequest(cut, null);
      writeReply(response, reply(`${path} ${query}`));
    });
    expect(await exchange(port, `GET /api/auth/ok?a=1 HTTP/1.1\r\n${CLOSE}\r\n`)).toContain(
      "/api/auth/ok a=1",
    );
  });
});

describe("headers", () => {
  it("are read by their lower-case names, repeated ones joined", async () => {
    const port = await serve((request, response) =>
      writeReply(
        response,
        reply(
          JSON.stringify([
            request.method,
            ...["x-one", "cookie", "origin", "set-cookie", "missing"].map((name) =>
              request.header(name),
            ),
            request.peer.ipAddress,
          ]),
        ),
      ),
    );
    const headers =
      "X-One: 1\r\nx-one: 2\r\nCookie: a=1\r\ncookie: b=2\r\nOrigin: https://a\r\nOrigin: https://b\r\nSet-Cookie: c=3\r\nSet-Cookie: d=4\r\n";
    expect(await exchange(port, `DELETE / HTTP/1.1\r\n${CLOSE}${headers}\r\n`)).toContain(
      JSON.stringify([
        "DELETE",
        "1, 2",
        "a=1; b=2",
        "https://a, https://b",
        "c=3, d=4",
        null,
        "127.0.0.1",
      ]),
    );
  });
});

/** Answers with the body it read, or with the code of the refusal. */
const echoBody = async (request: HttpRequest, response: ServerResponse): Promise<void> => {
  try {
    const raw = await request.readBody(LIMIT);
    writeReply(
      response,
      reply(
        raw === null
          ? "none"
          : "parsed" in raw
            ? `parsed ${JSON.stringify(raw.parsed)}`
            : `bytes ${Buffer.from(raw.bytes).toString()}`,
      ),
    );
  } catch (thrown) {
    writeReply(response, reply(refusalOf(thrown).code, { status: 413 }));
  }
};
const post = (headers: string, body = ""): string =>
  `POST / HTTP/1.1\r\n${CLOSE}${headers}\r\n${body}`;

describe("a body", () => {
  it.each([
    ["none announced", post(""), "none"],
    ["a length of nothing", post("Content-Length: 0\r\n"), "none"],
    ["no chunks", post("Transfer-Encoding: chunked\r\n", "0\r\n\r\n"), "none"],
    ["a length", post("Content-Length: 5\r\n", "hello"), "bytes hello"],
    [
      "chunks",
      post("Transfer-Encoding: chunked\r\n", "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n"),
      "bytes hello",
    ],
    [
      "exactly the limit",
      post(`Content-Length: ${LIMIT}\r\n`, "x".repeat(LIMIT)),
      `bytes ${"x".repeat(LIMIT)}`,
    ],
    [
      "a byte more than the limit",
      post(`Content-Length: ${LIMIT + 1}\r\n`, "x".repeat(LIMIT + 1)),
      "PAYLOAD_TOO_LARGE",
    ],
    [
      "chunks beyond the limit",
      post(
        "Transfer-Encoding: chunked\r\n",
        `${LIMIT.toString(16)}\r\n${"x".repeat(LIMIT)}\r\n1\r\nx\r\n0\r\n\r\n`,
      ),
      "PAYLOAD_TOO_LARGE",
    ],
  ])("with %s", async (_what, bytes, answer) => {
    expect((await exchange(await serve(echoBody), bytes)).split("\r\n\r\n")[1]).toBe(answer);
  });

  it.each<readonly [what: string, body: unknown, answer: string]>([
    ["an object", { a: 1 }, 'parsed {"a":1}'],
    ["an empty object", {}, "parsed {}"],
    ["a list", [1], "parsed [1]"],
    ["false", false, "parsed false"],
    ["text", "hello", "bytes hello"],
    ["bytes", Buffer.from("hello"), "bytes hello"],
    ["no text", "", "none"],
    ["no bytes", Buffer.alloc(0), "none"],
    ["null", null, "none"],
  ])(
    "that a parser of the application made into %s is taken as it is",
    async (_what, body, answer) => {
      const port = await serve((_request, response, incoming) =>
        echoBody(readRequest(Object.assign(incoming, { body }), null), response),
      );
      expect((await exchange(port, post("Content-Length: 2\r\n", "{}"))).split("\r\n\r\n")[1]).toBe(
        answer,
      );
    },
  );

  it.each<readonly [what: string, headers: string, bytes: string]>([
    ["no length", "", ""],
    ["a length of nothing", "Content-Length: 0\r\n", ""],
    ["a length of nothing, at length", "Content-Length: 000\r\n", ""],
  ])(
    "that is none by its headers, with %s, is none, whatever a parser of the application made of it",
    async (_what, headers, bytes) => {
      for (const body of [{}, [], "text", Buffer.from("bytes")]) {
        const port = await serve((_request, response, incoming) =>
          echoBody(readRequest(Object.assign(incoming, { body }), null), response),
        );
        expect((await exchange(port, post(headers, bytes))).split("\r\n\r\n")[1]).toBe("none");
      }
    },
  );

  it.each<readonly [what: string, body: unknown, answer: string]>([
    [
      "an object of exactly the limit",
      { a: "x".repeat(LIMIT - 8) },
      `parsed {"a":"${"x".repeat(LIMIT - 8)}"}`,
    ],
    ["an object beyond the limit", { a: "x".repeat(LIMIT - 7) }, "PAYLOAD_TOO_LARGE"],
    [
      "many small fields",
      Object.fromEntries(Array.from({ length: LIMIT }, (_, index) => [index, 1])),
      "PAYLOAD_TOO_LARGE",
    ],
    ["few characters of many bytes", { a: "🚀".repeat(LIMIT / 4) }, "PAYLOAD_TOO_LARGE"],
    ["text of exactly the limit", "x".repeat(LIMIT), `bytes ${"x".repeat(LIMIT)}`],
    ["text beyond the limit", "x".repeat(LIMIT + 1), "PAYLOAD_TOO_LARGE"],
    ["text of few characters and many bytes", "🚀".repeat(LIMIT / 4 + 1), "PAYLOAD_TOO_LARGE"],
    ["bytes beyond the limit", Buffer.alloc(LIMIT + 1, "x"), "PAYLOAD_TOO_LARGE"],
  ])(
    "that a more generous parser of the application made into %s has our limit all the same",
    async (_what, body, answer) => {
      const port = await serve((_request, response, incoming) =>
        echoBody(readRequest(Object.assign(incoming, { body }), null), response),
      );
      const chunked = post("Transfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n");
      expect((await exchange(port, chunked)).split("\r\n\r\n")[1]).toBe(answer);
    },
  );

  it("that was read to its end and thrown away counts as absent", async () => {
    const port = await serve(async (request, response, incoming) => {
      await once(incoming.resume(), "end");
      await echoBody(request, response);
    });
    expect(await exchange(port, post("Content-Length: 5\r\n", "hello"))).toMatch(/none$/);
  });

  it("far too long is refused in time, and the refusal arrives though the client is still sending", async () => {
    const port = await serve(echoBody);
    for (let round = 0; round < 20; round++) {
      const upload = httpRequest({
        port,
        host: "127.0.0.1",
        method: "POST",
        headers: { "transfer-encoding": "chunked" },
      });
      upload.on("error", () => {}); // What is left of the upload finds nobody to read it.
      for (let chunk = 0; chunk < 64; chunk++) upload.write(Buffer.alloc(64 * 1_024));
      const answer = await responseTo(upload);
      expect([answer.statusCode, answer.headers.connection]).toEqual([413, "close"]);
      upload.destroy();
    }
  });

  it("too long leaves the application the socket, so that it can tell who sent it", async () => {
    const kept: boolean[] = [];
    const port = await serve(async (request, response, incoming) => {
      const { socket } = incoming;
      await echoBody(request, response);
      kept.push(incoming.socket === socket);
    });
    const long = post(`Content-Length: ${LIMIT * 2}\r\n`, "x".repeat(LIMIT + 1));
    expect(await exchange(port, long)).toMatch(/PAYLOAD_TOO_LARGE$/);
    expect(kept).toEqual([true]);
  });

  it("that breaks off gets no answer, and the server lives on", async () => {
    const outcomes: unknown[] = [];
    const causes: unknown[] = [];
    const port = await serve(async (request, response) => {
      const outcome = await request.readBody(LIMIT).catch((thrown: unknown) => thrown);
      outcomes.push(refusalOf(outcome).code);
      causes.push(refusalOf(outcome).cause);
      writeReply(response, reply("too late"));
      told();
    });
    let told!: () => void;
    const read = new Promise<void>((resolve) => (told = resolve));
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(post("Content-Length: 500\r\n", "only a part"));
    await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
    await read;
    expect(outcomes).toEqual(["INVALID_JSON"]);
    expect(causes).toEqual([expect.objectContaining({ code: "ECONNRESET" })]);
    expect(await exchange(await serve(echoBody), post("Content-Length: 2\r\n", "ok"))).toMatch(
      /bytes ok$/,
    );
  });
});

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe("a reply", () => {
  it("is written with its length, its cookies apart, and nothing an application is known by", async () => {
    const port = await serve((_request, response) => {
      response.setHeader("X-Powered-By", "Express");
      response.setHeader("Set-Cookie", "theme=dark");
      response.setHeader("X-Own", "kept");
      writeReply(response, reply("é", { cookies: ["a=1; Path=/", "b=; Max-Age=0"] }));
    });
    const answer = await exchange(port, `GET / HTTP/1.1\r\n${CLOSE}\r\n`);
    const cookies = [...answer.matchAll(/^Set-Cookie: (.*)\r$/gim)].map(([, cookie]) => cookie);
    expect(cookies).toEqual(["theme=dark", "a=1; Path=/", "b=; Max-Age=0"]);
    expect(answer).not.toMatch(/powered|etag/i);
    expect(answer).toMatch(/^Content-Length: 2\r$/m);
    expect(answer).toMatch(/^X-Own: kept\r$/m);
  });

  it.each([
    ["no content", "GET", reply(null, { status: 204 })],
    ["a request for the head only", "HEAD", reply(null)],
  ])("has no body for %s", async (_what, method, given) => {
    const port = await serve((_request, response) => writeReply(response, given));
    expect(
      (await exchange(port, `${method} / HTTP/1.1\r\n${CLOSE}\r\n`)).split("\r\n\r\n")[1],
    ).toBe("");
  });

  it("is not written over one that has begun", async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200, { "Content-Length": "5" });
      writeReply(response, reply("mine"));
      response.end("yours");
    });
    expect(await exchange(port, `GET / HTTP/1.1\r\n${CLOSE}\r\n`)).toMatch(/yours$/);
  });

  it.each([200, 404])("of %i to a whole request leaves the connection open", async (status) => {
    const port = await serve(async (_request, response) => {
      // Replies are never made before the parser has come to the end of what it holds.
      await turn();
      writeReply(response, reply("", { status }));
    });
    const answers = await exchange(
      port,
      `GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\n${CLOSE}\r\n`,
    );
    expect(answers.match(/^HTTP\/1.1 /gm)).toHaveLength(2);
  });

  it.each([
    [200, "keep-alive"],
    [400, "close"],
    [404, "close"],
  ])(
    "of %i to a request whose body is still under way says of the connection: %s",
    async (status, connection) => {
      const port = await serve((_request, response) => writeReply(response, reply("", { status })));
      const socket = connect(port, "127.0.0.1");
      socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhe");
      expect(String(await once(socket, "data"))).toMatch(
        new RegExp(`^Connection: ${connection}\r$`, "m"),
      );
      socket.destroy();
    },
  );
});

/** A server whose reply is what `piecesOf` yields; what became of it. */
async function serveStream(
  piecesOf: (response: ServerResponse) => AsyncGenerator<Uint8Array, void, undefined>,
) {
  const failures: unknown[] = [];
  let over = false;
  let take!: (response: ServerResponse) => void;
  const taken = new Promise<ServerResponse>((resolve) => (take = resolve));
  async function* watched(response: ServerResponse): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* piecesOf(response);
    } finally {
      over = true;
    }
  }
  const port = await serve((_request, response) => {
    take(response);
    const streamed = reply(null, { body: watched(response) });
    writeReply(response, streamed, (failure) => failures.push(failure));
  });
  return { port, taken, failures, isOver: () => over };
}

const PIECE = Buffer.alloc(1_024 * 1_024, "x");

describe("a reply in pieces", () => {
  const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

  it("is a long text, cut between its characters", async () => {
    for (const shift of ["", "x"]) {
      const text = shift + "🚀".repeat(100_000);
      const port = await serve((_request, response) => writeReply(response, reply(text)));
      const answer = await fetch(`http://127.0.0.1:${port}/`);
      expect(answer.headers.get("content-length")).toBe(`${Buffer.byteLength(text)}`);
      expect((await answer.text()) === text).toBe(true);
    }
  });

  it("that cannot be begun lets go of what it would have sent", async () => {
    const ended = new Promise<void>((over) => {
      const body: AsyncIterable<Uint8Array> = {
        [Symbol.asyncIterator]: () => ({
          next: () => Promise.reject(new Error("nobody may read it")),
          async return() {
            over();
            return { done: true, value: undefined };
          },
        }),
      };
      void serve((_request, response) => {
        response.destroy();
        writeReply(response, reply(null, { body }));
      }).then((port) => exchange(port, GET));
    });
    await ended;
  });

  it("that fails is cut off, so that nobody takes the part for the whole, and the failure is told", async () => {
    const { port, failures } = await serveStream(async function* () {
      yield Buffer.from("a part");
      throw new Error("The file is gone.");
    });
    expect(await exchange(port, GET)).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(failures).toEqual([new Error("The file is gone.")]);
  });

  it("is let go where the next piece is ready after its client has gone away", async () => {
    const { port, taken, isOver } = await serveStream(async function* (response) {
      yield Buffer.from("a part");
      await once(response, "close");
      yield Buffer.from("another");
    });
    const socket = connect(port, "127.0.0.1");
    socket.write(GET);
    await once(socket, "data");
    const response = await taken;
    socket.destroy();
    await once(response, "close");
    await turn();
    expect(isOver()).toBe(true);
  });

  it("is let go when its client goes away without having taken it all", async () => {
    const { port, taken, isOver, failures } = await serveStream(async function* () {
      for (;;) yield PIECE;
    });
    const socket = connect(port, "127.0.0.1");
    socket.write(GET);
    const response = await taken;
    await once(socket, "readable");
    socket.destroy();
    await once(response, "close");
    await turn();
    expect([isOver(), failures]).toEqual([true, []]);
  });

  it("leaves nothing behind that waits for its end, however often its client lets it wait", async () => {
    const waiting = new Set<number>();
    const { port } = await serveStream(async function* (response) {
      for (let piece = 0; piece < 20; piece++) {
        waiting.add(response.listenerCount("close"));
        yield PIECE;
      }
    });
    await exchange(port, `GET / HTTP/1.1\r\n${CLOSE}\r\n`);
    expect(waiting.size).toBe(1);
  });
});
