const { once } = require("node:events");
const { it } = require("node:test");
const { createSqliteStore } = require("@acme/auth-kysely/sqlite");
const { createCommonJsApp } = require("./dist/src/commonjs.cjs");

it("signs people up and guards a route", async () => {
  const { PORT, proveSessions, SECRET: secret } = require("./visit.mjs");
  const store = createSqliteStore(":memory:");
  await store.migrate();
  const url = `http://localhost:${PORT}`;
  const { app, auth } = createCommonJsApp({
    store,
    mailer: { deliver: async () => {} },
    secret,
    url,
  });
  const server = app.listen(Number(PORT));
  await once(server, "listening");
  await proveSessions(url, "/hello");
  server.close();
  await auth.close();
  await store.close();
});
