import { createAuth, parseEmailAddress, type Client, Secret } from "@acme/auth-core";
import { createSite } from "@acme/auth-http";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { openPostgresStore } from "../open-postgres.js";

/** A process that adds an endpoint of webhooks, causes events, and delivers them once it is told to work. */
type Message = { readonly id: number } & (
  { readonly add: string } | { readonly create: number } | { readonly work: true }
);

const { LOCATION = "", SECRET = "" } = process.env;
const store = LOCATION.startsWith("postgres")
  ? openPostgresStore(LOCATION, { max: 4 })
  : createSqliteStore(LOCATION);
const { links } = createSite({ serviceUrl: "http://localhost", appUrl: "http://localhost" });
const auth = createAuth({
  store,
  links,
  mailer: { deliver: async () => {} },
  secret: SECRET,
  webhooks: { allowedNetworks: ["127.0.0.1"] },
  policy: { workerLease: 1_000, workerPoll: 10, organizationsPerUser: 1_000 },
});
const client: Client = {
  ipAddress: null,
  network: "unknown",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};

async function signUp() {
  const email = parseEmailAddress(`person${process.pid}.${Date.now()}@example.com`)!;
  const password = new Secret("correct horse battery");
  const input = { email, password, name: "Ada", image: null, redirectTo: null };
  const { signedIn } = await auth.passwords.signUp(input, client);
  const sessionToken = signedIn!.token;
  return (await auth.sessions.identify({ sessionToken, organization: null }))!;
}

async function handle(message: Message): Promise<unknown> {
  if ("add" in message)
    await auth.webhooks.add({ url: message.add, events: ["organization.created"] });
  if ("work" in message) auth.worker.start();
  if (!("create" in message)) return null;
  const caller = await signUp();
  const ids: string[] = [];
  for (let count = 0; count < message.create; count++) {
    const input = { name: "Acme", slug: null, logo: null, metadata: {} };
    ids.push((await auth.organizations.create(caller, input, client)).organization.id);
  }
  return ids;
}
process.on(
  "message",
  (message: Message) =>
    void handle(message).then((answer) => process.send!({ id: message.id, answer })),
);
process.send!("ready");
