import {
  type Authenticator,
  defineErrors,
  type Feature,
  type FeatureEnv,
  type GrantCaller,
  isSuspended,
  type OrganizationId,
  type Role,
  Secret,
  type SecretHash,
  toId,
  type UserId,
} from "@acme/auth-core";
import {
  changed,
  type FeatureTables,
  first,
  instant,
  mapperOf,
  statement,
  type StoreMaker,
  tablesOf,
  type Timestamp,
} from "@acme/auth-kysely/tables";

/** A pass: of a user, or of a service account that is but a name and a role. */
export interface Pass {
  readonly id: string;
  readonly tokenHash: SecretHash;
  readonly kind: string;
  readonly userId: UserId | null;
  readonly role: Role | null;
  readonly organizationId: OrganizationId | null;
  /** JSON; null for all that its owner may. */
  readonly permissions: string | null;
  readonly expiresAt: Date;
}

interface PassTable {
  id: string;
  token_hash: SecretHash;
  kind: string;
  user_id: UserId | null;
  role: Role | null;
  organization_id: OrganizationId | null;
  permissions: string | null;
  expires_at: Timestamp;
}

interface PassStore {
  insert(pass: Pass): Promise<void>;
  find(tokenHash: SecretHash): Promise<Pass | null>;
}

interface PassStores {
  readonly passStore: PassStore;
}

interface Tables {
  passes_pass: PassTable;
}

const PASS = mapperOf<Pass, PassTable>()({
  id: "id",
  tokenHash: "token_hash",
  kind: "kind",
  userId: "user_id",
  role: "role",
  organizationId: "organization_id",
  permissions: "permissions",
  expiresAt: instant("expires_at"),
});

const passStore: StoreMaker<PassStore> = (compiler) => {
  const db = tablesOf<Tables>(compiler);
  const insert = statement((given: Pass) => db.insertInto("passes_pass").values(PASS.toRow(given)));
  const find = statement((given: { tokenHash: SecretHash }) =>
    db.selectFrom("passes_pass").select(PASS.columns).where("token_hash", "=", given.tokenHash),
  );
  return ({ reads, writes }) => ({
    async insert(pass) {
      await changed(writes, insert, pass);
    },
    find: async (tokenHash) => PASS.toEntityOrNull(await first(reads, find, { tokenHash })),
  });
};

export const passTables: FeatureTables<PassStores, Tables> = {
  name: "passes",
  migrations: {
    namespace: "passes",
    migrations: [
      {
        id: "0001-passes",
        statements: ({ id, text, timestamp, tableEnd }) => [
          `create table passes_pass (
            id ${id} not null primary key,
            token_hash ${text} not null unique,
            kind ${text} not null,
            user_id ${id} references auth_user (id) on delete cascade,
            role ${text},
            organization_id ${id} references auth_organization (id) on delete cascade,
            permissions ${text},
            expires_at ${timestamp} not null
          )${tableEnd}`,
        ],
      },
    ],
  },
  stores: { passStore },
  lifetimes: { passes_pass: { key: "id", ends: "expires_at" } },
};

export const passErrors = defineErrors({
  PASS_BLOCKED: { kind: "unauthenticated", message: "This pass was reported as lost." },
});

export const BLOCKED_CHALLENGE = 'Pass error="blocked"';

/** What a test issues. */
export interface IssuedPass extends Omit<Pass, "id" | "tokenHash" | "permissions" | "expiresAt"> {
  readonly permissions: readonly string[] | null;
  readonly lifetimeMs?: number;
}

export interface Passes {
  /** Returns the token. */
  issue(pass: IssuedPass): Promise<string>;
}

const SHAPE = /^pass_(svc|pat|app)_[\w-]{43}$/;

/** A feature that gives out tokens, and what its authenticator was told of the last request. */
export function passFeature() {
  const told: { readonly proofs: Readonly<Record<string, string>>; readonly path: string }[] = [];
  const opened: { passes?: Passes } = {};
  const feature: Feature<"passes", PassStores, Passes> = {
    name: "passes",
    errors: passErrors,
    ownership: {
      passStore: {
        of: "user",
        plantable: false,
        endedByReset: false,
        endedByEmailChange: false,
        erased: "cascade",
        exported: null,
      },
    },
    signIn: {
      authenticators: [
        {
          prefix: "pass_",
          kinds: { svc: "any", pat: "user", app: "app" },
          refuses: [passErrors.PASS_BLOCKED],
          schemes: ["bearer", "dpop"],
          proofs: ["dpop"],
          create: (env) =>
            createAuthenticator(env, ({ path, proofs }) => told.push({ path, proofs })),
        },
      ],
    },
    create: (env) => (opened.passes = createPasses(env)),
  };
  const issue: Passes["issue"] = (pass) => {
    if (!opened.passes) throw new Error("the feature is not open");
    return opened.passes.issue(pass);
  };
  return { feature, told, issue };
}

const createPasses = ({ store, random, digest, clock }: FeatureEnv<PassStores>): Passes => ({
  async issue({ permissions, lifetimeMs = 60_000, ...pass }) {
    const token = new Secret(`pass_${pass.kind}_${random.token(32).reveal()}`);
    await store.passStore.insert({
      ...pass,
      id: random.id(),
      tokenHash: digest.token(token),
      permissions: permissions && JSON.stringify(permissions),
      expiresAt: new Date(clock.now().getTime() + lifetimeMs),
    });
    return token.reveal();
  },
});

function createAuthenticator(
  { store, digest }: FeatureEnv<PassStores>,
  tell: (presented: Parameters<Authenticator["find"]>[1]) => void,
): Authenticator {
  async function ownerOf(pass: Pass, now: Date): Promise<GrantCaller | null> {
    const { kind, id, organizationId } = pass;
    const permissions =
      pass.permissions === null ? null : (JSON.parse(pass.permissions) as string[]);
    const by = { kind, id, permissions, client: null };
    const organization = organizationId && (await store.organizations.find(organizationId));
    if (pass.userId === null) {
      if (!organization || !pass.role) return null;
      const membership = { organization, role: pass.role };
      return { user: null, serviceAccount: { id, name: "Build" }, membership, by };
    }
    const user = await store.users.findById(pass.userId);
    if (!user || isSuspended(user, now)) return null;
    if (!organization) return { user, membership: null, by };
    const member = await store.memberships.find(organization.id, user.id);
    return member && { user, membership: { organization, role: member.role }, by };
  }

  return {
    kindOf: (token) => SHAPE.exec(token.reveal())?.[1] ?? null,
    async find(token, presented) {
      tell(presented);
      const pass = await store.passStore.find(digest.token(token));
      if (!pass || pass.expiresAt <= presented.now) return null;
      const owner = await ownerOf(pass, presented.now);
      if (!owner) return null;
      return presented.proofs["dpop"] === "lost"
        ? { error: passErrors.PASS_BLOCKED, challenge: BLOCKED_CHALLENGE }
        : owner;
    },
  };
}

/** The id of an organization in the body of an answer. */
export const organizationIdOf = (id: string): OrganizationId => toId<OrganizationId>(id);
