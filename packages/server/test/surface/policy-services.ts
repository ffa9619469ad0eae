import { openIdProvider } from "@acme/auth-core/providers";
import { createPages } from "@acme/auth-pages";
import { afterAll, beforeAll, expect } from "vitest";
import { productOptions } from "../../src/serving/product-options.js";
import { configOf } from "../config-environments.js";
import { lateBound } from "../late-bound.js";
import { SERVICE_URL } from "../oauth/describe-providers.js";
import { startStubProvider, type StubProvider } from "../oauth/stub-provider.js";
import { APP_ORIGIN, type Service, startService } from "../service.js";
import { createTeams } from "../teams.js";
import type { Before } from "./policy-people.js";

/** The name of the variable that a setting is of. */
export const nameOf = (setting: string): string => setting.replace(/=.*/, "");
const settingsOf = (settings: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    settings.map((setting) => [nameOf(setting), setting.slice(nameOf(setting).length + 1)]),
  );

/** A service with settings of the server's variables, and what was there before it. */
export interface PolicyServices {
  readonly before: Before;
  readonly service: Service;
}

/**
 * Starts the service for the tests of a block.
 * @param settings `NAME=value`
 */
export function policyServices(
  settings: readonly string[],
  { hasPages = false }: { readonly hasPages?: boolean } = {},
): PolicyServices {
  let stub: StubProvider | null = null;
  let open: Service | null = null;
  let inviter: Before["inviter"] | null = null;
  let configured: Service | null = null;
  const service = lateBound(() => configured);

  beforeAll(async () => {
    stub = await startStubProvider();
    const { clientId, clientSecret, issuer } = stub;
    const acme = { id: "acme", name: "Acme ID", issuer, clientId, clientSecret };
    const shared = {
      database: "sqlite",
      serviceUrl: SERVICE_URL,
      trustedOrigins: [APP_ORIGIN],
      identityProviders: [openIdProvider(acme)],
      ...(hasPages && { pages: createPages() }),
    } as const;
    open = await startService(shared);
    const { people, ...team } = await createTeams(open).team();
    inviter = { agent: people.owner.agent, team };
    const options = productOptions(
      configOf({ ...settingsOf(settings), IDP_CLIENT_ID: "client", IDP_CLIENT_SECRET: "secret" }),
    );
    configured = await startService({ ...shared, ...options, location: open.location });
  });
  afterAll(async () => {
    expect(service.breaches).toEqual([]);
    await configured?.stop();
    await open?.stop();
    await stub?.stop();
  });
  return {
    service,
    before: {
      origin: hasPages ? SERVICE_URL : APP_ORIGIN,
      stub: lateBound(() => stub),
      open: lateBound(() => open),
      inviter: lateBound(() => inviter),
    },
  };
}
