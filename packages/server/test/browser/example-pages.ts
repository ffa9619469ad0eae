import { DAY } from "@acme/auth-core";
import type { ExampleStage } from "./example-stage.js";
import type { Person } from "./person.js";

interface ExamplePage {
  /** How a person comes there. */
  readonly open: (person: Person, stage: ExampleStage) => Promise<void>;
  /** Whether something was refused on the way, which the browser notes. */
  readonly refused?: boolean;
  /** Another state of a page that is among them already. */
  readonly variantOf?: string;
}

const askByMail = (button: string) => async (person: Person) => {
  await person.open("/");
  await person.fillIn({ "Email address": person.email });
  await person.press(button);
  await person.page.getByText(person.email).waitFor();
};

const opened = (path: string, heading: string) => async (person: Person) => {
  await person.open(path);
  await person.sees(heading);
};

/** Every page of the example, and the states of them that look different. */
export const EXAMPLE_PAGES: Readonly<Record<string, ExamplePage>> = {
  "the sign-in page": { open: opened("/", "Sign in") },
  "the sign-in page after a refusal": {
    variantOf: "the sign-in page",
    refused: true,
    async open(person) {
      await person.open("/");
      await person.signInByPassword("not the password");
      await person.refusal();
    },
  },
  "the sign-up page": { open: opened("/sign-up", "Create an account") },
  "the sign-up page with fields missing": {
    variantOf: "the sign-up page",
    async open(person) {
      await person.open("/sign-up");
      await person.press("Create account");
      await person.page.getByText("Please fill this in.").first().waitFor();
    },
  },
  "the page for the code": { open: askByMail("Mail me a code") },
  "the page that says a link was mailed": { open: askByMail("Mail me a link") },
  "the page for a forgotten password": { open: opened("/forgot-password", "Set a new password") },
  "the page for a new password": { open: opened("/reset-password?token=some-token", "Choose a new password") },
  "the page after verifying": { open: opened("/verified", "Your address is verified") },
  "the page of a path that is none": { open: opened("/nowhere", "There is no such page") },
  "the account page": {
    async open(person) {
      await person.signUp();
      await person.addPasskey();
    },
  },
  "the dialog for signing in again": {
    variantOf: "the account page",
    refused: true,
    async open(person, { service }) {
      await person.signUp();
      service.clock.advance(DAY);
      await person.press("Add a passkey");
      await person.page.getByRole("dialog").waitFor();
    },
  },
};
