import { AuthError } from "@acme/auth-core";
import { after, DAY } from "@acme/auth-core/surface";
import { type Html, html } from "@acme/auth-http";
import { reasonField } from "@acme/auth-http/pages-host";
import { z } from "@acme/auth-http/routes";
import { webHref } from "../../href.js";
import type { WithForm } from "../../kernel/form-state.js";
import { go, type Outcome } from "../../kernel/outcome.js";
import { page } from "../../kernel/page.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { avatar } from "../../parts/avatar.js";
import { button, linkButton } from "../../parts/buttons.js";
import { field, hiddenUsername, textArea } from "../../parts/fields.js";
import { form, hiddenField, refusal } from "../../parts/forms.js";
import { actions, heading, list, row } from "../../parts/sections.js";
import { filled, time } from "../../parts/times.js";
import { typedPassword } from "./typed-password.js";

/** What the page of the deletion shows. */
export interface DeletionView {
  readonly email: string;
  /** When the account is deleted that is asked for now; null for at once. */
  readonly due: Date | null;
  readonly needsPassword: boolean;
  /** The organizations whose only owner the user is. With one of them there is no form. */
  readonly owned: readonly OwnedView[];
}

/** An organization that would have no owner. */
export interface OwnedView {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly members: number;
}

/** Returns when an account is deleted that is asked for now; null for at once. */
export const dueAfter = (graceDays: number, now: Date): Date | null =>
  graceDays === 0 ? null : after(now, graceDays * DAY);

/** What the deletion of an account comes to. */
export const whatHappens = (due: Date | null, kit: Kit): string | Html => {
  const { deleteOn, deleteNow } = kit.texts.deletion;
  return due ? filled(deleteOn, time(due, "date", kit)) : deleteNow;
};

const template = (view: DeletionView & WithForm, kit: Kit): PageContent => {
  const { deletion: texts, data } = kit.texts;
  const { title } = texts;
  const { owned, due, form: state } = view;
  return {
    title,
    within: [data.title],
    content:
      owned.length > 0
        ? html`${heading({ title, lead: texts.owned })} ${refusal(state)}
          ${list(
            owned.map((each) => ownedRow(each, kit)),
            texts.owned,
          )}`
        : html`<div class="confirmation stack loose">
            ${heading({ title, lead: whatHappens(due, kit) })} ${refusal(state)}
            ${deletionForm(view, kit)}
          </div>`,
  };
};

const ownedRow = ({ id, slug, name, members }: OwnedView, kit: Kit): Html => {
  const texts = kit.texts.deletion;
  return row({
    start: avatar({ id, name }),
    title: name,
    facts: [texts.members(members)],
    action: actions([
      linkButton({
        label: texts.transfer,
        kind: "quiet",
        href: kit.page("transfer", { slug }),
        about: name,
      }),
      linkButton({
        label: texts.remove,
        kind: "quiet",
        href: kit.page("deleteOrganization", { slug }),
        about: name,
      }),
    ]),
  });
};

const deletionForm = (view: DeletionView & WithForm, kit: Kit): Html => {
  const { deletion: texts, frame } = kit.texts;
  const { email, needsPassword, form: state } = view;
  const { password: wrong, reason: tooLong } = state.errors;
  const password = field(
    {
      name: "password",
      type: "password",
      label: texts.password,
      error: wrong ?? null,
      hasFocus: wrong !== undefined,
      autocomplete: "current-password",
    },
    kit,
  );
  const reason = textArea(
    {
      name: "reason",
      label: texts.reason,
      value: state.values["reason"] ?? "",
      error: tooLong ?? null,
      hasFocus: wrong === undefined && tooLong !== undefined,
      isOptional: true,
    },
    kit,
  );
  return form(
    {
      action: kit.page("deletion"),
      content: [
        ...(needsPassword ? [hiddenUsername(email), password] : [hiddenField("username", email)]),
        reason,
        actions([
          button({ label: texts.title, kind: "danger filled" }),
          linkButton({ label: frame.cancel, href: kit.page("data", { section: "deletion" }) }),
        ]),
      ],
    },
    kit,
  );
};

/**
 * `/account/deletion`: asks for the deletion of the account, with the proof that there is. A form that
 * was shown to another user, before a sign-in in another tab, asks for nothing.
 */
export const deletion = page({
  name: "deletion",
  access: "in",
  fields: () =>
    z.object({
      username: z.string().optional(),
      password: typedPassword().optional(),
      reason: reasonField().optional(),
    }),
  at: { INVALID_PASSWORD: "password" },
  async load({ auth, caller, page: href }): Promise<DeletionView | Outcome> {
    if (await auth.accountDeletion.findPending(caller))
      return go(href("data", { section: "deletion" }));
    const { graceDays, needs, soleOwnerOf } = await auth.accountDeletion.preview(caller);
    const slugs = new Map(
      (await auth.organizations.list(caller)).map(({ organization: { id, slug } }) => [id, slug]),
    );
    const owned = soleOwnerOf.map((each) => ({ ...each, slug: slugs.get(each.id) ?? "" }));
    if (owned.length === 0 && needs === "fresh-session") auth.sessions.requireFresh(caller);
    return {
      email: caller.user.email,
      due: dueAfter(graceDays, auth.clock.now()),
      needsPassword: needs === "password",
      owned,
    };
  },
  template,
  async post({ auth, caller, client, page: href }, { username, password = null, reason = "" }) {
    if (username !== undefined && username !== caller.user.email) return go(href("deletion"));
    const { graceDays, soleOwnerOf } = await auth.accountDeletion.preview(caller);
    // Core is not asked: a page begins nothing that must fail.
    if (soleOwnerOf.length > 0) throw new AuthError("LAST_OWNER");
    await auth.accountDeletion.request(caller, { password, reason }, client);
    if (graceDays === 0) {
      await auth.sessions.signOut(client);
      return go(href("goodbye"), { session: null });
    }
    // The section says what will happen: no message says it again.
    return go(href("data", { section: "deletion" }));
  },
});

/** `/account/deletion/cancel`: the account stays. No limit of writes keeps it from that. */
export const cancelDeletion = page({
  name: "cancelDeletion",
  access: "in",
  form: "data",
  uncounted: true,
  async post({ auth, caller, client, next, page: href }) {
    await auth.accountDeletion.cancel(caller, client);
    if (next !== null) return go(webHref(next), { flash: { key: "accountStays" } });
    return go(href("data", { section: "deletion" }), {
      flash: { key: "accountStays", section: "deletion" },
    });
  },
});

/** `/goodbye`: after an account that is deleted at once. */
export const goodbye = page({
  name: "goodbye",
  access: "any",
  load: () => ({}),
  template: (_view, kit) => {
    const { gone } = kit.texts.deletion;
    return {
      title: gone,
      content: html`${heading({ title: gone })}
      ${linkButton({ label: kit.texts.errors.goOn, href: kit.home, isWide: true })}`,
    };
  },
});
