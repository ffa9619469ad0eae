import type { Caller } from "../../account/session/caller-store.js";
import type { SteppedUp } from "../../account/session/demand.js";
import type { FreshCaller, Sessions } from "../../account/session/session.js";
import type { Auth } from "../../auth.js";
import type { AuthOptions } from "../../auth-options.js";
import { createAuth } from "../../create-auth.js";
import { defineFeature } from "../../feature.js";
import type { Client } from "../../kernel/client.js";
import type { MembershipId } from "../../kernel/ids.js";
import type { Role } from "../../kernel/role.js";
import type { Fresh, Granted } from "./granted.js";
import type { CorePermission } from "./permissions.js";

interface Given {
  readonly auth: Auth;
  readonly caller: Caller;
  readonly client: Client;
  readonly options: Omit<AuthOptions, "features">;
}

const everyone = { owner: true, admin: true, member: true } as const;

/** An ordinary caller is no fresh one; only `requireFresh` makes that of it. */
export function callersAreNotFresh(sessions: Sessions, caller: Caller): FreshCaller {
  const fresh = sessions.requireFresh(caller);
  fresh satisfies Caller;
  // @ts-expect-error -- freshness was not checked
  const stale: FreshCaller = caller;
  // @ts-expect-error -- the proof cannot be spelled out
  const forged: FreshCaller = { ...caller, fresh: true };
  return [fresh, stale, forged][0]!;
}

/** That a demand is met is said by `requireSteppedUp` only, and by nothing that is fresh. */
export async function demandsAreMet({ auth, caller, client }: Given): Promise<void> {
  const payOut = (granted: Granted<"billing:write"> & SteppedUp) => granted.organizationId;
  const granted = await auth.accessControl.authorize(caller, "billing:write", client);
  payOut(await auth.accessControl.requireSteppedUp(granted, { factors: 2, within: "10m" }));
  // @ts-expect-error -- nothing was demanded
  payOut(granted);
  // @ts-expect-error -- to be fresh is not to have shown a second factor
  payOut(auth.accessControl.requireFresh(granted));
  // @ts-expect-error -- the proof cannot be spelled out
  payOut({ ...granted, steppedUp: true });
  const fresh = auth.accessControl.requireFresh(granted);
  (await auth.accessControl.requireSteppedUp(fresh, { factors: 2 })) satisfies Fresh;
  (await auth.sessions.requireSteppedUp(caller, { within: "60s" })) satisfies Caller & SteppedUp;
  // @ts-expect-error -- a time has a unit
  await auth.sessions.requireSteppedUp(caller, { within: "60" });
}

/** The proof of one permission is not that of another, and cannot be spelled out. */
export async function grantsAreOfOnePermission({
  auth,
  caller,
  client,
}: Given): Promise<Granted<"org:members:write">> {
  const granted = await auth.accessControl.authorize(caller, "org:members:write", client);
  granted satisfies { readonly role: Role };
  // @ts-expect-error -- to write members is not to delete the organization
  const other: Granted<"org:delete"> = granted;
  // @ts-expect-error -- to read members is not to write them
  const weaker: Granted<"org:members:write"> = await auth.accessControl.authorize(
    caller,
    "org:members:read",
    client,
  );
  // @ts-expect-error -- the proof cannot be spelled out
  const forged: Granted<"org:members:write"> = {
    userId: granted.userId,
    organizationId: granted.organizationId,
    role: "owner",
    fresh: true,
  };
  return [granted, other, weaker, forged][0]! as Granted<"org:members:write">;
}

/**
 * Freshness and permission are one proof, of one user: neither stands in for the other, and two
 * people's cannot be mixed.
 */
export async function freshGrantsAreOneProof(
  { auth, caller, client }: Given,
  memberId: MembershipId,
): Promise<Granted<"org:delete"> & Fresh> {
  const granted = await auth.accessControl.authorize(caller, "org:delete", client);
  const fresh = auth.accessControl.requireFresh(granted);
  await auth.organizations.remove(fresh, client);
  // @ts-expect-error -- the permission alone is not enough
  await auth.organizations.remove(granted, client);
  // @ts-expect-error -- nor is a caller who is fresh
  await auth.organizations.remove(auth.sessions.requireFresh(caller), client);
  // @ts-expect-error -- the permission is another one
  await auth.memberships.transferOwnership(fresh, memberId, client);
  // @ts-expect-error -- a grant is not made fresh by hand
  const forged: Granted<"org:delete"> & Fresh = { ...granted, role: "owner", fresh: false };
  return forged;
}

/** A misspelt permission does not compile. */
export async function permissionsAreSpelledRight(
  { auth, caller, client }: Given,
  text: string,
): Promise<void> {
  auth.accessControl.allows("owner", "billing:write");
  // @ts-expect-error -- misspelt
  await auth.accessControl.authorize(caller, "org:member:write", client);
  // @ts-expect-error -- any text will not do
  auth.accessControl.allows("owner", text);
  // @ts-expect-error -- no such role
  auth.accessControl.allows("superuser", "billing:write");
}

/**
 * An application's own permission says for every role whether it has it, and owners have every one.
 */
export function ownPermissionsAreWhole({ options }: Given): void {
  const own = createAuth({
    ...options,
    features: [
      defineFeature({
        name: "reports",
        permissions: {
          "reports:read": everyone,
          "app:reports:export": { owner: true, admin: false, member: false },
        },
      }),
    ],
  });
  own.accessControl.allows("member", "reports:read");
  own.accessControl.allows("member", "app:reports:export");
  own.accessControl.allows("member", "org:read");
  // @ts-expect-error -- it is not declared
  own.accessControl.allows("member", "reports:write");
  // @ts-expect-error -- the catalog alone knows no application's permission
  createAuth(options).accessControl.allows("member", "reports:read");
  // @ts-expect-error -- nothing is said of members
  defineFeature({ name: "half", permissions: { "reports:read": { owner: true, admin: true } } });
  defineFeature({
    name: "headless",
    // @ts-expect-error -- owners have every permission
    permissions: { "reports:read": { owner: false, admin: true, member: true } },
  });
}

/** Code that knows the core catalog may be given an `Auth` that knows more. */
export const widened = (wider: Auth<CorePermission | "reports:read">): Auth => wider;
