import type { Caller } from "@acme/auth-core";
import { Html, type NamedSite, type RenderedPage } from "@acme/auth-http";
import { formatsOf } from "../formats.js";
import { assetHref, type Href, webHref } from "../href.js";
import type { AssetName, Flash, Kit, KitBrand } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import type { Layouts } from "../layouts/layouts.js";
import { EMPTY_FORM, type FormState } from "./form-state.js";
import { type Framing, loadFrame, type ShownPage } from "./frame.js";
import { htmlHeaders } from "./html-headers.js";
import type { Languages } from "./languages.js";
import type { PageLayout } from "./page-definition.js";
import type { Steps } from "./step.js";
import type { AnyVisit } from "./visit.js";

/** What every page of a surface is drawn with. */
export interface DrawingHost {
  readonly site: NamedSite;
  readonly appName: string;
  readonly brand: KitBrand;
  readonly inbox: Href | null;
  readonly languages: Languages;
  readonly steps: Steps;
  readonly layouts: Layouts;
  readonly fileOf: (name: AssetName) => string;
  readonly framing: Framing;
  readonly styles: EntryStyles;
}

/** The stylesheet of signed-out pages, which stands in the page. */
export interface EntryStyles {
  /** Its text. */
  readonly entry: string;
  /** Its hash, as a Content-Security-Policy names it. */
  readonly entryHash: string;
  /** The origins that the logo is loaded from. */
  readonly imageOrigins: readonly string[];
}

/** A page that is to be drawn. */
export interface Drawing {
  readonly visit: AnyVisit;
  readonly shown: ShownPage;
  readonly layout: PageLayout;
  readonly render: (kit: Kit) => PageContent;
  readonly form?: FormState;
  readonly flash?: Flash | null;
  /** The path with the query to which `/look` comes back. */
  readonly here: string;
}

/** Draws a page: its layout, with what the visitor is shown in it. */
export type DrawPage = (drawing: Drawing) => Promise<RenderedPage>;

/** Returns what draws the pages of a surface. */
export function createDrawing(host: DrawingHost): DrawPage {
  const { site, appName, styles, languages, steps, layouts } = host;
  const headers = htmlHeaders(site, {
    styleHash: styles.entryHash,
    imageOrigins: styles.imageOrigins,
  });
  const base = site.pages ?? "";
  const shared = {
    appName,
    brand: host.brand,
    inbox: host.inbox,
    locales: languages.locales,
    entryStyle: new Html(`<style>${styles.entry}</style>`),
    home: webHref(site.homeUrl),
    asset: (name: AssetName): Href => assetHref(base, host.fileOf(name)),
  };

  return async function drawPage({ visit, shown, layout, render, form = EMPTY_FORM, flash, here }) {
    const { locale, texts, look, step, next, caller } = visit;
    const frame =
      layout === "account" && caller
        ? await loadFrame(withCaller(visit, caller), shown, host.framing)
        : null;
    const kit: Kit = {
      ...shared,
      locale,
      direction: await languages.directionOf(locale),
      theme: look.theme,
      texts,
      formats: formatsOf(locale),
      page: visit.page,
      here,
      hidden: { step: step && steps.seal(step), next },
      flash: flash ?? null,
      frame,
    };
    const isRefused = form.message !== null || Object.keys(form.errors).length > 0;
    const content = { ...render(kit), ...(isRefused && { isRefused }) };
    const body = frame ? layouts.account(content, frame, kit) : layouts.entry(content, kit);
    return { headers, body };
  };
}

const withCaller = (visit: AnyVisit, caller: Caller): AnyVisit & { readonly caller: Caller } => ({
  ...visit,
  caller,
});
