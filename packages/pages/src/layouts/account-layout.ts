import { type Html, html, htmlDocument } from "@acme/auth-http";
import type { Frame, FrameBanner, FrameInvitation, Kit, RailGroup } from "../kit.js";
import { withAddresses } from "../parts/addresses.js";
import { avatar } from "../parts/avatar.js";
import { badge } from "../parts/badge.js";
import { button, linkButton } from "../parts/buttons.js";
import { element } from "../parts/element.js";
import { form, hiddenField, message } from "../parts/forms.js";
import { icon } from "../parts/icons.js";
import { menu } from "../parts/menu.js";
import { mark } from "./brand-line.js";
import { documentHead, type PageContent, skipLink, titleOf } from "./document.js";

/** A signed-in page as it is sent: bar, banner, rail, and one column. */
export const accountLayout = (page: PageContent, frame: Frame, kit: Kit): string =>
  htmlDocument({
    title: titleOf(page, kit),
    language: kit,
    theme: kit.theme,
    head: html`<link rel="stylesheet" href="${kit.asset("pages.css").url}" />
      ${documentHead(page, kit)}`,
    body: html`${skipLink(kit)} ${bar(frame, kit)} ${frame.banner ? banner(frame.banner, kit) : ""}
      <div class="frame">
        <nav class="rail" aria-label="${kit.texts.frame.sections}">
          ${frame.rail.map(railGroup)}
        </nav>
        <main class="column" id="content" tabindex="-1">
          ${kit.flash && kit.flash.section === null ? message(kit.flash.text, kit.flash.kind ?? "good") : ""}
          ${page.content}
        </main>
      </div>
      ${forPasskeys(frame)}`,
  });

/** What the script is told of passkeys: outside of what a dialog shows. */
const forPasskeys = ({ passkeys: { signals, creation } }: Frame): Html =>
  html`${
    signals.length > 0 ? html`<div data-passkeys="${JSON.stringify(signals)}" hidden></div>` : ""
  }${creation === null ? "" : html`<div data-create-passkey="${creation}" hidden></div>`}`;

const bar = (frame: Frame, kit: Kit): Html =>
  html`<header class="bar">
    <div class="bar-line">
      ${element("a", { class: "bar-mark", href: kit.home, "aria-label": kit.appName }, mark(kit))}
      <span class="bar-slash" aria-hidden="true"></span>
      ${switcher(frame, kit)} ${waiting(frame, kit)} ${accountMenu(frame, kit)}
    </div>
  </header>`;

/** The active organization, the others, waiting invitations, and "Create organization". */
const switcher = (frame: Frame, kit: Kit): Html => {
  const { organization, organizations, waitingInvitations } = frame;
  const { frame: texts } = kit.texts;
  const name = organization?.name ?? texts.noOrganization;
  const own = organizations.map(({ id, name: each }) =>
    form(
      {
        action: kit.page("switchOrganization"),
        layout: "line",
        next: null,
        content: [
          hiddenField("id", id),
          element(
            "button",
            { type: "submit", "aria-current": id === organization?.id ? "true" : null },
            html`${avatar({ id, name: each })}<bdi>${each}</bdi>${
              id === organization?.id ? icon("check", "small") : ""
            }`,
          ),
        ],
      },
      kit,
    ),
  );
  return menu({
    id: "switcher",
    buttonClass: "button quiet switcher",
    name: `${texts.switchOrganization}: ${name}`,
    label: html`<bdi>${name}</bdi>${icon("choose", "small")}`,
    groups: [
      own,
      waitingInvitations.map((each) => invitationEntry(each, kit)),
      [
        element("a", { href: kit.page("organizations") }, texts.organizations),
        element(
          "a",
          { href: kit.page("newOrganization") },
          html`${icon("plus", "small")}${texts.createOrganization}`,
        ),
      ],
    ],
  });
};

/** Leads to where invitations are answered. */
const invitationEntry = ({ id, organization }: FrameInvitation, kit: Kit): Html =>
  element(
    "a",
    { href: kit.page("organizations") },
    html`${avatar({ id, name: organization })}<bdi>${organization}</bdi>${badge(
      kit.texts.frame.invitation,
      "brand",
    )}`,
  );

const waiting = ({ waitingInvitations: { length: count } }: Frame, kit: Kit): Html =>
  count === 0
    ? html``
    : element(
        "a",
        {
          class: "bar-count",
          href: kit.page("organizations"),
          "aria-label": kit.texts.frame.invitationsWaiting(count),
        },
        html`${icon("mail", "small")}<span>${kit.formats.number(count)}</span>`,
      );

const accountMenu = ({ user }: Frame, kit: Kit): Html => {
  const { frame: texts } = kit.texts;
  return menu({
    id: "account-menu",
    buttonClass: "bar-person",
    label: html`${avatar(user)}<span class="hush">${texts.accountMenu}</span>`,
    head: html`<p class="menu-head">
      ${user.name ? html`<strong><bdi>${user.name}</bdi></strong>` : ""}<span
        >${withAddresses(user.email)}</span
      >
    </p>`,
    groups: [
      [
        element("a", { href: kit.page("profile") }, texts.account),
        element("a", { href: kit.page("preferences") }, texts.preferences),
        form(
          {
            action: kit.page("signOut"),
            layout: "line",
            next: null,
            content: element("button", { type: "submit" }, texts.signOut),
          },
          kit,
        ),
      ],
    ],
  });
};

const banner = ({ kind, text, button: one }: FrameBanner, kit: Kit): Html =>
  html`<aside class="banner ${kind}" aria-label="${text}">
    <div class="banner-line">
      ${icon(kind === "neutral" ? "mail" : "warning")}
      <p>${withAddresses(text)}</p>
      ${one ? bannerButton(one, kit) : ""}
    </div>
  </aside>`;

const bannerButton = (one: NonNullable<FrameBanner["button"]>, kit: Kit): Html =>
  "href" in one
    ? linkButton(one)
    : form({ action: one.action, content: button({ label: one.label }), next: kit.here }, kit);

const railGroup = ({ label, entries }: RailGroup, index: number): Html =>
  html`<p class="rail-label ${index === 0 ? "first" : "later"}"><bdi>${label}</bdi></p>
    <ul role="list" aria-label="${label}">
      ${entries.map(
        (entry) =>
          html`<li>
            ${element(
              "a",
              { href: entry.href, "aria-current": entry.isCurrent ? "page" : null },
              entry.label,
            )}
          </li>`,
      )}
    </ul>`;
