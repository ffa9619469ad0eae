import type { OfferedMethods } from "@acme/auth-core";
import type { ViewName } from "../kernel/additions.js";
import type { Input } from "../kernel/zod.js";
import type { activeOrganizationView, meView } from "./me.view.js";
import type { organizationView } from "./organization.view.js";
import type { passkeyView } from "./passkey.view.js";
import type { passkeyRemovalView } from "./passkey-removal.view.js";
import type { policyView } from "./policy.view.js";
import type { sessionView } from "./session.view.js";

/** Literals and not the schemas, because zod is not loaded at the start. */
type Names<T> = Readonly<Record<keyof T, true>>;

const ME: Names<Input<typeof meView>> = {
  id: true,
  email: true,
  emailVerified: true,
  name: true,
  image: true,
  createdAt: true,
  updatedAt: true,
  activeOrganization: true,
  permissions: true,
};

/** `current` stands in the list of sessions. */
const SESSION: Names<Input<typeof sessionView> & { current: unknown }> = {
  id: true,
  token: true,
  userId: true,
  createdAt: true,
  updatedAt: true,
  expiresAt: true,
  authenticatedAt: true,
  ipAddress: true,
  userAgent: true,
  activeOrganizationId: true,
  current: true,
};

const PASSKEY: Names<Input<typeof passkeyView>> = {
  id: true,
  name: true,
  credentialID: true,
  userId: true,
  deviceType: true,
  backedUp: true,
  transports: true,
  aaguid: true,
  provider: true,
  createdAt: true,
  lastUsedAt: true,
};

const PASSKEY_REMOVAL: Names<Input<typeof passkeyRemovalView>> = { status: true };

/** `role` stands in the list of organizations, and the others where one is shown whole. */
type Whole = Record<"role" | "members" | "invitations", unknown>;
const ORGANIZATION: Names<Input<typeof organizationView> & Whole> = {
  id: true,
  name: true,
  slug: true,
  logo: true,
  metadata: true,
  createdAt: true,
  role: true,
  members: true,
  invitations: true,
};

const METHODS: Names<OfferedMethods> = {
  password: true,
  emailOtp: true,
  magicLink: true,
  passkey: true,
  providers: true,
  order: true,
};

const POLICY: Names<Input<typeof policyView>> = {
  appName: true,
  deletionGraceDays: true,
  passwordMinLength: true,
  passwordMaxLength: true,
  sessionFreshSeconds: true,
  locales: true,
  signUp: true,
  emailVerificationRequired: true,
};

const ACTIVE_ORGANIZATION: Names<Input<typeof activeOrganizationView>> = {
  id: true,
  name: true,
  slug: true,
  role: true,
};

/** The names that a feature may not take, by view. Those of `me` are also those of its user. */
export const VIEW_NAMES: { readonly [V in ViewName]: Readonly<Record<string, true>> } = {
  user: ME,
  session: SESSION,
  passkey: PASSKEY,
  passkeyRemoval: PASSKEY_REMOVAL,
  organization: ORGANIZATION,
  me: ME,
  activeOrganization: ACTIVE_ORGANIZATION,
  methods: METHODS,
  policy: POLICY,
};
