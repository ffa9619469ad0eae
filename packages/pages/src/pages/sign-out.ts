import { go } from "../kernel/outcome.js";
import { page } from "../kernel/page.js";
import { confirmation } from "../parts/confirmation.js";

/**
 * `/sign-out`: a question, because a link must not sign anyone out. No limit of writes keeps the user
 * from that.
 */
export const signOut = page({
  name: "signOut",
  access: "any",
  uncounted: true,
  load: ({ caller, page: href }) => (caller ? {} : go(href("signIn"))),
  template: ({ form }, kit) => {
    const { title, lead, submit } = kit.texts.signOut;
    return {
      title,
      content: confirmation(
        {
          title,
          lead,
          action: kit.page("signOut"),
          confirm: submit,
          cancel: kit.home,
          kind: "primary",
          error: form.message,
        },
        kit,
      ),
    };
  },
  async post({ auth, client, page: href }) {
    await auth.sessions.signOut(client);
    return go(href("signIn"), { session: null, step: null, flash: { key: "signedOut" } });
  },
});
