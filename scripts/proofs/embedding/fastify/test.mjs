import { it } from "node:test";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createFastifyApp } from "./dist/src/fastify.js";
import { PORT, proveSessions, SECRET as secret } from "./visit.mjs";

it("signs people up and guards a route", async () => {
  const store = createSqliteStore(":memory:");
  await store.migrate();
  const url = `http://localhost:${PORT}`;
  const app = createFastifyApp({ store, mailer: { deliver: async () => {} }, secret, url });
  await app.listen({ port: Number(PORT) });
  await proveSessions(url, "/hello");
  await app.close();
  await store.close();
});
