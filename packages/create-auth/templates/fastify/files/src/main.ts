import fastify from "fastify";
import { openAppAuth } from "./auth.js";
import { addAuthRoutes } from "./auth-routes.js";

const { auth, store, surface } = await openAppAuth();
const app = fastify();
addAuthRoutes(app, surface);

const port = Number(process.env["PORT"] ?? "3000");
await app.listen({ port });
console.log(`http://localhost:${port}`);

/** How long requests that are being answered may take, in milliseconds. */
const STOP_WITHIN = 5_000;
process.once("SIGTERM", () => {
  // A browser keeps connections open on which it asks nothing.
  setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN).unref();
  void app
    .close()
    .then(() => auth.close())
    .then(() => store.close());
});
