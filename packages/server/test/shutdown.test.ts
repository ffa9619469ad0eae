import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toId } from "@acme/auth-core";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { portOf } from "@acme/auth-testing/port-of";
import { expect, it } from "vitest";
import { readConfig } from "../src/config/config.js";
import { compose } from "../src/starting/compose.js";
import { createAgent } from "./agent.js";
import { SECRET, SEND_CODE } from "./service.js";

it("the server stops although its mail server hangs, and the mail it held is back in the queue", async () => {
  const folder = mkdtempSync(join(tmpdir(), "shutdown-"));
  const file = join(folder, "auth.db");
  // Takes the connection and never says a word.
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const connected = once(silent, "connection");
  const { config } = readConfig({
    SERVICE_AUTH_SECRET: SECRET,
    SERVICE_AUTH_URL: "http://localhost:3000",
    DATABASE_URL: `sqlite:${file}`,
    SMTP_URL: `smtp://127.0.0.1:${portOf(silent)}`,
    MAIL_FROM: "auth@example.com",
  });
  const composition = await compose(config);
  const { server } = composition;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  await createAgent({ url: `http://127.0.0.1:${portOf(server)}` }).post(SEND_CODE, {
    email: "ada@example.com",
    type: "sign-in",
  });
  await connected;

  await composition.close();

  const store = createSqliteStore(file);
  const soon = new Date(Date.now() + 30_000);
  const [mail] = await store.outbox.claimDue(
    soon,
    1,
    toId("lease"),
    new Date(soon.getTime() + 60_000),
  );
  expect(mail).toMatchObject({ attempts: 1 });
  await store.close();
  silent.close();
  rmSync(folder, { recursive: true });
});
