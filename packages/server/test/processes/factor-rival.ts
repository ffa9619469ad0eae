import { AuthError, type Client, createAuth, Secret, silentLogger } from "@acme/auth-core";
import { createSite } from "@acme/auth-http";
import { createPostgresStore } from "@acme/auth-kysely/postgres";
import { secondFactor } from "@acme/auth-second-factor";
import { secondFactorTables } from "@acme/auth-second-factor/kysely";
import { runStoreOptions } from "@acme/auth-testing/pooling";
import pg from "pg";
import { createSqliteStore } from "../sqlite-driver.js";

/** What is tried: each shows one secret, with the cookie of a sign-in that waits. */
export type Attempt = "totp" | "recovery code" | "completion" | "veto";

/** What to do at once, as often as asked, and when it is. */
interface Attempts {
  readonly id: number;
  readonly attempt: Attempt;
  readonly secret: string;
  readonly pending: string;
  readonly at: Date;
  readonly times: number;
}

const features = [secondFactorTables] as const;
const location = process.env["LOCATION"]!;
const store = location.startsWith("postgres")
  ? createPostgresStore(new pg.Pool({ connectionString: location, max: 10 }), {
      ...runStoreOptions(),
      features,
    })
  : createSqliteStore(location, { features });
const { links } = createSite({ serviceUrl: "http://localhost", appUrl: "http://localhost" });
let now = new Date();
const auth = createAuth({
  store,
  links,
  secret: process.env["SECRET"]!,
  mailer: { deliver: async () => {} },
  logger: silentLogger,
  features: [secondFactor({ url: "http://localhost/second-factor" })],
  ports: { clock: { now: () => now } },
});
const client: Client = {
  ipAddress: "192.0.2.1",
  network: "192.0.2.1",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};

const ATTEMPTS: Readonly<Record<Attempt, (code: string, pending: Secret) => Promise<unknown>>> = {
  totp: (code, pending) => auth.secondFactor.verifyTotp({ code, pending, caller: null }, client),
  "recovery code": (code, pending) =>
    auth.secondFactor.verifyBackupCode({ code, pending, caller: null }, client),
  completion: (_code, pending) => auth.secondFactor.completeRecovery(pending, client),
  veto: (token) => auth.secondFactor.vetoByLink(new Secret(token), client),
};

process.on("message", ({ id, attempt, secret, pending, at, times }: Attempts) => {
  now = at;
  const outcomes = Array.from({ length: times }, () =>
    ATTEMPTS[attempt](secret, new Secret(pending)).then(
      () => "DONE",
      (thrown: unknown) => (AuthError.is(thrown) ? thrown.code : String(thrown)),
    ),
  );
  void Promise.all(outcomes).then((answer) => process.send!({ id, answer }));
});
process.send!("ready");
