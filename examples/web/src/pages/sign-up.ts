import * as auth from "../auth.js";
import { h, link } from "../view/element.js";
import { createField, createForm, emailField, newPasswordField } from "../view/form.js";
import { navigate, type Page } from "../view/router.js";

export const signUpPage: Page = () => {
  const name = createField({ name: "name", label: "Name", attributes: { autocomplete: "name" } });
  const email = emailField({}, ["USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL"]);
  const password = newPasswordField("password", "Password");
  async function signUp() {
    await auth.signUp({
      name: name.input.value,
      email: email.input.value,
      password: password.input.value,
    });
    // A service that wants email addresses verified first opens no session yet.
    if (await auth.findSession()) await navigate("/account");
    else
      await navigate("/", {
        email: email.input.value,
        notice: "Look in your mail: the link there confirms your email address. Then sign in.",
      });
  }
  return {
    title: "Create an account",
    content: [
      createForm({ fields: [name, email, password], submit: "Create account", work: signUp }),
      h("p", {}, "Have one already? ", link("/", "Sign in")),
    ],
  };
};
