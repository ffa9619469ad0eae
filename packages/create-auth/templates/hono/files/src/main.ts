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

process.once("SIGTERM", () => {
  server.close(() => {
    void appAuth.auth.close().then(() => appAuth.store.close());
  });
});
