import type { PlannedMigration } from "@acme/auth-kysely";
import { type Config, readConfig } from "../config/config.js";
import { DIFFERENT_SITES } from "../config/findings.js";
import { titleOf } from "../serving/features.js";
import type { OpenedAuth } from "../serving/open-auth.js";
import { counted } from "../starting/counted.js";
import type { Answer, Invocation } from "./command.js";
import { CommandFailure, EXIT } from "./command.js";
import { findingsOf } from "./config.js";
import { answerOf, type Diagnosis, ok, problem, reasonOf, warning } from "./diagnosis.js";
import { checkContributors } from "./doctor-contributors.js";
import { checkErasures } from "./doctor-erasures.js";
import { checkOutside } from "./doctor-outside.js";
import { checkSites } from "./doctor-sites.js";
import { withDatabase } from "./with-auth.js";

const MINUTE_MS = 60_000;
const MAX_LATENESS_MS = 10 * MINUTE_MS;
const PROVIDER_TIMEOUT_MS = 10_000;

/** Checks what this configuration leads to, or a running deployment from outside. */
export async function examine({ env, values, progress }: Invocation): Promise<Answer> {
  const url = values["URL"];
  if (url !== undefined) return answerOf(await checkOutside(deploymentOf(url)));
  const { problems, warnings } = findingsOf(env);
  const configuration = [
    ...problems.map((text) => problem("configuration", text, "Correct the variable.")),
    // Below, this one is a problem.
    ...warnings
      .filter((text) => text !== DIFFERENT_SITES)
      .map((text) =>
        warning("configuration", text, "Correct the variable, unless it is meant so."),
      ),
  ];
  if (problems.length > 0) return answerOf(configuration);
  const { config } = readConfig(env);
  const diagnoses = [...configuration, ...checkSites(config)];
  for (const [what, check] of [
    ["database", checkDatabase],
    ["mail server", checkMailServer],
    ["providers", checkProviders],
  ] as const) {
    progress(`Asking the ${what} …`);
    diagnoses.push(...(await check(config)));
  }
  progress("");
  return answerOf(
    configuration.length > 0 ? diagnoses : [ok("configuration", "complete"), ...diagnoses],
  );
}

function deploymentOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new CommandFailure("URL must be http:// or https://, without user.", EXIT.misused);
  return url;
}

async function checkDatabase(config: Config): Promise<readonly Diagnosis[]> {
  try {
    return await withDatabase(config, async (opened) => {
      const planned = await opened.store.planMigrations();
      const pending = planned.filter(({ namespace }) => titleOf(namespace) === null);
      if (pending.length > 0)
        return [
          problem(
            "database",
            `it is older than this program (${idsIn(pending)})`,
            "Bring it up to date: auth-server migrate",
          ),
        ];
      return [
        planned.length === 0
          ? ok("database", "reachable and up to date")
          : warning(
              "database",
              `reachable and up to date, but without the tables of ${titlesIn(planned)} (${idsIn(planned)})`,
              "If auth-server serves this database: auth-server migrate. That of an application of yours needs none of them.",
            ),
        ...(await checkQueues(opened, planned)),
        ...(await checkContributors(opened)),
        ...(await checkErasures(opened, config)),
      ];
    });
  } catch (thrown) {
    const advice = "Compare DATABASE_URL with the database, and look whether it runs.";
    return [problem("database", reasonOf(thrown), advice)];
  }
}

const idsIn = (planned: readonly PlannedMigration[]): string =>
  planned.map(({ id }) => id).join(", ");

/** The features whose tables are missing. */
const titlesIn = (planned: readonly PlannedMigration[]): string =>
  [...new Set(planned.map(({ namespace }) => titleOf(namespace)))].join(" and ");

/**
 * Each queue, the title of the feature that has it, what its commands begin with, and the one that
 * shows what was given up.
 */
const QUEUES = [
  {
    queueOf: ({ outbox }: OpenedAuth["store"]) => outbox,
    feature: null,
    command: "mails",
    seeDead: "auth-server mails list --dead",
  },
  {
    queueOf: ({ jobs }: OpenedAuth["store"]) => jobs,
    feature: null,
    command: "jobs",
    seeDead: "auth-server jobs list --dead",
  },
  {
    queueOf: ({ webhookDeliveries }: OpenedAuth["store"]) => webhookDeliveries,
    feature: "webhooks",
    command: "webhooks",
    seeDead: "auth-server webhooks deliveries ID",
  },
] as const;

/** Looks at every queue but those of features whose tables are `planned`. */
async function checkQueues(
  { auth, store }: OpenedAuth,
  planned: readonly PlannedMigration[],
): Promise<readonly Diagnosis[]> {
  const missing = planned.map(({ namespace }) => titleOf(namespace));
  const now = auth.clock.now();
  const queues = QUEUES.filter(({ feature }) => feature === null || !missing.includes(feature));
  const backlogs = await Promise.all(
    queues.map(async (queue) => ({
      ...queue,
      ...(await queue.queueOf(store).countBacklog(now)),
    })),
  );
  return backlogs.flatMap(({ command, seeDead, queued, dead, oldestDueAt }) => {
    const lateMs = oldestDueAt === null ? 0 : now.getTime() - oldestDueAt.getTime();
    const late = `the oldest is due for ${counted(Math.floor(lateMs / MINUTE_MS), "minute")}`;
    const flow =
      lateMs > MAX_LATENESS_MS
        ? problem(
            command,
            late,
            "No worker runs, or it cannot keep up. Look at WORKER and at the log.",
          )
        : ok(command, `${counted(queued, "waits", "wait")}, none is late`);
    const given = warning(
      command,
      `${counted(dead, "was", "were")} given up`,
      `See why and try again: ${seeDead}`,
    );
    return dead > 0 ? [flow, given] : [flow];
  });
}

async function checkMailServer({ smtpUrl, mailFrom }: Config): Promise<readonly Diagnosis[]> {
  if (!smtpUrl || !mailFrom)
    return [
      warning("mail server", "mails are printed", "Set SMTP_URL and MAIL_FROM in production."),
    ];
  const { createSmtpMailer } = await import("@acme/auth-nodemailer");
  const mailer = createSmtpMailer({ url: smtpUrl.reveal(), from: mailFrom });
  try {
    await mailer.verify();
    return [ok("mail server", "it accepts connections and the login")];
  } catch (thrown) {
    const advice = "Compare SMTP_URL with the server; many networks block port 25.";
    return [problem("mail server", reasonOf(thrown), advice)];
  } finally {
    mailer.close();
  }
}

/**
 * Asks every provider that is discovered. One with endpoints of its own has nothing to ask that
 * changes nothing.
 */
const checkProviders = async ({ identityProviders }: Config): Promise<readonly Diagnosis[]> =>
  Promise.all(
    identityProviders.flatMap((provider) =>
      "issuer" in provider ? [checkProvider(provider.id, provider.issuer)] : [],
    ),
  );

async function checkProvider(id: string, issuer: string): Promise<Diagnosis> {
  const check = `provider ${id}`;
  const advice = "Compare its issuer with the provider's documents, and look at the network.";
  try {
    const response = await fetch(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, {
      redirect: "error",
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    });
    const metadata: unknown = response.ok ? await response.json() : null;
    const found = typeof metadata === "object" && metadata !== null && "issuer" in metadata;
    return found
      ? ok(check, `${issuer} is discovered`)
      : problem(check, `there is no discovery at ${issuer} (${response.status})`, advice);
  } catch (thrown) {
    return problem(check, `discovery at ${issuer} failed: ${reasonOf(thrown)}`, advice);
  }
}
