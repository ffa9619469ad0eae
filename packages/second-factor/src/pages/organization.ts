import {
  AuthError,
  type Caller,
  ORG_SECURITY_WRITE,
  type OrganizationOfUser,
} from "@acme/auth-core";
import { z } from "@acme/auth-http/routes";
import {
  type AnyVisit,
  go,
  PROVED,
  type SectionDrawing,
  type SettingsVisit,
} from "@acme/auth-pages";
import {
  actions,
  confirmation,
  dialogLink,
  doneIn,
  hiddenField,
  list,
  row,
  rowIcon,
  section,
} from "@acme/auth-pages/templates";
import { type OwnKit, page } from "./define.js";

type Organization = OrganizationOfUser["organization"];

/** @throws {AuthError} `NOT_FOUND` */
async function organizationOf({
  auth,
  caller,
  params,
}: AnyVisit & { readonly caller: Caller }): Promise<Organization> {
  const own = await auth.organizations.list(caller);
  const found = own.find(({ organization }) => organization.slug === params["slug"]);
  if (!found) throw new AuthError("NOT_FOUND");
  return found.organization;
}

/** Whether the organization requires two factors, in its settings. */
export async function settingsSection(visit: SettingsVisit): Promise<SectionDrawing<OwnKit>> {
  const { slug, requireSecondFactor } = await organizationOf(visit);
  const mayChange = visit.auth.accessControl.allows(visit.granted.role, ORG_SECURITY_WRITE);
  return (kit) => {
    const { organization: texts, section: words } = kit.ownTexts;
    const facts = [requireSecondFactor ? texts.isRequired : texts.isNotRequired];
    const start = rowIcon("shield");
    const action = mayChange
      ? actions([
          dialogLink({
            label: requireSecondFactor ? texts.waive : texts.require,
            kind: "quiet",
            href: kit.page("requireSecondFactor", { slug }),
          }),
        ])
      : null;
    const about = { start, title: words.title, facts };
    return section({
      id: "second-factor",
      title: texts.title,
      description: texts.hint,
      content: [
        doneIn("second-factor", kit),
        list([row(action ? { ...about, action } : about)], texts.title),
      ],
    });
  };
}

/** What is asked before the organization changes what it requires. */
export interface RequireView {
  readonly name: string;
  readonly slug: string;
  readonly isRequired: boolean;
  /** How many members it would shut out; 0 where it is required already. */
  readonly shutOut: number;
}

/** `/organizations/:slug/settings/second-factor`: asks, and requires two factors, or no longer. */
export const requireSecondFactor = page({
  name: "requireSecondFactor",
  access: { permission: ORG_SECURITY_WRITE, fresh: true },
  demands: [PROVED],
  fields: () => z.object({ requireSecondFactor: z.enum(["true", "false"]) }),
  async load(visit): Promise<RequireView> {
    const { name, slug, requireSecondFactor: isRequired } = await organizationOf(visit);
    // Whoever requires it needs it, or would be shut out first.
    if (!isRequired) await visit.auth.sessions.requireSteppedUp(visit.caller, { factors: 2 });
    const shutOut = isRequired ? 0 : await visit.auth.organizations.countShutOut(visit.granted);
    return { name, slug, isRequired, shutOut };
  },
  template({ name, slug, isRequired, shutOut, form: state }, kit) {
    const { organization: texts } = kit.ownTexts;
    const title = isRequired ? texts.waiveTitle : texts.requireTitle;
    return {
      title,
      within: [name],
      content: confirmation(
        {
          title,
          lead: isRequired ? texts.waiveLead(name) : texts.requireLead(name, shutOut),
          action: kit.page("requireSecondFactor", { slug }),
          confirm: isRequired ? texts.waive : texts.require,
          cancel: kit.page("settings", { slug }, { section: "second-factor" }),
          kind: isRequired ? "danger filled" : "primary",
          error: state.message,
          fields: [hiddenField("requireSecondFactor", isRequired ? "false" : "true")],
        },
        kit,
      ),
    };
  },
  async post(visit, { requireSecondFactor: typed }) {
    const { auth, client, granted, ownTexts, page: href } = visit;
    const isRequired = typed === "true";
    const { slug } = await auth.organizations.requireSecondFactor(granted, isRequired, client);
    const { required, waived } = ownTexts.organization;
    return go(href("settings", { slug }, { section: "second-factor" }), {
      flash: { text: isRequired ? required : waived, section: "second-factor" },
    });
  },
});
