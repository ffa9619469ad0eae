import type { PlannedMigration } from "@acme/auth-kysely";
import { type Config, readConfig } from "../config/config.js";
import { DIFFERENT_SITES } from "../config/front-end.js";
import { titleOf } from "../serving/features.js";
import type { Answer, Invocation } from "./command.js";
import { CommandFailure, EXIT } from "./command.js";
import { findingsOf } from "./config.js";
import { answerOf, type Diagnosis, ok, problem, reasonOf, warning } from "./diagnosis.js";
import { checkClock } from "./doctor-clock.js";
import { checkContributors } from "./doctor-contributors.js";
import { checkEnrolled } from "./doctor-enrolled.js";
import { checkErasures } from "./doctor-erasures.js";
import { checkOutside } from "./doctor-outside.js";
import { checkQueues } from "./doctor-queues.js";
import { checkSites } from "./doctor-sites.js";
import { checkWellKnown } from "./doctor-well-known.js";
import { withDatabase } from "./with-auth.js";

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
    ["documents", checkWellKnown],
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
      const pending = planned.filter(
        ({ namespace }) => titleOf(opened.features, namespace) === null,
      );
      if (pending.length > 0)
        return [
          problem(
            "database",
            `it is older than this program (${idsIn(pending)})`,
            "Bring it up to date: auth-server migrate",
          ),
        ];
      const titles = [
        ...new Set(planned.flatMap(({ namespace }) => titleOf(opened.features, namespace) ?? [])),
      ];
      return [
        planned.length === 0
          ? ok("database", "reachable and up to date")
          : warning(
              "database",
              `reachable and up to date, but without the tables of ${TITLES.format(titles)} (${idsIn(planned)})`,
              "If auth-server serves this database: auth-server migrate. That of an application of yours needs none of them.",
            ),
        ...(await checkClock(opened)),
        ...(await checkQueues(opened, titles)),
        ...(await checkEnrolled(opened, config)),
        ...(await checkContributors(opened)),
        ...(await checkErasures(opened, config)),
      ];
    });
  } catch (thrown) {
    const advice = "Compare DATABASE_URL with the database, and look whether it runs.";
    return [problem("database", reasonOf(thrown), advice)];
  }
}

/** As in "a, b and c". */
const TITLES = new Intl.ListFormat("en-GB");

const idsIn = (planned: readonly PlannedMigration[]): string =>
  planned.map(({ id }) => id).join(", ");

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
