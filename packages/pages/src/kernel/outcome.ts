import type {
  BrowserBinding,
  Continuation,
  OrganizationId,
  RenewedSession,
  SignedIn,
} from "@acme/auth-core";
import type { ChosenLook, Download, PageStatus } from "@acme/auth-http/pages-host";
import type { Href } from "../href.js";
import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import type { FlashMessage } from "./flash.js";
import type { Step } from "./step.js";

/** What the browser keeps after an answer. What is missing stays as it is; null clears it. */
export interface Kept {
  readonly session?: SignedIn | RenewedSession | null;
  readonly browser?: BrowserBinding;
  readonly activeOrganization?: OrganizationId | null;
  /** Of a withheld sign-in: sets the cookie of its gate, or clears it where its lifetime is 0. */
  readonly continuation?: Continuation;
  readonly step?: Step | null;
  readonly flash?: FlashMessage;
  /** The way of a completed sign-in. */
  readonly lastWay?: string;
  readonly look?: ChosenLook;
}

/** The answer that leads to another page. Made by `go`. */
export class Leave {
  readonly to: Href;
  readonly status: 302 | 303;
  readonly kept: Kept;
  constructor(to: Href, status: 302 | 303, kept: Kept) {
    this.to = to;
    this.status = status;
    this.kept = kept;
  }
}

/** Draws what a template shows. */
export type Draw<View> = (view: View, kit: Kit) => PageContent;

/** The templates in use: those of the package, except for those that the application replaces. */
export interface TemplatesInUse {
  /** Returns what stands in the place of a template of the package. */
  readonly inPlaceOf: <View>(template: Draw<View>) => Draw<View>;
}

/** The answer that is a page. Made by `show`. */
export class Shown {
  /** Draws the page by the template in use. */
  readonly render: (kit: Kit, templates: TemplatesInUse) => PageContent;
  readonly status: PageStatus | null;
  readonly kept: Kept;
  constructor(render: Shown["render"], status: PageStatus | null, kept: Kept) {
    this.render = render;
    this.status = status;
    this.kept = kept;
  }
}

/** The answer that is a file to keep. Made by `send`. */
export class Sent {
  readonly download: Download;
  readonly kept: Kept = {};
  constructor(download: Download) {
    this.download = download;
  }
}

/** What a page answers. */
export type Outcome = Leave | Shown | Sent;

/** Answers with a file to keep, as it streams. */
export const send = (download: Download): Sent => new Sent(download);

/**
 * Answers with a redirect: 303 after a form, what the browser keeps first.
 * @example
 * return go(visit.page("security", { section: "password" }), { flash: { key: "saved", section: "password" } });
 */
export const go = (to: Href, kept: Kept = {}): Leave => new Leave(to, 303, kept);

/**
 * Answers a form with a page: a secret that is shown once, or a page instead of the form. Every
 * other form that succeeds answers `go`.
 * @param status of a refusal that the page tells of. Default: 200
 * @example
 * return show(recoveryCodesTemplate, { codes });
 */
export const show = <View>(
  template: Draw<View>,
  view: View,
  { status, ...kept }: Kept & { readonly status?: PageStatus } = {},
): Shown => new Shown((kit, { inPlaceOf }) => inPlaceOf(template)(view, kit), status ?? null, kept);
