import { once } from "node:events";
import { connect } from "node:net";
import { portOf } from "@acme/auth-testing/port-of";
import { afterEach, describe, expect, it } from "vitest";
import { readConfig } from "../src/config/config.js";
import { compose, type Composition, type Overrides } from "../src/starting/compose.js";
import { SECRET, SEND_CODE } from "./service.js";

const DEADLINES = { headersTimeout: 200, requestTimeout: 2_000, connectionsCheckingInterval: 20 };

let composition: Composition;
afterEach(() => composition.close());

async function start(overrides: Overrides = {}): Promise<Composition> {
  const { config } = readConfig({
    SERVICE_AUTH_SECRET: SECRET,
    SERVICE_AUTH_URL: "http://localhost:3000",
    DATABASE_URL: "sqlite::memory:",
  });
  composition = await compose({ ...config, worker: "off" }, overrides);
  await once(composition.server.listen(0, "127.0.0.1"), "listening");
  return composition;
}

describe("a client that sends its request too slowly", () => {
  it("is told so and cut off at the deadline of headers, or of the whole request", async () => {
    const { server } = await start({ deadlines: DEADLINES });
    const port = portOf(server);
    const ended: string[] = [];
    /** Sends this and nothing more; what comes back until the server ends the connection. */
    async function stall(name: string, text: string): Promise<string> {
      const socket = connect(port, "127.0.0.1");
      let answer = "";
      socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
      socket.write(text);
      await once(socket, "close");
      ended.push(name);
      return answer;
    }
    const head = ["Host: x", "Content-Type: application/json", "Content-Length: 50"];
    const answers = await Promise.all([
      stall("body", [`POST ${SEND_CODE} HTTP/1.1`, ...head, "", "{"].join("\r\n")),
      stall("headers", [`POST ${SEND_CODE} HTTP/1.1`, "Host: x", "Content-Ty"].join("\r\n")),
    ]);
    expect(ended).toEqual(["headers", "body"]);
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("has ten seconds for its headers and thirty for all of it, give or take one", async () => {
    const { server } = await start();
    expect(server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 1_000,
    });
  });
});

it("a client that never reads what it asks for is cut off, with all that was to be sent", async () => {
  const { server } = await start({ answerTimeoutMs: 1_000 });
  const closed = new Promise<void>((done) =>
    server.on("connection", (socket) => socket.on("close", () => done())),
  );
  const socket = connect(portOf(server), "127.0.0.1");
  socket.on("error", () => {}).pause();
  // Together far more than the operating system takes for a client that does not read.
  socket.write("GET /docs/viewer.js HTTP/1.1\r\nHost: x\r\n\r\n".repeat(40));
  await closed;
  socket.destroy();
});

it("an unused connection is kept for longer than the minute after which proxies close it", async () => {
  const { server } = await start();
  const socket = connect(portOf(server), "127.0.0.1");
  socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(String(await once(socket, "data"))).toMatch(/^keep-alive: timeout=65\r$/im);
  socket.destroy();
});
