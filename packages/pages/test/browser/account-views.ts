import { html } from "@acme/auth-http";
import type { Frame, Kit } from "../../src/kit.js";
import { accountLayout } from "../../src/layouts/account-layout.js";
import { avatar } from "../../src/parts/avatar.js";
import { badge } from "../../src/parts/badge.js";
import { button, dialogLink, linkButton } from "../../src/parts/buttons.js";
import { confirmation } from "../../src/parts/confirmation.js";
import { choice, field, select } from "../../src/parts/fields.js";
import { form, saved, searchForm } from "../../src/parts/forms.js";
import { providerMark } from "../../src/parts/provider-marks.js";
import {
  actions,
  emptyState,
  heading,
  list,
  row,
  rowIcon,
  section,
  strong,
} from "../../src/parts/sections.js";
import { galleryFrame } from "./gallery-kit.js";

const slug = "studio";

export function profilePage(kit: Kit, frame: Frame = galleryFrame("Profile")): string {
  return accountLayout(
    {
      title: "Profile",
      content: html`${heading({ title: "Profile" })}
      ${section({
        id: "name",
        title: "Name",
        description: "Members of your organizations see it.",
        content: form(
          {
            action: kit.page("name"),
            content: [
              field(
                {
                  name: "name",
                  label: "Name",
                  isLabelHidden: true,
                  value: "Nora Lind",
                  autocomplete: "name",
                },
                kit,
              ),
              actions([button({ label: "Save", kind: "primary" }), saved("Saved")]),
            ],
          },
          kit,
        ),
      })}
      ${section({
        id: "email",
        title: "Email address",
        description: "Where codes, links and notices go.",
        content: [
          list(
            [
              row({
                start: rowIcon("mail"),
                title: "nora@example.com",
                badges: [badge("Verified", "good")],
                facts: ["Since March 3, 2026"],
                action: linkButton({
                  label: "Change",
                  kind: "quiet",
                  href: kit.page("email"),
                  about: "email address",
                }),
              }),
              row({
                start: rowIcon("mail"),
                title: "nora.lindqvist@a-much-longer-host.example.com",
                badges: [badge("Waiting", "warn")],
                facts: ["Open the link we sent there."],
                action: form(
                  {
                    action: kit.page("cancelEmail"),
                    content: button({ label: "Cancel", kind: "quiet" }),
                  },
                  kit,
                ),
              }),
            ],
            "Email addresses",
          ),
        ],
      })}`,
    },
    frame,
    kit,
  );
}

export function securityPage(kit: Kit, frame: Frame = galleryFrame("Security")): string {
  const passkey = (id: string, title: string, facts: readonly string[]) =>
    row({
      start: rowIcon("key"),
      title,
      facts,
      action: linkButton({
        label: "Edit",
        kind: "quiet",
        href: kit.page("passkey", { id }),
        about: title,
      }),
    });
  return accountLayout(
    {
      title: "Security",
      content: html`${heading({ title: "Security", lead: "How you sign in, and who else could." })}
      ${section({
        id: "passkeys",
        title: "Passkeys",
        description:
          "Sign in with your fingerprint, face or screen lock. Nothing to remember, nothing to phish.",
        content: [
          list(
            [
              passkey("1", "iCloud Keychain", ["Added March 3, 2026", "Used yesterday"]),
              passkey("2", "YubiKey 5C NFC", ["Added January 14, 2026", "Never used"]),
            ],
            "Passkeys",
          ),
          actions([
            linkButton({ label: "Add a passkey", icon: "plus", href: kit.page("newPasskey") }),
          ]),
        ],
      })}
      ${section({
        id: "password",
        title: "Password",
        content: list(
          [
            row({
              start: rowIcon("lock"),
              title: "Password",
              facts: ["Changed 8 months ago"],
              action: linkButton({
                label: "Change",
                kind: "quiet",
                href: kit.page("password"),
                about: "password",
              }),
            }),
          ],
          "Password",
        ),
      })}
      ${section({
        id: "second-factor",
        title: "Second factor",
        description: "A code from an app, asked for after your password or code.",
        content: emptyState(
          "No authenticator app yet.",
          linkButton({
            label: "Set up",
            href: kit.page("newSecondFactor"),
            about: "an authenticator app",
          }),
        ),
      })}
      ${section({
        id: "linked-accounts",
        title: "Linked accounts",
        description: "Accounts elsewhere that sign you in here.",
        content: list(
          [
            row({
              start: rowIcon(providerMark("google")),
              title: "Google",
              facts: ["nora@example.com"],
              action: dialogLink({
                label: "Unlink",
                kind: "quiet",
                href: kit.page("unlinkAccount", { id: "1" }),
                about: "Google",
              }),
            }),
            row({
              start: rowIcon(providerMark("github")),
              title: "GitHub",
              facts: ["Not linked"],
              action: form(
                {
                  action: kit.page("linkAccount", { provider: "github" }),
                  content: button({ label: "Link", kind: "quiet", about: "GitHub" }),
                },
                kit,
              ),
            }),
          ],
          "Linked accounts",
        ),
      })}`,
    },
    frame,
    kit,
  );
}

const NAMES =
  `Nora Lind|Mia Castellanos|山田 太郎|Jón Þórsson|Amélie Dubois-Laurent|Ólafur|Zoë Kravitz|محمد الأحمد|Łukasz Wiśniewski|Ana de la Cruz y Mendoza Fernández|Søren Ø|Priya Raghunathan|Donaudampfschifffahrtsgesellschaftskapitän Bauer|李小龍|Tom & Jerry|Chidi Anagonye|Eva|Ben Ali|Ingrid Bergström|Kofi Mensah`.split(
    "|",
  );
const ROLES = ["Owner", "Admin", "Member"] as const;

export function membersPage(kit: Kit, frame: Frame = galleryFrame("Members")): string {
  const rows = NAMES.map((name, index) =>
    row({
      start: avatar({ id: `0192-${index * 7}`, name }),
      title: name,
      badges: index === 0 ? [badge("You", "brand")] : [],
      facts: [
        index === 12
          ? "donaudampfschifffahrtsgesellschaftskapitaen@reederei-hamburg.example.com"
          : `member${index}@example.com`,
        ROLES[Math.min(index, 2)] ?? "Member",
      ],
      action: linkButton({
        label: "Manage",
        kind: "quiet",
        href: kit.page("member", { slug, id: String(index) }),
        about: name,
      }),
    }),
  );
  return accountLayout(
    {
      title: "Members",
      within: ["Nordlicht Studio"],
      content: html`${heading({
          title: "Members",
          lead: "20 people work in Nordlicht Studio.",
          action: linkButton({
            label: "Invite people",
            kind: "primary",
            icon: "plus",
            href: kit.page("newInvitations", { slug }),
          }),
        })}
        <div class="stack">
          ${searchForm(
            {
              action: kit.page("members", { slug }),
              label: "Name or email address",
              button: "Search",
            },
            kit,
          )}
          ${list(rows, "Members")}
        </div>`,
    },
    frame,
    kit,
  );
}

export function memberPage(kit: Kit): string {
  return accountLayout(
    {
      title: "Mia Castellanos",
      within: ["Members", "Nordlicht Studio"],
      content: html`${heading({ title: "Mia Castellanos", lead: "mia@example.com" })}
      ${section({
        id: "role",
        title: "Role",
        description: "What Mia Castellanos may do in Nordlicht Studio.",
        content: form(
          {
            action: kit.page("memberRole", { slug, id: "1" }),
            content: [
              choice({
                name: "role",
                label: "Role",
                isLabelHidden: true,
                value: "admin",
                options: [
                  {
                    value: "member",
                    label: "Member",
                    description: "Sees the organization and its members.",
                  },
                  {
                    value: "admin",
                    label: "Admin",
                    description: "Also invites, removes and sets roles, except owners'.",
                  },
                  {
                    value: "owner",
                    label: "Owner",
                    description: "Also names owners, transfers, deletes.",
                  },
                ],
              }),
              select(
                {
                  name: "team",
                  label: "Team",
                  options: [
                    { value: "a", label: "Design" },
                    { value: "b", label: "Engineering" },
                  ],
                },
                kit,
              ),
              actions([button({ label: "Save", kind: "primary" })]),
            ],
          },
          kit,
        ),
      })}
      ${section({
        id: "removal",
        title: "Remove",
        description: "Mia loses access right away.",
        content: actions([
          dialogLink({
            label: "Remove from Nordlicht Studio",
            kind: "danger",
            href: kit.page("removeMember", { slug, id: "1" }),
          }),
        ]),
      })}`,
    },
    galleryFrame("Members"),
    kit,
  );
}

export function confirmPage(kit: Kit): string {
  return accountLayout(
    {
      title: "Remove passkey",
      within: ["Security"],
      content: confirmation(
        {
          title: "Remove iCloud Keychain?",
          lead: html`You can't sign in with ${strong("iCloud Keychain")} any more. Your other
          devices are signed out.`,
          action: kit.page("removePasskey", { id: "1" }),
          confirm: "Remove passkey",
          cancel: kit.page("security", { section: "passkeys" }),
        },
        kit,
      ),
    },
    galleryFrame("Security"),
    kit,
  );
}

export function emptyPage(kit: Kit): string {
  return accountLayout(
    {
      title: "Your organizations",
      content: html`${heading({ title: "Your organizations" })}
        <div class="stack">
          ${emptyState(
            "You're not in an organization yet.",
            linkButton({
              label: "Create organization",
              kind: "primary",
              href: kit.page("newOrganization"),
            }),
          )}
          ${emptyState("No pending invitations")}
        </div>`,
    },
    galleryFrame("", {
      organization: null,
      organizations: [],
      waitingInvitations: [],
      rail: galleryFrame("").rail.slice(0, 1),
      banner: {
        kind: "warn",
        text: "Your account will be deleted on December 21, 2026.",
        button: { label: "Keep my account", action: kit.page("cancelDeletion") },
      },
    }),
    kit,
  );
}

export function sessionsPage(kit: Kit): string {
  const device = (title: string, facts: readonly string[], isThis = false) =>
    row({
      start: rowIcon(title.includes("iPhone") ? "phone" : "computer"),
      title,
      badges: isThis ? [badge("This device", "brand")] : [],
      facts,
      action: form(
        {
          action: kit.page("endSession", { id: "1" }),
          content: button({ label: "Sign out", kind: "quiet", about: title }),
        },
        kit,
      ),
    });
  return accountLayout(
    {
      title: "Devices",
      content: html`${heading({
        title: "Devices",
        lead: "Where you are signed in.",
        action: dialogLink({
          label: "Sign out of all other devices",
          href: kit.page("endOtherSessions"),
        }),
      })}
      ${list(
        [
          device("Chrome on macOS", ["Passkey", "203.0.113.9", "now"], true),
          device("Safari on iPhone", [
            "Code",
            "2001:db8::8a2e:370:7334",
            "yesterday, 10:14 PM UTC",
          ]),
          device("Firefox on Windows", ["Google", "198.51.100.23", "November 2, 2026"]),
        ],
        "Devices",
      )}`,
    },
    galleryFrame("Devices"),
    kit,
  );
}
