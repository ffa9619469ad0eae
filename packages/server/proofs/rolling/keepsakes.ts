import { keysOf } from "@acme/auth-testing/keys-of";
import {
  cookieOf,
  exportIsMade,
  isErased,
  joinByCode,
  joinByPassword,
  PASSWORD,
  type Person,
} from "./life.js";
import { CODE, TOKEN } from "./mailbox.js";
import { createVisitor, type World } from "./visitor.js";

/** Something that was handed out, and is used later. */
interface Keepsake {
  readonly what: string;
  readonly use: () => Promise<unknown>;
}

async function aCode(world: World, email: string): Promise<Keepsake> {
  const { client } = createVisitor(world);
  await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" });
  const otp = await world.mailbox.take(email, CODE);
  return {
    what: "a one-time code",
    use: () => client.emailOtp.signIn({ email, otp }),
  };
}

async function aMagicLink(world: World, email: string): Promise<Keepsake> {
  const { client } = createVisitor(world);
  await client.magicLink.sendMagicLink({ email });
  const token = await world.mailbox.take(email, TOKEN.magicLink);
  return {
    what: "a magic link",
    use: () => client.magicLink.submitMagicLink({ token }),
  };
}

async function aVerificationLink(world: World, email: string): Promise<Keepsake> {
  const { client } = createVisitor(world);
  await client.password.signUp({ email, password: PASSWORD, name: "Grace" });
  const token = await world.mailbox.take(email, TOKEN.verification);
  return {
    what: "a verification link",
    async use() {
      await client.emailVerification.verifyEmail({ token });
      const { emailVerified } = await client.currentUser.me();
      if (!emailVerified) throw new Error("the email address is not verified");
    },
  };
}

async function aResetLink(world: World, email: string): Promise<Keepsake> {
  const { client } = await joinByPassword(world, email);
  await client.passwordReset.requestPasswordReset({ email });
  const token = await world.mailbox.take(email, TOKEN.passwordReset);
  const newPassword = "another good password";
  return {
    what: "a password reset link",
    async use() {
      await client.passwordReset.resetPassword({ token, newPassword });
      await createVisitor(world).client.password.signIn({ email, password: newPassword });
    },
  };
}

async function anEmailChange(world: World, email: string): Promise<Keepsake> {
  const { client } = await joinByPassword(world, email);
  const newEmail = `new-${email}`;
  await client.profile.changeEmail({ newEmail });
  const token = await world.mailbox.take(newEmail, TOKEN.emailChange);
  return {
    what: "a change of email address",
    async use() {
      await client.profile.confirmEmailChange({ token });
      const { email: now } = await client.currentUser.me();
      if (now !== newEmail) throw new Error("the email address is the old one");
    },
  };
}

async function anInvitation(world: World, email: string): Promise<Keepsake> {
  const owner = await joinByCode(world, `owner-${email}`);
  const { id } = await owner.client.organization.createOrganization({ name: "Compilers" });
  const invited = await joinByCode(world, email);
  await owner.client.invitation.inviteMember({ id, email, role: "admin" });
  const token = await world.mailbox.take(email, TOKEN.invitation);
  return {
    what: "an invitation",
    async use() {
      await invited.client.invitation.acceptInvitation({ token });
      const { activeOrganization } = await invited.client.currentUser.me();
      if (activeOrganization?.role !== "admin") throw new Error("the member has another role");
    },
  };
}

async function aSession(world: World, email: string): Promise<Keepsake> {
  const person = await joinByCode(world, email);
  world.promised.live.set(cookieOf(person), email);
  return { what: "a session", use: () => person.client.currentUser.me() };
}

/** The job that makes it may run before, while and after the process is replaced. */
async function anExport(world: World, email: string): Promise<Keepsake> {
  const person = await joinByCode(world, email);
  const { requestId } = await person.client.dataExport.requestExport();
  return { what: "an export", use: () => exportIsMade(person, requestId) };
}

async function aDeletion(world: World, email: string): Promise<Keepsake> {
  const person: Person = await joinByPassword(world, email);
  await person.client.accountDeletion.requestDeletion({ password: PASSWORD });
  return { what: "a deletion", use: () => isErased(world, person) };
}

const KINDS = {
  code: aCode,
  "magic-link": aMagicLink,
  verification: aVerificationLink,
  reset: aResetLink,
  change: anEmailChange,
  invitation: anInvitation,
  session: aSession,
  export: anExport,
  deletion: aDeletion,
} as const;

/**
 * One of everything that people have in their hands, or that waits to be done, for before something
 * happens, without the kinds that are left out.
 */
export async function handOut(
  world: World,
  label: string,
  without: readonly (keyof typeof KINDS)[],
): Promise<readonly Keepsake[]> {
  const made = await Promise.all(
    keysOf(KINDS)
      .filter((kind) => !without.includes(kind))
      .map((kind) =>
        KINDS[kind](world, `${kind}-${label}@example.com`).catch((thrown: unknown) => {
          world.promised.wrong.push(`${kind} could not be handed out: ${String(thrown)}`);
          return [];
        }),
      ),
  );
  return made.flat();
}

/** Uses what was handed out; notes what does not work. */
export async function useAll(world: World, keepsakes: readonly Keepsake[]): Promise<void> {
  await Promise.all(
    keepsakes.map(({ what, use }) =>
      use().catch((thrown: unknown) =>
        world.promised.wrong.push(`${what} was lost: ${String(thrown)}`),
      ),
    ),
  );
}
