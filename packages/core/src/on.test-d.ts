import type { Auth } from "./auth.js";
import type { AuthOptions } from "./auth-options.js";
import { createAuth } from "./create-auth.js";
import { defineFeature } from "./feature.js";
import type { UserId } from "./kernel/ids.js";
import { on } from "./on.js";

/** What is handed to `after` is used without a circle in the types (TS7022). */
export function createOwnAuth(options: AuthOptions): Auth {
  const endSessions = async (userId: UserId | null, told: Auth): Promise<void> => {
    if (userId) await told.sessions.revokeAll(userId);
  };
  const auth = createAuth({
    ...options,
    features: [
      defineFeature({
        name: "app",
        subscribers: [
          on("user.created", { after: ({ userId }, told) => endSessions(userId, told) }),
          on("user.created", {
            name: "plain",
            after: ({ userId }, told) => endSessions(userId, told),
          }),
        ],
      }),
    ],
  });
  return auth;
}
