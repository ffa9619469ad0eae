// Makes what the commands of docs/operations.md are for: users, an organization, dead mails, and the
// dead job of a deletion. Prints the ids.
import { type Client, parseEmailAddress, type QueueRow, Secret, toId } from "@acme/auth-core";
import type { LeasedQueue, LeaseToken } from "@acme/auth-core/store";
import { readConfig } from "../../packages/server/src/config/config.js";
import { openAuth } from "../../packages/server/src/serving/open-auth.js";

const { auth, store } = await openAuth(readConfig(process.env).config, {
  mailer: { deliver: async () => {} },
});
await store.migrate();
const client: Client = {
  ipAddress: null,
  network: "192.0.2.1",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};
const password = new Secret("correct horse battery");
const signUp = (name: string) => {
  const email = parseEmailAddress(`${name}@example.com`)!;
  return auth.passwords.signUp({ name, image: null, password, redirectTo: null, email }, client);
};
const { signedIn } = await signUp("ada");
const barbara = await signUp("barbara");
const proof = { sessionToken: signedIn!.token, organization: null };
const caller = (await auth.sessions.identify(proof))!;
const acme = { name: "Acme", slug: "acme", logo: null, metadata: {} };
const { organization } = await auth.organizations.create(caller, acme, client);
await store.memberships.insertUnlessMember({
  id: auth.random.id(),
  organizationId: organization.id,
  userId: barbara.user.id,
  role: "member",
  createdAt: auth.clock.now(),
});
await auth.accountDeletion.request(caller, { password, reason: "" }, client);

/** As the last failed attempt would. */
async function bury<Row extends QueueRow>(queue: LeasedQueue<Row>): Promise<string> {
  const later = new Date(Date.now() + 90 * 86_400_000);
  const lease = toId<LeaseToken>("lease");
  const claimed = await queue.claimDue(later, 10, lease, later);
  for (const { id } of claimed) await queue.bury(id, lease);
  return claimed[0]!.id;
}

const mailId = await bury(store.outbox);
const jobId = await bury(store.jobs);
await auth.close();
await store.close();
console.log(JSON.stringify({ mailId, jobId }));
