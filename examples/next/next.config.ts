import type { NextConfig } from "next";

const config: NextConfig = {
  // Not bundled: Next.js would put a copy of each package into every route.
  serverExternalPackages: [
    "@acme/auth-core",
    "@acme/auth-fetch",
    "@acme/auth-http",
    "@acme/auth-kysely",
    "@acme/auth-pages",
    // "@acme/auth-client" runs in the browser, and is bundled.
  ],
};

export default config;
