import * as client from "better-auth/client";
import * as plugins from "better-auth/client/plugins";
import * as nextClient from "better-auth-next/client";
import * as nextPlugins from "better-auth-next/client/plugins";
import { expect } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { APP_ORIGIN, type Service } from "./service.js";

const versionOf = (name: "better-auth" | "better-auth-next"): string =>
  manifest.devDependencies[name].replace(/^.*@/, "");

/** One version of the client. */
export interface Version {
  readonly version: string;
  readonly createAuthClient: typeof client.createAuthClient;
  readonly plugins: typeof plugins;
}

/**
 * The client in both versions that docs/better-auth-client.md names. To the compiler they are one.
 */
export const VERSIONS: readonly Version[] = [
  { version: versionOf("better-auth"), createAuthClient: client.createAuthClient, plugins },
  {
    version: versionOf("better-auth-next"),
    createAuthClient: nextClient.createAuthClient as unknown as typeof client.createAuthClient,
    plugins: nextPlugins as unknown as typeof plugins,
  },
];

/** Clients of one version, of pages on the front end's origin. */
export function clientsOf({ createAuthClient, plugins }: Version, service: Service) {
  const { emailOTPClient, magicLinkClient, organizationClient, twoFactorClient } = plugins;

  /** A client that keeps cookies as a browser does. */
  function createClient() {
    const cookies = new Map<string, string>();
    const customFetchImpl: typeof fetch = async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set("origin", APP_ORIGIN);
      if (cookies.size > 0)
        headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
      const response = await fetch(input, { ...init, headers });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
        if (cookie.includes("Max-Age=0")) cookies.delete(name!);
        else cookies.set(name!, value!);
      }
      return response;
    };
    return createAuthClient({
      baseURL: service.url,
      plugins: [emailOTPClient(), magicLinkClient(), organizationClient(), twoFactorClient()],
      fetchOptions: { customFetchImpl },
    });
  }

  /** A client that has signed in by code. */
  async function signedIn(email: string): Promise<ReturnType<typeof createClient>> {
    const client = createClient();
    await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" });
    await service.auth.worker.runDue();
    expect(
      (await client.signIn.emailOtp({ email, otp: service.inbox.codeFor(email) })).error,
    ).toBeNull();
    return client;
  }

  return { createClient, signedIn };
}
