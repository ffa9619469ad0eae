import type {
  Caller,
  CallerSession,
  OfferedMethods,
  Organization,
  Passkey,
  Policy,
  RemovedPasskey,
  User,
} from "@acme/auth-core";

/** A user who is shown. */
export interface ViewedUser extends User {
  /**
   * Whether the user has enrolled a second factor, where the session check has read it; otherwise
   * not known yet.
   */
  readonly isEnrolled?: boolean;
}

/** Returns the user of a caller, with what the session check has read of them for features. */
export const userOfCaller = (
  { user, secondFactor }: Caller,
  additions: Additions | null,
): ViewedUser => (additions ? { ...user, isEnrolled: secondFactor.since !== null } : user);

/** What each view to which features may add fields is made from. */
export interface ViewedItems {
  readonly user: ViewedUser;
  readonly session: CallerSession;
  readonly passkey: Passkey;
  /** The answer of `POST /api/auth/passkey/delete-passkey`. */
  readonly passkeyRemoval: Pick<RemovedPasskey, "signals">;
  readonly organization: Organization;
  /** The answer of `GET /api/v1/auth/me`, which also has the fields of the user. */
  readonly me: Caller;
  /** The active organization in the answer of `GET /api/v1/auth/me`. */
  readonly activeOrganization: Caller;
  /** The answer of `GET /api/v1/auth/methods`. */
  readonly methods: OfferedMethods;
  /** The answer of `GET /api/v1/auth/policy`. */
  readonly policy: Policy;
}

/** The name of a view to which features may add fields. */
export type ViewName = keyof ViewedItems;

/** The fields that features add to the views of one answer. */
export interface Additions {
  /** Notes a view that the answer contains. It is the object itself which gains the fields. */
  note<V extends ViewName>(name: V, item: ViewedItems[V], view: Record<string, unknown>): void;
  /** Adds the fields of every view that was noted. Returns null where nothing has to be read. */
  fill(): Promise<unknown> | null;
}

/**
 * Returns the view, noted where features may add to it. Where none adds any field, `additions` is
 * null, and nothing else happens.
 */
export function noted<V extends ViewName, T extends Record<string, unknown>>(
  name: V,
  item: ViewedItems[V],
  additions: Additions | null,
  view: T,
): T {
  additions?.note(name, item, view);
  return view;
}
