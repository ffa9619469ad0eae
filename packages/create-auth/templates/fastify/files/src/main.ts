import fastify from "fastify";
import { openAppAuth } from "./auth.js";
import { addAuthRoutes } from "./auth-routes.js";

const { auth, store, surface } = await openAppAuth();
const app = fastify();
addAuthRoutes(app, surface);

const port = Number(process.env["PORT"] ?? "3000");
await app.listen({ port });
console.log(`http://localhost:${port}`);

process.once("SIGTERM", () => {
  void app
    .close()
    .then(() => auth.close())
    .then(() => store.close());
});
