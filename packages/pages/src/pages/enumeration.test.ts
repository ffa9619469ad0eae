import { type Caller, Secret } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import type { ShownPage } from "../../test/browser.js";
import { comparable } from "../../test/comparable.js";
import { openWorld, PASSWORD, type WorldOptions } from "../../test/open-world.js";

type World = Awaited<ReturnType<typeof openWorld>>;

/** Whose address it is; all are as long. No one but invited people gets an account. */
const KINDS = ["known", "never", "suspd", "unvrf", "invit"] as const;
const EACH = 10;
const WRONG = "wrong horse battery";
const CLIENT = {
  ipAddress: null,
  network: "192.0.2.2",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};
const textOf = (kind: (typeof KINDS)[number], each: number): string => `${kind}${each}@a.example`;

/** A user who has signed in by code, and set a password. */
async function openKnown({ auth, codeFor, addressOf }: World, text: string): Promise<Caller> {
  const email = addressOf(text);
  await auth.users.create({ email, operator: "ops" });
  await auth.emailOtp.send(email, "sign-in", CLIENT);
  const otp = new Secret(await codeFor(text));
  const { token } = await auth.emailOtp.signIn({ email, otp }, CLIENT);
  const caller = await auth.sessions.identify({ sessionToken: token, organization: null });
  if (!caller) throw new Error(`${text} is not signed in`);
  await auth.passwords.set(auth.sessions.requireFresh(caller), new Secret(PASSWORD), CLIENT);
  const again = await auth.passwords.signIn(
    { email, password: new Secret(PASSWORD), redirectTo: null },
    CLIENT,
  );
  const renewed = { sessionToken: again.token, organization: null };
  return (await auth.sessions.identify(renewed)) ?? caller;
}

/** Invites an address into an organization of the owner. */
async function inviterOf({ auth, addressOf }: World, owner: Caller) {
  const input = { name: "Acme", slug: "acme", logo: null, metadata: {} };
  const { organization } = await auth.organizations.create(owner, input, CLIENT);
  const asked = { organizationId: organization.id, permission: "org:invitations:write" } as const;
  return async (text: string) => {
    const granted = await auth.accessControl.authorizeIn(owner, asked, CLIENT);
    await auth.invitations.invite(granted, { email: addressOf(text), role: "member" }, CLIENT);
  };
}

/** Ten addresses of each kind. */
async function openKinds(auth: WorldOptions["auth"]): Promise<World> {
  const world = await openWorld({
    auth: { ...auth, signUp: { who: "invited" }, policy: { mailsPerClient: 10_000 } },
  });
  const { users } = world.auth;
  const invite = await inviterOf(world, await openKnown(world, "owner@a.example"));
  for (let each = 0; each < EACH; each++) {
    await openKnown(world, textOf("known", each));
    const { user } = await openKnown(world, textOf("suspd", each));
    await users.suspend(user.id, { operator: "ops" });
    await users.create({ email: world.addressOf(textOf("unvrf", each)), operator: "ops" });
    await invite(textOf("invit", each));
  }
  world.clock.advance(3_600_000);
  return world;
}

/** Every answer to one address, of a browser that nothing is known of. */
async function answersTo(world: World, email: string): Promise<readonly ShownPage[]> {
  const browser = world.newBrowser();
  const answers: ShownPage[] = [];
  const post = async (url: string, fields: Readonly<Record<string, string>>) => {
    const step = browser.cookies.get("__Host-step");
    const answer = await browser.send(url, { ...(step && { step }), ...fields });
    answers.push(answer);
    if (answer.location?.startsWith("/")) answers.push(await browser.ask("GET", answer.location));
  };
  await post("/sign-in", { email });
  await post("/sign-in/code/resend", {});
  await post("/sign-in/link", {});
  await post("/forgot-password", { email });
  await post("/sign-in/password", { password: WRONG });
  return answers;
}

describe.each(["code", "link", "password"] as const)("a sign-in that begins by %s", (first) => {
  it("answers the same to every address, byte for byte", async () => {
    const others = (["code", "link", "password"] as const).filter((way) => way !== first);
    const world = await openKinds({ signInOrder: [first, ...others] });
    const [known = [], ...rest] = await answersOfAll(world);
    expect(known.map(({ status }) => status)).toEqual([
      303, 200, 303, 200, 303, 200, 303, 200, 401,
    ]);
    expect(known[0]?.headers.location).toBe(`/sign-in/${first}`);
    for (const answers of rest) expect(answers).toEqual(known);
    expect(rest).toHaveLength(KINDS.length * EACH - 1);
  });
});

async function answersOfAll(world: World) {
  const all = [];
  for (let each = 0; each < EACH; each++)
    for (const kind of KINDS) {
      const email = textOf(kind, each);
      const answers = await answersTo(world, email);
      all.push(answers.map((answer) => comparable(answer, email)));
    }
  return all;
}
