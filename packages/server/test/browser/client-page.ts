import { build } from "esbuild";
import { startFrontEnd } from "./front-end.js";
import type { FrontEndSite } from "./site-fixture.js";

/**
 * A page as it might be written: a field where passkeys are offered, and the official better-auth
 * client, unmodified, as `client`.
 */
const program = (serviceUrl: string): string => `
  import { createAuthClient } from "better-auth/client";
  import { emailOTPClient, magicLinkClient, twoFactorClient } from "better-auth/client/plugins";
  import { passkeyClient } from "@better-auth/passkey/client";

  window.client = createAuthClient({
    baseURL: ${JSON.stringify(serviceUrl)},
    plugins: [
      passkeyClient(),
      magicLinkClient(),
      emailOTPClient(),
      twoFactorClient({ twoFactorPage: "/two-factor" }),
    ],
  });
`;

export async function startClientPage(serviceUrl: string): Promise<FrontEndSite> {
  const bundle = await build({
    stdin: { contents: program(serviceUrl), resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    platform: "browser",
    format: "iife",
    write: false,
    logLevel: "error",
  });
  const front = await startFrontEnd();
  const page = `<label>Address <input autocomplete="username webauthn"></label><script>${bundle.outputFiles[0]!.text}</script>`;
  for (const path of ["/", "/welcome", "/linked", "/sorry", "/two-factor"]) front.show(path, page);
  return { origin: front.foreignOrigin, stop: () => front.stop() };
}
