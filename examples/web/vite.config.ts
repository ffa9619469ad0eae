import { defaultClientConditions, defineConfig } from "vite";

export default defineConfig({
  // In this workspace the client comes from its sources.
  resolve: { conditions: ["@acme/source", ...defaultClientConditions] },
  server: { host: "localhost", port: 3004, strictPort: true },
  preview: { host: "localhost", port: 3004, strictPort: true },
});
