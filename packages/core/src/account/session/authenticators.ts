import { AuthError } from "../../kernel/errors.js";
import { Secret } from "../../kernel/secret.js";
import type {
  GrantCaller,
  GrantClass,
  GrantRefusal,
  GrantScheme,
  OpenedAuthenticator,
  Presented,
} from "../../store/authenticator.js";
import { CARRIER_ERRORS } from "../../store/carrier-errors.js";
import type { Env } from "../../store/env.js";

/** A token that begins with the prefix of an authenticator: what the text alone says. */
export interface PresentedToken {
  /** The class of its kind; null when the token is malformed. */
  readonly grantClass: GrantClass | null;
  readonly kind: string | null;
  readonly scheme: GrantScheme;
  /** The names of the headers that its authenticator reads, in lower case. */
  readonly proofs: readonly string[];
  /**
   * Returns the caller, in whatever the feature needs for it.
   * @throws {AuthError} `UNAUTHORIZED` for a token that is malformed, unknown or dead; an error of
   * the feature; `TOO_MANY_REQUESTS`
   */
  find(presented: Omit<Presented, "now" | "scheme">): Promise<GrantCaller>;
}

/** Who calls by a grant instead of a session. Nothing is read where no feature has authenticators. */
export interface Authenticators {
  /** Whether there are no authenticators: then no header is read for them. */
  readonly areNone: boolean;
  /**
   * Returns what the header `Authorization` presents; null when it presents nothing to any
   * authenticator: it is absent, of another scheme, or of a token without one of their prefixes.
   */
  recognize(authorization: string | undefined): PresentedToken | null;
}

const HEADER = /^(bearer|dpop) ([^]*)$/i;

/** Whether a route or guard that takes `taken` takes a grant of the class. */
const takesGrant = (taken: GrantClass, grantClass: GrantClass): boolean =>
  BREADTH[grantClass] >= BREADTH[taken];

/** A kind is taken by the routes of its class, and by those that take more kinds. */
const BREADTH: Readonly<Record<GrantClass, number>> = { any: 0, user: 1, app: 2 };

/**
 * Checks by its text alone that a token may be presented here.
 * @param kinds the kinds that are taken of the class; all without it
 * @throws {AuthError} `UNAUTHORIZED` for a malformed one, `GRANT_NOT_ALLOWED` where none of its
 * kind is taken
 */
export function requireTaken(
  { grantClass, kind }: PresentedToken,
  taken: GrantClass | undefined,
  kinds?: readonly string[],
): void {
  if (grantClass === null || kind === null) throw new AuthError("UNAUTHORIZED");
  const isTaken = taken !== undefined && takesGrant(taken, grantClass);
  if (!isTaken || kinds?.includes(kind) === false)
    throw new AuthError(CARRIER_ERRORS.GRANT_NOT_ALLOWED);
}

export function createAuthenticators({
  clock,
  authenticators,
}: Pick<Env, "clock" | "authenticators">): Authenticators {
  return {
    areNone: authenticators.length === 0,

    recognize(authorization) {
      const [, scheme, text] = HEADER.exec(authorization ?? "") ?? [];
      if (scheme === undefined || text === undefined) return null;
      const named: GrantScheme = scheme.toLowerCase() === "dpop" ? "dpop" : "bearer";
      const opened = authenticators.find(
        ({ prefix, schemes }) => text.startsWith(prefix) && schemes.includes(named),
      );
      if (!opened) return null;
      const token = new Secret(text);
      const kind = opened.authenticator.kindOf(token);
      const grantClass = kind === null ? null : classOf(opened, kind);
      return {
        kind,
        grantClass,
        scheme: named,
        proofs: opened.proofs,
        async find(presented) {
          if (kind === null) throw new AuthError("UNAUTHORIZED");
          const given = { ...presented, now: clock.now(), scheme: named };
          const found = await opened.authenticator.find(token, given);
          return requireFound(opened, found, kind);
        },
      };
    },
  };
}

function classOf({ kinds, feature }: OpenedAuthenticator, kind: string): GrantClass {
  const grantClass = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (grantClass === undefined)
    throw new RangeError(`an authenticator of ${feature} says ${kind}, which is none of its kinds`);
  return grantClass;
}

/** An authenticator that answers what it does not declare admits nothing. */
function requireFound(
  opened: OpenedAuthenticator,
  found: GrantCaller | GrantRefusal | null,
  kind: string,
): GrantCaller {
  if (!found) throw new AuthError("UNAUTHORIZED");
  const { feature, refuses } = opened;
  if ("error" in found) {
    const { error, challenge } = found;
    if (!refuses.some(({ code }) => code === error.code))
      throw new RangeError(
        `an authenticator of ${feature} refuses with ${error.code}, which it does not name`,
      );
    throw new AuthError(error, challenge === undefined ? {} : { challenge });
  }
  if (found.by.kind !== kind)
    throw new RangeError(`an authenticator of ${feature} finds ${found.by.kind} for ${kind}`);
  if (found.user === null && classOf(opened, kind) !== "any")
    throw new RangeError(`an authenticator of ${feature} finds no user for ${kind}`);
  return found;
}
