import { parseLocale, parseTheme } from "@acme/auth-http/pages-host";
import { z } from "@acme/auth-http/routes";
import { webHref } from "../href.js";
import { go } from "../kernel/outcome.js";
import { page } from "../kernel/page.js";

/** `/look`: theme and language of this browser, and the language of the user. */
export const look = page({
  name: "look",
  access: "any",
  form: "home",
  fields: () => z.object({ theme: z.string().optional(), locale: z.string().optional() }),
  async post(visit, { theme, locale }) {
    const { auth, caller, client, look: before, nexts, page: href } = visit;
    const chosen = parseLocale(locale, auth.languages.locales);
    if (caller && chosen !== null)
      await auth.profiles.updatePreferences(caller, { locale: chosen }, client);
    const back = nexts.backFromLook(visit.typedNext);
    return go(back === null ? href("home") : webHref(back), {
      look: { theme: parseTheme(theme) ?? before.theme, locale: chosen ?? before.locale },
    });
  },
});
