import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { openAppAuth } from "./auth.js";
import { authRoutes } from "./auth-routes.js";

const appAuth = await openAppAuth();
const app = new Hono();
app.route("/", authRoutes(appAuth));

const port = Number(process.env["PORT"] ?? "3000");
const server = serve({ fetch: app.fetch, port }, () => {
  console.log(`http://localhost:${port}`);
});

/** How long requests that are being answered may take, in milliseconds. */
const STOP_WITHIN = 5_000;
process.once("SIGTERM", () => {
  // A browser keeps connections open on which it asks nothing.
  setTimeout(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
  }, STOP_WITHIN).unref();
  server.close(() => {
    void appAuth.auth.close().then(() => appAuth.store.close());
  });
});
