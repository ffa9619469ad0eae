import type { SignInMethods } from "@acme/auth-core";
import type { Surface } from "@acme/auth-express";
import type { Branded } from "@acme/auth-http";
import express, { type Router } from "express";
import manifest from "../../../package.json" with { type: "json" };
import type { Config } from "../../config/config.js";
import { isFromThisMachine } from "../inbox/own-machine.js";
import { hasInbox, isForDevelopers, mailsElsewhere } from "../inbox/where-mails-are.js";
import { type Home, homePage } from "./home-page.js";
import { createPageLook, sendPage } from "./page.js";

export interface HomeOptions {
  readonly surface: Surface;
  readonly config: Config;
  readonly auth: Branded & { readonly signInMethods: SignInMethods };
}

/** Where the page about the service is. */
export const homePath = ({ pages }: Pick<Config, "pages">): "/" | "/dev" =>
  pages === "on" ? "/dev" : "/";

/**
 * The page about the service, for a browser: at `/`; and at `/dev` where `/` is a page of people's,
 * and then only for a developer on this machine. To every other client it is an unknown path.
 */
export function homeRoute({ surface, config, auth }: HomeOptions): Router {
  const { appName, appUrl } = config;
  const isFrontEnd = config.pages === "on";
  const home: Home = {
    appName,
    appUrl,
    isFrontEnd,
    hasInbox: hasInbox(config),
    facts: config.production ? [] : factsOf(config, auth.signInMethods),
  };
  const page = homePage(createPageLook(auth), home);
  const router = express.Router({ strict: true });
  router.get(homePath(config), (request, response, next) => {
    const isShown = !isFrontEnd || (isForDevelopers(config) && isFromThisMachine(request));
    if (isShown && request.headers.accept?.includes("text/html")) sendPage(response, surface, page);
    else next();
  });
  return router;
}

const factsOf = (config: Config, signInMethods: SignInMethods): Home["facts"] => [
  ["Version", manifest.version],
  ["Database", databaseOf(config)],
  ["Mails", mailsOf(config)],
  ["Sign-in by", methodsOf(signInMethods)],
];

const databaseOf = ({ databaseUrl }: Config): string =>
  databaseUrl.engine === "sqlite" ? `SQLite, ${databaseUrl.file}` : "Postgres";

function mailsOf(config: Config): string {
  if (config.smtpUrl !== null) return "are sent through SMTP_URL.";
  return mailsElsewhere(config) ?? "are printed, and shown in the development inbox.";
}

/** Each external provider is shown by its own name. */
function methodsOf(signInMethods: SignInMethods): string {
  const offered = signInMethods.list().filter(({ isOffered }) => isOffered);
  const words = offered.flatMap(({ name, word }) => (name === "oauth" ? [] : [word]));
  const providers = signInMethods.offered().providers.map(({ name }) => name);
  return [...words, ...providers].join(", ");
}
