import type { UserRecord } from "@acme/auth-core";
import type { OpenedAuth } from "../serving/open-auth.js";

/** What a feature is given of whom it shows its part. */
interface Asked extends Pick<OpenedAuth, "auth"> {
  readonly user: UserRecord;
}

/** The part of one user that a feature shows. */
export interface ShownOfUser {
  readonly json: object;
  readonly text: string;
}

/** Returns what the features show of one user. */
export async function ownOfFeatures(
  { auth, features }: Pick<OpenedAuth, "auth" | "features">,
  user: UserRecord,
): Promise<readonly ShownOfUser[]> {
  const parts = await Promise.all(
    features.map(async ({ server }): Promise<ShownOfUser | null> => {
      const show = await server?.showUser?.();
      const asked: Asked = { auth, user };
      return show ? show(asked) : null;
    }),
  );
  return parts.filter((part) => part !== null);
}
