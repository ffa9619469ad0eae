import type { Store, UserId } from "@acme/auth-core";
import type { ProvenSession } from "@acme/auth-core/store";

/** A session of `owner` that lives for a minute from `now` on. */
const sessionNamed = (name: string, owner: UserId, now: Date) =>
  ({
    id: name,
    userId: owner,
    tokenHash: name,
    authenticatedAt: now,
    authenticatedBy: "email-otp",
    remembered: true,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + 60_000),
    ipAddress: null,
    userAgent: null,
    methods: null,
    secondFactorAt: null,
  }) as unknown as ProvenSession;

/**
 * A hundred transactions that count the user's sessions and then add one; what each of them
 * counted.
 */
export function addSessions(
  store: Store,
  prefix: string,
  owner: string,
  now: Date,
): Promise<readonly number[]> {
  const add = (index: number): Promise<number> =>
    store.transaction(async (tx) => {
      const user = await tx.users.lock(owner as UserId);
      const { length } = await tx.sessions.listLive(user!.id, now);
      await tx.sessions.insert(sessionNamed(`${prefix}-${index}`, user!.id, now));
      return length;
    });
  return Promise.all(Array.from({ length: 100 }, (_, index) => add(index)));
}
