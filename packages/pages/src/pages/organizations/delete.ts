import { textField, z } from "@acme/auth-http/routes";
import type { WithForm } from "../../kernel/form-state.js";
import { go, type Outcome, show } from "../../kernel/outcome.js";
import { page, type Visit } from "../../kernel/page.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { confirmation } from "../../parts/confirmation.js";
import { field } from "../../parts/fields.js";
import { withoutTurns } from "../../texts/isolated.js";
import { alsoGranted, ownOrganization } from "./own-organization.js";

/** What the question shows. */
export interface DeleteOrganizationView {
  readonly organization: { readonly name: string; readonly slug: string };
  readonly members: number;
  /** Invitations that still work. */
  readonly invitations: number;
}

const template = (view: DeleteOrganizationView & WithForm, kit: Kit): PageContent => {
  const { settings: texts } = kit.texts;
  const { organization, form: state } = view;
  const { name, slug } = organization;
  const error = state.errors["confirm"] ?? null;
  return {
    title: texts.delete,
    within: [name],
    ...(error !== null && { isRefused: true }),
    content: confirmation(
      {
        title: texts.delete,
        lead: texts.deleteLead(view.members, view.invitations),
        action: kit.page("deleteOrganization", { slug }),
        confirm: texts.delete,
        cancel: kit.page("settings", { slug }),
        error: state.message,
        fields: [
          field(
            {
              name: "confirm",
              label: texts.typeName(name),
              value: state.values["confirm"] ?? "",
              error,
              autocomplete: "off",
              hasFocus: true,
            },
            kit,
          ),
        ],
      },
      kit,
    ),
  };
};

type Deleting = Visit<{ readonly permission: "org:delete"; readonly fresh: true }>;

async function loadQuestion(visit: Deleting): Promise<DeleteOrganizationView> {
  const { auth } = visit;
  const { organization } = await ownOrganization(visit);
  const now = auth.clock.now();
  const [members, all] = await Promise.all([
    auth.memberships.count(await alsoGranted(visit, "org:members:read")),
    auth.invitations.list(await alsoGranted(visit, "org:invitations:read")),
  ]);
  const alive = all.filter(({ status, expiresAt }) => status === "pending" && expiresAt > now);
  return { organization, members, invitations: alive.length };
}

/** Two spellings of the same characters are one name, and what cannot be seen is not typed. */
const plain = (text: string): string => withoutTurns(text).normalize("NFC").trim();

/** `/organizations/:slug/delete`: for good, once its name is typed. */
export const deleteOrganization = page({
  name: "deleteOrganization",
  access: { permission: "org:delete", fresh: true },
  fields: () => z.object({ confirm: textField() }),
  load: loadQuestion,
  template,
  async post(visit, { confirm }): Promise<Outcome> {
    const { auth, caller, client, granted, page: href, texts } = visit;
    const view = await loadQuestion(visit);
    const { name } = view.organization;
    if (plain(confirm) !== plain(name)) {
      const errors = { confirm: texts.settings.typeName(name) };
      const form = { values: { confirm }, errors, message: null };
      return show(template, { ...view, form }, { status: 400 });
    }
    await auth.organizations.remove(granted, client);
    const isActive = caller.membership?.organization.id === granted.organizationId;
    return go(href("organizations"), {
      ...(isActive && { activeOrganization: null }),
      flash: { key: "organizationDeleted", values: [name] },
    });
  },
});
