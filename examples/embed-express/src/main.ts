import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createApp } from "./app.js";

const secret = process.env["SERVICE_AUTH_SECRET"];
if (!secret)
  throw new Error("Set SERVICE_AUTH_SECRET to 32 random bytes in base64: openssl rand -base64 32");

const store = createSqliteStore("data/notes.db");
await store.migrate();

const mailer = {
  async deliver({
    to,
    subject,
    text,
  }: {
    readonly to: string;
    readonly subject: string;
    readonly text: string;
  }) {
    console.log(`${to}: ${subject}\n${text}`);
  },
};

const { app, auth } = createApp({ store, mailer, secret, url: "http://localhost:3000" });
auth.worker.start();
app.listen(3000, (error) => {
  if (error) throw error; // such as a port that is in use
  console.log("http://localhost:3000");
});
