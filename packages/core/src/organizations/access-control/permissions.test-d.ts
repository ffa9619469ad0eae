import type { Caller } from "../../account/session/caller-store.js";
import type { AuthOptions } from "../../auth-options.js";
import { createAuth } from "../../create-auth.js";
import { defineFeature } from "../../feature.js";
import type { Client } from "../../kernel/client.js";
import { definePermissions } from "./permissions.js";

interface Given {
  readonly caller: Caller;
  readonly client: Client;
  readonly options: Omit<AuthOptions, "features">;
}

/** An application's permission says for every role whether it has it. */
export const OWN = definePermissions({
  "reports:publish": { owner: true, admin: true, member: false },
});

// @ts-expect-error -- nothing is said of members
definePermissions({ "reports:read": { owner: true, admin: true } });
// @ts-expect-error -- owners have every permission
definePermissions({ "reports:read": { owner: false, admin: true, member: true } });

/** What was defined can be asked for, and nothing else. */
export async function onlyWhatIsDefined({ caller, client, options }: Given): Promise<void> {
  const { accessControl } = createAuth({
    ...options,
    features: [defineFeature({ name: "reports", permissions: OWN })],
  });
  await accessControl.authorize(caller, "reports:publish", client);
  await accessControl.authorize(caller, "org:read", client);
  // @ts-expect-error -- misspelt
  await accessControl.authorize(caller, "reports:publsh", client);
  // @ts-expect-error -- of no catalog
  await accessControl.authorize(caller, "reports:read", client);
}
