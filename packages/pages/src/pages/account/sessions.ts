import { parseId, type Session, type SessionId } from "@acme/auth-core";
import { type Html, html } from "@acme/auth-http";
import { z } from "@acme/auth-http/routes";
import type { WithForm } from "../../kernel/form-state.js";
import { go } from "../../kernel/outcome.js";
import { page } from "../../kernel/page.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { badge } from "../../parts/badge.js";
import { button, dialogLink, linkButton } from "../../parts/buttons.js";
import { form, refusal } from "../../parts/forms.js";
import { actions, doneIn, heading, list, row, rowIcon } from "../../parts/sections.js";
import { filled, time } from "../../parts/times.js";
import { deviceName, isHandheld } from "./device-words.js";

/** What pages show of a session. */
export interface SessionView extends Pick<
  Session,
  "authenticatedAt" | "authenticatedBy" | "lastSeenAt" | "ipAddress" | "userAgent"
> {
  readonly id: string;
  readonly isThis: boolean;
}

/** What the list of devices shows. */
export interface SessionsView {
  /** That of the reader first, then those that were used last. */
  readonly sessions: readonly SessionView[];
}

const SECTION = "devices";

const template = ({ sessions, form: state }: SessionsView & WithForm, kit: Kit): PageContent => {
  const texts = kit.texts.devices;
  const href = kit.page("endOtherSessions");
  return {
    title: texts.title,
    content: html`${heading({
        title: texts.title,
        lead: texts.lead,
        ...(sessions.length > 1 && { action: dialogLink({ label: texts.signOutOthers, href }) }),
      })}
      <div class="stack" id="${SECTION}">
        ${refusal(state)} ${doneIn(SECTION, kit)}
        ${list(
          sessions.map((each) => sessionRow(each, kit)),
          texts.title,
        )}
        <p class="small quiet-text">${texts.everywhereLead}</p>
        ${actions([dialogLink({ label: texts.everywhere, href })])}
      </div>`,
  };
};

const sessionRow = (session: SessionView, kit: Kit): Html => {
  const { devices: texts, frame } = kit.texts;
  const { id, isThis, ipAddress, userAgent } = session;
  const title = deviceName(userAgent, kit) ?? texts.unknown;
  const way = texts.ways[session.authenticatedBy];
  return row({
    start: rowIcon(isHandheld(userAgent) ? "phone" : "computer"),
    title,
    badges: isThis ? [badge(texts.thisDevice, "brand")] : [],
    facts: [
      ...(way === undefined ? [] : [way]),
      ...(ipAddress === null ? [] : [ipAddress]),
      isThis
        ? filled(texts.signedInAt, time(session.authenticatedAt, "dateTime", kit))
        : filled(texts.usedAt, time(session.lastSeenAt, "dateTime", kit)),
    ],
    action: form(
      {
        action: kit.page("endSession", { id }),
        content: button({ label: frame.signOut, kind: "quiet", about: title }),
      },
      kit,
    ),
  });
};

/** `/account/sessions`: where the user is signed in. */
export const sessions = page({
  name: "sessions",
  access: "in",
  load: async ({ auth, caller }): Promise<SessionsView> => {
    const listed = await auth.sessions.list(caller);
    const views = listed.map((session) => ({
      ...session,
      isThis: session.id === caller.session.id,
    }));
    return {
      sessions: views.sort(
        (one, other) =>
          Number(other.isThis) - Number(one.isThis) ||
          other.lastSeenAt.getTime() - one.lastSeenAt.getTime(),
      ),
    };
  },
  template,
});

/**
 * `/account/sessions/:id/end`: signs one device out; this one too. No limit of writes keeps the user
 * from that: it might be used up by the very device.
 */
export const endSession = page({
  name: "endSession",
  access: "in",
  form: "sessions",
  uncounted: true,
  async post({ auth, caller, client, params, page: href }) {
    const id = parseId<SessionId>(params["id"] ?? "");
    if (id) await auth.sessions.revoke(caller, id, client);
    if (id === caller.session.id)
      return go(href("signIn"), { session: null, step: null, flash: { key: "signedOut" } });
    return go(href("sessions"), { flash: { key: "deviceSignedOut", section: SECTION } });
  },
});

/** What the question before devices are signed out shows. */
export interface EndOthersView {
  /** How many there are besides this one. */
  readonly others: number;
}

/**
 * `/account/sessions/end-others`: asks, and signs out all other devices, or all. No limit of writes
 * keeps the user from that.
 */
export const endOtherSessions = page({
  name: "endOtherSessions",
  access: "in",
  uncounted: true,
  fields: () => z.object({ everywhere: z.literal("true").optional() }),
  load: async ({ auth, caller }): Promise<EndOthersView> => ({
    others: (await auth.sessions.list(caller)).length - 1,
  }),
  template({ others, form: state }, kit) {
    const { devices: texts, frame } = kit.texts;
    const title = others > 0 ? texts.signOutOthers : texts.everywhere;
    const everywhere = button({
      label: texts.everywhere,
      name: "everywhere",
      value: "true",
      kind: others > 0 ? "secondary" : "primary",
    });
    return {
      title,
      within: [texts.title],
      content: html`<div class="confirmation stack loose">
        ${heading({ title, ...(others > 0 && { lead: texts.othersLead(others) }) })}
        ${refusal(state)}
        ${form(
          {
            action: kit.page("endOtherSessions"),
            content: [
              ...(others > 0
                ? [actions([button({ label: texts.signOutOthers, kind: "primary" })])]
                : []),
              html`<p class="small quiet-text">${texts.everywhereLead}</p>`,
              actions([
                everywhere,
                linkButton({ label: frame.cancel, href: kit.page("sessions"), kind: "quiet" }),
              ]),
            ],
          },
          kit,
        )}
      </div>`,
    };
  },
  async post({ auth, caller, client, page: href }, { everywhere }) {
    if (everywhere) {
      await auth.sessions.revokeAll(caller.user.id, client);
      return go(href("signIn"), {
        session: null,
        step: null,
        flash: { key: "signedOutEverywhere" },
      });
    }
    const session = await auth.sessions.revokeOthers(caller, client);
    return go(href("sessions"), { session, flash: { key: "othersSignedOut", section: SECTION } });
  },
});
