import { AuthError, type Client, createAuth, parseEmailAddress, Secret } from "@acme/auth-core";
import { createSite } from "@acme/auth-http";
import { openPostgresStore } from "../open-postgres.js";
import { createSqliteStore } from "../sqlite-driver.js";

/** What to do at once, as often as asked: present a code, each time as the same client. */
interface Attempts {
  readonly id: number;
  readonly email: string;
  readonly otp: string;
  readonly times: number;
}

const location = process.env["LOCATION"]!;
const store = location.startsWith("postgres")
  ? openPostgresStore(location, { max: 10 })
  : createSqliteStore(location);
const { links } = createSite({ serviceUrl: "http://localhost", appUrl: "http://localhost" });
const auth = createAuth({
  store,
  links,
  secret: process.env["SECRET"]!,
  mailer: { deliver: async () => {} },
});
const client: Client = {
  ipAddress: "192.0.2.1",
  network: "192.0.2.1",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};

process.on("message", ({ id, email, otp, times }: Attempts) => {
  const attempt = { email: parseEmailAddress(email)!, otp: new Secret(otp) };
  const outcomes = Array.from({ length: times }, () =>
    auth.emailOtp.signIn(attempt, client).then(
      () => "SIGNED_IN",
      (thrown: unknown) => (AuthError.is(thrown) ? thrown.code : String(thrown)),
    ),
  );
  void Promise.all(outcomes).then((answer) => process.send!({ id, answer }));
});
process.send!("ready");
