import type { EmailAddress } from "@acme/auth-core";
import { asChecked } from "@acme/auth-testing";
import type { ExampleFixture } from "./example-fixture.js";
import {
  actOn,
  comeVerified,
  enlistStranger,
  found,
  goToPage,
  inviteByPage,
} from "./example-organization.js";
import type { ExamplePage } from "./example-pages.js";
import type { Person } from "./person.js";

/** The browser notes that this service has no billing. */
const REFUSAL_NOTED = "error: Failed to load resource: the server responded with a status of 4";

let organizations = 0;

/** The owner of an organization with other people in it, on its page. */
async function comeAsOwner(person: Person, fixture: ExampleFixture): Promise<void> {
  const short = `pages-${++organizations}`;
  await comeVerified(person, fixture);
  await found(person, "Pages", short);
  await enlistStranger(fixture, short, {
    email: asChecked<EmailAddress>(`member-of-${short}@example.com`),
    name: "Grace Hopper",
  });
  await inviteByPage(person, { email: `guest-of-${short}@example.com`, role: "admin" });
  await person.section("Invitations").getByText("A link is on its way to them.").waitFor();
  await person.page.reload();
  await person.section("Members").getByRole("listitem").nth(1).waitFor();
}

/** The pages about organizations, and the states of them that look different. */
export const ORGANIZATION_PAGES: Readonly<Record<string, ExamplePage>> = {
  "the page of an organization": { title: "Pages", noted: REFUSAL_NOTED, open: comeAsOwner },
  "the dialog for a role": {
    title: "Pages",
    isVariant: true,
    noted: REFUSAL_NOTED,
    async open(person, fixture) {
      await comeAsOwner(person, fixture);
      await actOn(person, { email: "member-of-" }, "Change role");
      await person.page.getByRole("dialog").waitFor();
    },
  },
  "the menu of a member": {
    title: "Pages",
    isVariant: true,
    noted: REFUSAL_NOTED,
    async open(person, fixture) {
      await comeAsOwner(person, fixture);
      await person.page
        .getByRole("button", { name: /^Actions for/ })
        .first()
        .click();
    },
  },
  "the settings of an organization": {
    title: "Settings",
    noted: REFUSAL_NOTED,
    async open(person, fixture) {
      await comeAsOwner(person, fixture);
      await goToPage(person, "Settings");
    },
  },
  "the page of one's organizations": {
    title: "Your organizations",
    noted: REFUSAL_NOTED,
    async open(person, fixture) {
      await comeAsOwner(person, fixture);
      await found(person, "Other Pages", `other-pages-${organizations}`);
      await person.open("/organizations");
    },
  },
  "the audit log": {
    title: "Audit log",
    noted: REFUSAL_NOTED,
    async open(person, fixture) {
      await comeAsOwner(person, fixture);
      await person.open("/organization/audit");
    },
  },
  "the page of an invitation": {
    title: "You are invited",
    open: (person) => person.open("/invitation?token=some-token"),
  },
  "the page of an invitation for a signed-in user": {
    title: "Your invitation",
    async open(person) {
      await person.comeSignedUp();
      await person.open("/invitation?token=some-token");
    },
  },
};
