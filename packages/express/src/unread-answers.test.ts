import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { createAuth } from "@acme/auth-core";
import { SECOND } from "@acme/auth-core/surface";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createInbox } from "@acme/auth-testing";
import { portOf } from "@acme/auth-testing/port-of";
import { afterEach, it } from "vitest";
import { closeStalledAnswers, createSite, createSurface, mount } from "./index.js";

/** Together far more than the operating system takes for a client that does not read. */
const REQUESTS = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(40);
const site = createSite({ serviceUrl: "http://localhost:3000", appUrl: "http://localhost:3004" });

let server: Server;
let client: Socket;
afterEach(() => {
  client.destroy();
  server.close();
  server.closeAllConnections();
});

/** Resolves when the server has closed the connection of a client that never reads. */
async function closedUnread(listener: RequestListener, guard?: (server: Server) => void) {
  server = createServer(listener);
  guard?.(server);
  const closed = new Promise<void>((done) =>
    server.on("connection", (socket) => socket.on("close", () => done())),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  client = connect(portOf(server), "127.0.0.1");
  client.on("error", () => {}).pause();
  client.write(REQUESTS);
  await closed;
}

it("an answer of the mount that is never read ends with its connection", async () => {
  const store = await openMemoryStore();
  const auth = createAuth({
    store,
    mailer: createInbox(),
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    policy: { answerTimeout: SECOND },
  });
  const mounted = mount(createSurface({ auth, site }));
  await closedUnread((request, response) => mounted(request, response, () => response.end()));
  await store.close();
});

it("an answer of any route of a server that is never read ends with its connection", async () => {
  const text = "x".repeat(1_000_000);
  await closedUnread(
    (_request, response) => response.end(text),
    (guarded) => closeStalledAnswers(guarded, SECOND),
  );
});
