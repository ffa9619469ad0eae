import { defaultClientConditions, defineConfig } from "vite";

/** Whatever serves the built page should send these too. */
const headers = {
  "Content-Security-Policy": "frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

// `appType: "spa"` answers every path with index.html: the router in the page knows which there
// are.
export default defineConfig({
  appType: "spa",
  // In this workspace the client comes from its sources.
  resolve: { conditions: ["@acme/source", ...defaultClientConditions] },
  server: { host: "localhost", port: 3004, strictPort: true, headers },
  preview: { host: "localhost", port: 3004, strictPort: true, headers },
  build: {
    modulePreload: { polyfill: false },
    target: "es2023",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
  },
});
