import type { AuthOptions, Role } from "@acme/auth-core";
import { createFixedClock, createSeededRandom } from "@acme/auth-testing";
import { enter } from "./account-world.js";
import { openWorld, type WorldOptions } from "./open-world.js";

export const MIA = "mia@example.com";
export const NORA = "nora@example.com";
export const STUDIO = "Nordlicht Studio";
export const MEMBERS = "/organizations/nordlicht-studio/members";
const INVITE = "/organizations/nordlicht-studio/invitations/new";

/** A world in which Mia owns an organization, and may invite. */
export async function openStudio({ auth = {}, ...options }: WorldOptions = {}) {
  const clock = createFixedClock();
  const world = await openWorld({ ...options, auth: { ...auth, ports: { clock } } });
  const mia = await enter(world, MIA);
  await mia.submit(await mia.open("/new-organization"), "/new-organization", { name: STUDIO });
  clock.advance(1_000);

  /** Invites, and returns the path that was mailed. */
  async function invite(email = NORA, role: Role = "member"): Promise<string> {
    const sent = await mia.submit(await mia.open(INVITE), INVITE, { emails: email, role });
    if (sent.status !== 200) throw new Error(`${email} was not invited: ${sent.html}`);
    await world.auth.settle({ within: 10_000 });
    const { pathname, search } = new URL(world.inbox.linkFor(email));
    return pathname + search;
  }

  /** Another service over the same database, which offers other ways. */
  const besides = (other: Partial<AuthOptions>, seed = 2) =>
    openWorld({
      ...options,
      auth: {
        store: world.store,
        ...auth,
        ...other,
        ports: { clock, random: createSeededRandom(seed) },
      },
    });

  return { ...world, clock, mia, invite, besides };
}

/** The token in a mailed path. */
export const tokenIn = (path: string): string =>
  new URLSearchParams(path.split("?")[1]).get("token") ?? "";
