import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { asChecked } from "@acme/auth-testing";
import { portOf } from "@acme/auth-testing/port-of";
import { Pool } from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { createPostgresStore } from "../src/postgres.js";
import { OUTAGE } from "./samples.js";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** One message of the server: its type, its length and what it says. */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(type), length, content]);
}
const WELCOME = Buffer.concat([message("R", Buffer.alloc(4)), message("Z", Buffer.from("I"))]);
const SHUTTING_DOWN = message(
  "E",
  Buffer.from("SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0"),
);

/**
 * A server that lets everybody in, and ends at once: both in one packet, as a busy client reads it.
 */
async function startEndingServer(): Promise<string> {
  const server = createServer((socket: Socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(Buffer.concat([WELCOME, SHUTTING_DOWN])));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  cleanUps.push(() => server.close());
  return `postgres://ada@127.0.0.1:${portOf(server)}/any`;
}

describe("a server that ends", () => {
  it("just when it has admitted a connection is an outage, and does not end the process", async () => {
    const uncaught: unknown[] = [];
    const note = (thrown: unknown): void => void uncaught.push(thrown);
    process.on("uncaughtExceptionMonitor", note);
    cleanUps.push(() => process.off("uncaughtExceptionMonitor", note));
    const store = createPostgresStore(new Pool({ connectionString: await startEndingServer() }));
    cleanUps.push(store.close);
    for (const call of [
      () => store.health(),
      () => store.migrate(),
      () => store.callers.find(asChecked("hash"), null, new Date(0)),
    ])
      await expect(call()).rejects.toMatchObject(OUTAGE);
    expect(uncaught).toEqual([]);
  });
});
