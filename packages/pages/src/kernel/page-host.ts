import type { Client, Secret } from "@acme/auth-core";
import type { HttpRequest, NamedSite } from "@acme/auth-http";
import type { Family } from "@acme/auth-http/pages-host";
import type { AnyHrefs } from "../href.js";
import type { DrawPage } from "./draw-page.js";
import type { Flashes } from "./flash.js";
import type { TemplatesInUse } from "./outcome.js";
import type { AnyPage, PageTemplate } from "./page-definition.js";
import type { Steps } from "./step.js";
import type { AnyVisit, Asked, VisitHost } from "./visit.js";

/** What the pages of one surface are served with. */
export interface PageHost extends VisitHost {
  readonly site: NamedSite;
  /** The path below which the pages are, without a slash at its end. */
  readonly base: string;
  readonly family: Family;
  readonly steps: Steps;
  readonly flashes: Flashes;
  readonly draw: DrawPage;
  readonly visitOf: (asked: Asked) => Promise<AnyVisit>;
  /** For what `show` draws. */
  readonly templates: TemplatesInUse;
  /** The template of a page, or the application's in its place. */
  readonly templateOf: (page: AnyPage) => PageTemplate<never> | null;
  /** The client of a request of which nothing is looked up. */
  readonly strangerOf: (request: HttpRequest) => Client;
  readonly pageOf: (name: string) => AnyPage | null;
  /** What a browser goes on with at a page of a withheld sign-in; null on every other page. */
  readonly pendingOf: (page: AnyPage, request: HttpRequest) => Secret | null;
  /** Returns the URL of a page. */
  readonly hrefOf: AnyHrefs;
  /** The name of the page to which a refusal leads instead; null for none. */
  readonly leadOf: (code: string) => string | null;
}
