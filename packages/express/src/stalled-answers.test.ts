import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { createManualScheduler } from "@acme/auth-testing";
import { portOf } from "@acme/auth-testing/port-of";
import { afterEach, describe, expect, it } from "vitest";
import { createStallWatch } from "./stalled-answers.js";

const MINUTE = 60_000;
const PIECE = Buffer.alloc(64 * 1_024, "x");
const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

let server: Server;
const clients: Socket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  server.close();
  server.closeAllConnections();
});

/** Sends more than the operating system takes for a client that does not read. */
const sendMuch: RequestListener = (_request, response) => {
  Readable.from(Array.from({ length: 1_024 }, () => PIECE)).pipe(response);
};

/**
 * A server under a watch whose time passes when it is told, and a client of it that reads when it
 * is told.
 */
async function open(answer: RequestListener) {
  const scheduler = createManualScheduler();
  server = createServer(answer).on("connection", createStallWatch(MINUTE, scheduler));
  const connected: Socket[] = [];
  server.on("connection", (socket) => connected.push(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect(portOf(server), "127.0.0.1");
  clients.push(client);
  client.on("error", () => {});
  const asked = once(server, "request");
  client.write(GET);
  await asked;
  const [socket] = connected;
  if (!socket) throw new Error("nobody has connected");
  const taken = () => socket.bytesWritten - socket.writableLength;
  /** Until something waits for the client. */
  const stalled = async (): Promise<void> => {
    while (socket.writableLength === 0) await new Promise((turned) => setImmediate(turned));
  };
  return { scheduler, client, socket, taken, stalled };
}

describe("a connection", () => {
  it("whose client takes nothing of an answer is closed after a minute, and a half at the latest", async () => {
    const { scheduler, socket, stalled } = await open(sendMuch);
    await stalled();
    scheduler.advance(MINUTE);
    expect(socket.destroyed).toBe(false);
    scheduler.advance(MINUTE / 2);
    expect(socket.destroyed).toBe(true);
    await once(socket, "close");
    scheduler.advance(MINUTE);
    expect(scheduler.waiting()).toBe(0);
  });

  it("whose client sends, but does not read, is closed as well", async () => {
    const { scheduler, client, socket, stalled } = await open(sendMuch);
    await stalled();
    for (let half = 0; half < 3; half++) {
      client.write(GET);
      scheduler.advance(MINUTE / 2);
    }
    expect(socket.destroyed).toBe(true);
  });

  it("whose client reads slowly stays open until all is sent", async () => {
    const { scheduler, client, socket, taken } = await open(sendMuch);
    for (let minute = 0; minute < 4; minute++) {
      const before = taken();
      while (taken() === before) {
        client.resume();
        await once(client, "data");
        client.pause();
      }
      scheduler.advance(MINUTE);
      expect(socket.destroyed).toBe(false);
    }
  });

  it("on which nothing waits for the client stays open, however long the answer takes", async () => {
    const { scheduler, client, socket } = await open((_request, response) => {
      response.writeHead(200).write("a part");
    });
    await once(client, "data");
    scheduler.advance(10 * MINUTE);
    expect(socket.destroyed).toBe(false);
  });
});
