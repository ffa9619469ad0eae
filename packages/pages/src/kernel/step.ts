import { type Clock, type PageSealer, type Policy, type Role } from "@acme/auth-core";

/** A way to sign in that is typed or mailed. */
export type MailedWay = "code" | "link" | "password";
const WAYS: readonly MailedWay[] = ["code", "link", "password"];

/**
 * A sign-in under way, as the browser keeps it. It proves nothing: check every value in it like one
 * that was typed.
 */
export interface Step {
  /** Whose it is, as it was typed. Null: not asked yet. */
  readonly email: string | null;
  /** The way that was taken. */
  readonly way: MailedWay | null;
  /** What was mailed, and when, in milliseconds. */
  readonly sent: Readonly<Partial<Record<"code" | "link", number>>>;
  /** Where to go afterwards: a URL that was allowed when it came in. */
  readonly next: string | null;
  /** Why it was begun: for a heading such as "Join Acme". */
  readonly purpose: string | null;
  /** The token of a password reset. */
  readonly token: string | null;
  /** The invitation that is being answered; of a step without a purpose, that was accepted. */
  readonly invitation: StepInvitation | null;
  /** The code that a device shows, and the organization that was chosen for it. */
  readonly device: { readonly userCode: string; readonly organizationId: string | null } | null;
}

/** An invitation, as its mailed link has shown it. */
export interface StepInvitation {
  readonly token: string;
  /** The invited email address. */
  readonly email: string;
  /** The name of the organization. */
  readonly organization: string;
  /** The role of the membership. */
  readonly role: Role;
}

/** A step in which nothing has happened. */
export const NEW_STEP: Step = {
  email: null,
  way: null,
  sent: {},
  next: null,
  purpose: null,
  token: null,
  invitation: null,
  device: null,
};

/** The purpose of a step that `/welcome` began: the page that it led to continues to `next`. */
export const WELCOME = "welcome";

/** The purpose of a step that the button of an invitation began. */
const JOIN = "join";

/** Returns a step that joins by an invitation. */
export const joiningBy = (step: Step, invitation: StepInvitation): Step => ({
  ...step,
  purpose: JOIN,
  invitation,
});

/**
 * Returns the invitation that a sign-in is for: one whose button was pressed. A link from elsewhere
 * may have put another one into the step.
 */
export const joiningIn = (step: Step | null): StepInvitation | null =>
  step?.purpose === JOIN ? step.invitation : null;

/** What a cookie takes: more would be dropped by browsers, and by servers in front. */
const MAX_SEALED = 3_072;
const CONTEXT = "step";

/** Seals steps, for the cookie and for the hidden field of the same name. */
export interface Steps {
  /** Returns the step as a browser keeps it. One that would be too long loses its `next`. */
  seal(step: Step): string;
  /** Returns the step; null when it is missing, altered, expired, or of another secret. */
  open(sealed: string | null | undefined): Step | null;
}

/** Seals with the keys of the configured secrets. */
export function createSteps(
  sealer: PageSealer,
  { clock, policy }: { readonly clock: Clock; readonly policy: Policy },
): Steps {
  const sealed = (step: Step): string => {
    const until = clock.now().getTime() + policy.pageStepLifetime;
    return sealer.seal("pages-step", JSON.stringify({ ...step, until }), CONTEXT);
  };
  return {
    seal(step) {
      const whole = sealed(step);
      return whole.length <= MAX_SEALED ? whole : sealed({ ...step, next: null });
    },
    open(text) {
      if (!text || text.length > MAX_SEALED) return null;
      const plain = sealer.open("pages-step", text, CONTEXT);
      const held: unknown = plain === null ? null : JSON.parse(plain);
      return isHeld(held) && held.until > clock.now().getTime() ? withoutEnd(held) : null;
    },
  };
}

type Held = Step & { readonly until: number };

const withoutEnd = ({ until: _until, ...step }: Held): Step => step;

/** What is sealed is ours; an earlier version of the library may have had other fields. */
function isHeld(held: unknown): held is Held {
  if (typeof held !== "object" || held === null) return false;
  const fields = new Map<string, unknown>(Object.entries(held));
  const isText = (name: string): boolean =>
    fields.get(name) === null || typeof fields.get(name) === "string";
  const way = fields.get("way");
  return (
    typeof fields.get("until") === "number" &&
    ["email", "next", "purpose", "token"].every(isText) &&
    (way === null || WAYS.some((known) => known === way)) &&
    typeof fields.get("sent") === "object" &&
    typeof fields.get("device") === "object" &&
    typeof fields.get("invitation") === "object"
  );
}
