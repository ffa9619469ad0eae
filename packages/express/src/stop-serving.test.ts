import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it } from "vitest";
import { prepareStop, type StopServing } from "./stop-serving.js";

const REQUEST = "POST / HTTP/1.1\r\nhost: auth.test\r\ncontent-length: 0\r\n\r\n";
const TIMEOUT_MS = 20_000;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe("a server that stops", () => {
  let server: Server;
  let stopServing: StopServing;

  async function serve(listener: RequestListener): Promise<number> {
    server = createServer(listener);
    stopServing = prepareStop(server);
    await once(server.listen(0, "127.0.0.1"), "listening");
    const bound = server.address();
    if (typeof bound !== "object" || bound === null) throw new Error("It listens on no port.");
    return bound.port;
  }

  /** A connection on which a request was answered, and which is kept alive. */
  async function keptAlive(port: number): Promise<Socket> {
    const socket = connect(port, "127.0.0.1");
    socket.write(REQUEST);
    expect(String(await once(socket, "data"))).toContain("200 OK");
    return socket;
  }

  afterEach(() => server.closeAllConnections());

  it("answers a request that comes on a connection kept alive, and then closes that connection", async () => {
    const socket = await keptAlive(await serve((_request, response) => response.end("done")));
    const stopped = stopServing(TIMEOUT_MS);
    await sleep(100);
    socket.write(REQUEST);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(answer).toMatch(/^connection: close\r$/im);
    await stopped;
  });

  it("closes the connection of a request that was under way, and is answered later", async () => {
    const port = await serve((_request, response) => setTimeout(() => response.end("done"), 700));
    const socket = connect(port, "127.0.0.1");
    socket.write(REQUEST);
    await sleep(100);
    const stopped = stopServing(TIMEOUT_MS);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(answer).toMatch(/^connection: close\r$/im);
    await stopped;
  });

  it("closes a connection that stays unused, long before requests are cut", async () => {
    const socket = await keptAlive(await serve((_request, response) => response.end("done")));
    const started = performance.now();
    await stopServing(TIMEOUT_MS);
    expect(performance.now() - started).toBeLessThan(TIMEOUT_MS);
    expect(await text(socket)).toBe("");
  });

  it("refuses new connections meanwhile, so that a proxy asks another process", async () => {
    const port = await serve((_request, response) => response.end("done"));
    const socket = await keptAlive(port);
    const stopped = stopServing(TIMEOUT_MS);
    await sleep(100);
    const refused = await once(connect(port, "127.0.0.1"), "error");
    expect(refused).toMatchObject([{ code: "ECONNREFUSED" }]);
    expect(socket.destroyed).toBe(false);
    await stopped;
  });

  it("answers those who had connected before, and were not accepted yet", async () => {
    const port = await serve((_request, response) => response.end("done"));
    const answers = Array.from({ length: 50 }, () => {
      const socket = connect(port, "127.0.0.1");
      socket.write(REQUEST);
      return text(socket);
    });
    // The operating system connects them now, and the event loop has had no turn to accept them.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    await stopServing(TIMEOUT_MS);
    for (const answer of await Promise.all(answers)) expect(answer).toContain("200 OK");
  });

  it("answers them too when it is stopped while the event loop handles what has come in, as a signal is", async () => {
    const port = await serve((_request, response) => response.end("done"));
    await keptAlive(port);
    const answers = Array.from({ length: 50 }, () => {
      const socket = connect(port, "127.0.0.1");
      socket.write(REQUEST);
      return text(socket);
    });
    await stopServing(TIMEOUT_MS);
    for (const answer of await Promise.all(answers)) expect(answer).toContain("200 OK");
  });

  it("cuts a request that takes longer than it may", async () => {
    const port = await serve(() => {});
    const socket = connect(port, "127.0.0.1");
    socket.write(REQUEST);
    await once(server, "request");
    await stopServing(700);
    expect(await text(socket)).toBe("");
  });

  it("tells the client of a request that was under way to close the connection", async () => {
    const waiting: ServerResponse[] = [];
    const port = await serve((_request, response) => waiting.push(response));
    const socket = connect(port, "127.0.0.1");
    socket.write(REQUEST);
    await once(server, "request");
    const stopped = stopServing(TIMEOUT_MS);
    for (const response of waiting) response.end("done");
    expect(await text(socket)).toMatch(/^connection: close\r$/im);
    await stopped;
  });

  it("finishes an answer that has begun", async () => {
    const begun: ServerResponse[] = [];
    const port = await serve((_request, response) => {
      response.writeHead(200, { "content-length": "8" }).write("one ");
      begun.push(response);
    });
    const socket = await keptAlive(port);
    const stopped = stopServing(TIMEOUT_MS);
    for (const response of begun) response.end("more");
    expect(await text(socket)).toBe("more");
    await stopped;
  });

  it("closes a connection that stays unused, however long it would keep it otherwise", async () => {
    const port = await serve((_request, response) => response.end("done"));
    server.keepAliveTimeout = TIMEOUT_MS * 2;
    const socket = await keptAlive(port);
    const started = performance.now();
    await stopServing(TIMEOUT_MS);
    expect(performance.now() - started).toBeLessThan(TIMEOUT_MS);
    expect(await text(socket)).toBe("");
  });

  it("stops to listen within a few turns of the event loop when nobody connects", async () => {
    await serve((_request, response) => response.end("done"));
    const stopped = stopServing(TIMEOUT_MS);
    for (let count = 0; count < 5; count++) await turn();
    expect(server.listening).toBe(false);
    await stopped;
  });

  it("stops to listen although new connections never cease to come", async () => {
    const port = await serve((_request, response) => response.end("done"));
    let connections = 0;
    // A client that comes when it listens no more is refused.
    const join = (): void => void connect(port, "127.0.0.1").on("error", () => {});
    server.on("connection", () => {
      if (++connections < 5_000) join();
    });
    for (let count = 0; count < 10; count++) join();
    await once(server, "connection");
    const stopped = stopServing(TIMEOUT_MS);
    while (server.listening) await turn();
    expect(connections).toBeLessThan(5_000);
    server.closeAllConnections();
    await stopped;
  });

  it("leaves nothing behind that listens for connections", async () => {
    await serve((_request, response) => response.end("done"));
    const before = server.listenerCount("connection");
    await stopServing(TIMEOUT_MS);
    expect(server.listenerCount("connection")).toBe(before);
  });

  it("is stopped for each caller when the last request is answered, however often it is told to stop", async () => {
    const waiting: ServerResponse[] = [];
    const port = await serve((_request, response) => waiting.push(response));
    const socket = connect(port, "127.0.0.1");
    socket.write(REQUEST);
    await once(server, "request");
    const order: string[] = [];
    const first = stopServing(TIMEOUT_MS).then(() => order.push("first"));
    while (server.listening) await turn();
    const second = stopServing(TIMEOUT_MS).then(() => order.push("second"));
    for (let count = 0; count < 5; count++) await turn();
    order.push("answered");
    for (const response of waiting) response.end("done");
    await Promise.all([first, second]);
    expect(order).toEqual(["answered", "first", "second"]);
    expect(await text(socket)).toContain("200 OK");
  });

  it("is stopped at once when it has never listened", async () => {
    server = createServer();
    await prepareStop(server)(TIMEOUT_MS);
    expect(server.listening).toBe(false);
  });

  it("holds on to no request that was answered", async () => {
    const answered: WeakRef<ServerResponse>[] = [];
    const port = await serve((_request, response) => {
      answered.push(new WeakRef(response));
      response.end("done");
    });
    for (let count = 0; count < 3; count++) (await keptAlive(port)).destroy();
    const left = (): number => answered.filter((response) => response.deref()).length;
    for (let count = 0; left() > 0 && count < 20; count++) {
      await turn();
      collectGarbage();
    }
    expect([answered.length, left()]).toEqual([3, 0]);
    await stopServing(TIMEOUT_MS);
  });
});
