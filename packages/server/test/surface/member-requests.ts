import type { Agent, Reply } from "../agent.js";
import type { Service } from "../service.js";
import type { Person, Team, Teams } from "../teams.js";

/** Ids of no member. */
export const UNKNOWN = ["0000000000000000", "%00", "%F0%9F%A6%86", "x".repeat(5_000), "-"];

/** The path of a member. */
export const at = ({ path }: Pick<Team, "path">, memberId: string): string =>
  `${path}/members/${memberId}`;
export const give = (agent: Agent, member: string, role: unknown): Promise<Reply> =>
  agent.send(member, { method: "PATCH", body: { role } });
export const remove = (agent: Agent, member: string): Promise<Reply> =>
  agent.send(member, { method: "DELETE" });

export const rolesIn = async (teams: Teams, { people, id }: Team): Promise<readonly string[]> =>
  (await teams.membersOf(people.owner, id)).map(({ role }) => role);

/** How many mails have told a user of a changed role. */
export async function roleNoticesTo(service: Service, { email }: Person): Promise<number> {
  await service.auth.worker.runDue();
  return service.inbox.mails.filter(
    ({ to, subject }) =>
      to === email && subject === "Your role in an organization at Acme was changed",
  ).length;
}

export const memberBody = (person: Person, fields: object) => ({
  ...fields,
  userId: person.userId,
  user: { id: person.userId, name: "", email: person.email, image: null },
});
