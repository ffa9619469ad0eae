import { defineConfig } from "vite";

/** The page and the service share an origin, in production behind a reverse proxy. */
const proxy = { "/api": "http://localhost:3000" };

export default defineConfig({ server: { proxy }, preview: { proxy } });
