import * as routes from "@acme/auth-client/routes";
import { call, pageUrl } from "../service.js";
import { h } from "../view/element.js";
import { createField, createForm, emailField, newPasswordField } from "../view/form.js";
import { linkWith, navigate, type Page } from "../view/router.js";
import { enter, rememberWay } from "../ways.js";

export const signUpPage: Page = async ({ state: { email: typed, next } }) => {
  const policy = await call(routes.service.readPolicy);
  const name = createField({
    name: "name",
    label: "Name",
    attributes: { autocomplete: "name", "data-first": true },
  });
  const email = emailField({ value: typed ?? "" }, ["USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL"]);
  const password = newPasswordField("password", "Password", policy);
  async function signUp() {
    await call(routes.password.signUp, {
      name: name.input.value,
      email: email.input.value,
      password: password.input.value,
      callbackURL: pageUrl("/verified"),
    });
    rememberWay("password");
    // A service that wants email addresses verified first opens no session yet.
    if (await call(routes.session.getSession)) await enter("password", { next });
    else
      await navigate("/", {
        email: email.input.value,
        next,
        notice: "Check your email: the link in it confirms your address. Then sign in.",
      });
  }
  return {
    title: "Create an account",
    content: [
      createForm({ fields: [name, email, password], submit: "Create account", work: signUp }),
      h(
        "p",
        {},
        "Already have an account? ",
        linkWith("/", "Sign in", () => ({
          email: email.input.value,
          next,
        })),
      ),
    ],
  };
};
