import type { DeletionRequest, ExportRequest } from "@acme/auth-core";
import { type Html, html } from "@acme/auth-http";
import { webHref } from "../../href.js";
import type { WithForm } from "../../kernel/form-state.js";
import { go } from "../../kernel/outcome.js";
import { page } from "../../kernel/page.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { button, linkButton } from "../../parts/buttons.js";
import { form, message, refusal } from "../../parts/forms.js";
import {
  actions,
  doneIn,
  emptyState,
  heading,
  list,
  row,
  rowIcon,
  section,
} from "../../parts/sections.js";
import { filled, time } from "../../parts/times.js";
import { dueAfter, whatHappens } from "./deletion.js";

/** What the page of the user's data shows. */
export interface DataPageView {
  /** Copies of the data, newest first. */
  readonly copies: readonly CopyView[];
  readonly deletion: {
    /** When the account is deleted that is asked for now; null for at once. */
    readonly due: Date | null;
    /** The names of the organizations that stand in the way. */
    readonly inTheWay: readonly string[];
    /** A deletion that was asked for; null when there is none. */
    readonly pending: Pick<DeletionRequest, "scheduledFor"> | null;
  };
}

/** A copy of the data. */
export interface CopyView extends Pick<ExportRequest, "status" | "createdAt" | "expiresAt"> {
  /** Null unless it is ready. */
  readonly downloadUrl: string | null;
}

const template = (view: DataPageView & WithForm, kit: Kit): PageContent => {
  const { title } = kit.texts.data;
  return {
    title,
    content: html`${heading({ title })} ${refusal(view.form)} ${copiesSection(view, kit)}
    ${deletionSection(view, kit)}`,
  };
};

const copiesSection = ({ copies }: DataPageView, kit: Kit): Html => {
  const texts = kit.texts.data;
  const prepare = form(
    { action: kit.page("exports"), next: null, content: button({ label: texts.prepare }) },
    kit,
  );
  return section({
    id: "exports",
    title: texts.copies,
    description: texts.copiesHint,
    isRenewed: copies.some(({ status }) => status === "pending"),
    content: [
      doneIn("exports", kit),
      ...(copies.length === 0
        ? [emptyState(texts.none, prepare)]
        : [
            list(
              copies.map((copy) => copyRow(copy, kit)),
              texts.copies,
            ),
            actions([prepare]),
          ]),
    ],
  });
};

const copyRow = ({ status, createdAt, expiresAt, downloadUrl }: CopyView, kit: Kit): Html => {
  const { askedOn, until, states, download, checkAgain } = kit.texts.data;
  const isReady = downloadUrl !== null && expiresAt !== null;
  const action = isReady
    ? linkButton({ label: download, kind: "quiet", href: webHref(downloadUrl) })
    : linkButton({
        label: checkAgain,
        kind: "quiet",
        // Without a fragment: a browser that is at that of the section would load nothing.
        href: kit.page("data"),
      });
  return row({
    start: rowIcon("file"),
    title: states[status],
    facts: [
      filled(askedOn, time(createdAt, "dateTime", kit)),
      ...(isReady ? [filled(until, time(expiresAt, "dateTime", kit))] : []),
    ],
    ...((isReady || status === "pending") && { action: actions([action]) }),
  });
};

const deletionSection = ({ deletion }: DataPageView, kit: Kit): Html => {
  const { title, inTheWay, scheduled, keep } = kit.texts.deletion;
  const { pending, due } = deletion;
  const owned = kit.formats.list(deletion.inTheWay);
  return section({
    id: "deletion",
    title,
    content: [
      doneIn("deletion", kit),
      pending
        ? message(filled(scheduled, time(pending.scheduledFor, "date", kit)), "warn")
        : html`<p>${whatHappens(due, kit)}</p>`,
      owned === "" ? html`` : message(inTheWay(owned), "warn"),
      pending
        ? actions([
            form({ action: kit.page("cancelDeletion"), content: button({ label: keep }) }, kit),
          ])
        : actions([linkButton({ label: title, kind: "danger", href: kit.page("deletion") })]),
    ],
  });
};

/** `/account/data`: copies of the user's data, and the deletion of the account. */
export const data = page({
  name: "data",
  access: "in",
  load: async ({ auth, caller }): Promise<DataPageView> => {
    const [copies, preview, pending] = await Promise.all([
      auth.dataExport.list(caller),
      auth.accountDeletion.preview(caller),
      auth.accountDeletion.findPending(caller),
    ]);
    return {
      copies: copies.map(({ request, downloadUrl }) => ({ ...request, downloadUrl })),
      deletion: {
        due: dueAfter(preview.graceDays, auth.clock.now()),
        inTheWay: preview.soleOwnerOf.map(({ name }) => name),
        pending,
      },
    };
  },
  template,
});

/** `/account/data/exports`: begins a copy. */
export const exports = page({
  name: "exports",
  access: "in",
  form: "data",
  says: { TOO_MANY_REQUESTS: ({ data: texts }) => texts.limit },
  async post({ auth, caller, client, page: href }) {
    await auth.dataExport.request(caller, client);
    return go(href("data", { section: "exports" }), {
      flash: { key: "copyRequested", section: "exports" },
    });
  },
});
