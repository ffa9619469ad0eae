import type { Auth } from "./auth.js";
import type { AuthOptions } from "./auth-options.js";
import { createAuth } from "./create-auth.js";
import type { UserId } from "./kernel/ids.js";
import { on } from "./on.js";

/** What is handed to `after` is used without a circle in the types (TS7022). */
export function createOwnAuth(options: AuthOptions<Record<never, never>>): Auth {
  const endSessions = (userId: UserId | null, auth: Auth) =>
    userId && auth.sessions.revokeAll(userId);
  const auth = createAuth({
    ...options,
    subscribers: [
      on("user.created", { after: async ({ userId }, told) => void endSessions(userId, told) }),
      on("user.created", { name: "plain", after: async ({ id }) => void id }),
    ],
  });
  return auth;
}
