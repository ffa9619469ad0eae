import { Leave } from "../kernel/outcome.js";
import { page } from "../kernel/page.js";

/** `/`: to the account, or to the sign-in. */
export const home = page({
  name: "home",
  access: "any",
  asksForHtml: true,
  load: ({ caller, query, page: href }) => {
    const { error = null } = query;
    const to = caller ? href("profile") : href("signIn", { query: { error } });
    return new Leave(to, 302, {});
  },
});
