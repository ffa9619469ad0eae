import { appendFileSync } from "node:fs";
import { type Client, createAuth, type Mailer, parseEmailAddress } from "@acme/auth-core";
import { createSite } from "@acme/auth-http";
import { openPostgresStore } from "../open-postgres.js";
import { createSqliteStore } from "../sqlite-driver.js";

/**
 * A process that queues and delivers mail, and can be made to die at a chosen place. Delivered
 * mails are lines of the file OUTPUT, written before the delivery counts as done, as an SMTP
 * server's acceptance is.
 */
type Message = { readonly id: number } & (
  { readonly send: readonly string[] } | { readonly work: true } | { readonly waiting: true }
);

const { LOCATION = "", SECRET = "", OUTPUT = "", DIE = "never" } = process.env;
const { MINUTES_LATER = "0", LEASE_MS = "1000" } = process.env;
const store = LOCATION.startsWith("postgres")
  ? openPostgresStore(LOCATION, { max: 4 })
  : createSqliteStore(LOCATION);
const { links } = createSite({ serviceUrl: "http://localhost", appUrl: "http://localhost" });
const die = () => process.kill(process.pid, "SIGKILL");
const minutesLater = Number(MINUTES_LATER) * 60_000;

const mailer: Mailer = {
  async deliver({ to, messageId, text }) {
    if (DIE === "before sending") die();
    appendFileSync(
      OUTPUT,
      `${JSON.stringify({ to, messageId, code: /^\d{6}$/m.exec(text)![0] })}\n`,
    );
    if (DIE === "after sending") die();
  },
};
const auth = createAuth({
  store,
  links,
  mailer,
  secret: SECRET,
  policy: { workerLease: Number(LEASE_MS), workerPoll: 10, mailsPerClient: 10_000 },
  ports: { clock: { now: () => new Date(Date.now() + minutesLater) } },
});
const client: Client = {
  ipAddress: null,
  network: "unknown",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};

async function handle(message: Message): Promise<unknown> {
  if ("work" in message) auth.worker.start();
  if ("send" in message) {
    // One by one: a hundred at once wait for connections longer than a busy machine allows.
    for (const email of message.send)
      await auth.emailOtp.send(parseEmailAddress(email)!, "sign-in", client);
    if (DIE === "after the commit") die();
  }
  return null;
}
process.on(
  "message",
  (message: Message) =>
    void handle(message).then(() => process.send!({ id: message.id, answer: null })),
);
process.send!("ready");
