import * as organizations from "../organizations.js";

/** Who is who, for entries that know ids only. */
export interface Directory {
  readonly nameOfUser: (userId: string | null) => string;
  readonly nameOfMember: (memberId: string) => string;
}

/** The members as they are now: those who left are nameless in the log, and are meant to be. */
export async function loadDirectory(organizationId: string): Promise<Directory> {
  const [users, members] = [new Map<string, string>(), new Map<string, string>()];
  let cursor: string | null = null;
  do {
    const page = await organizations.listMembers(
      organizationId,
      cursor,
      organizations.MOST_AT_ONCE,
    );
    for (const { id, userId, user } of page.members) {
      users.set(userId, user.name || user.email);
      members.set(id, user.name || user.email);
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return {
    nameOfUser: (userId) => users.get(userId ?? "") ?? "Somebody who is not a member",
    nameOfMember: (memberId) => members.get(memberId) ?? "somebody who left",
  };
}
