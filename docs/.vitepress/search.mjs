/**
 * How the search reads a text and ranks what it finds: options of MiniSearch. Its functions are
 * sent to the browser as text, so each stands by itself.
 */
export const SEARCH = {
  options: {
    /** Words, and beside them names of several parts: `SERVICE_AUTH_SECRET`, `users.suspend`. */
    tokenize: (/** @type {string} */ text) => [
      ...text.split(/[\s\p{P}\p{S}]+/u).filter(Boolean),
      ...(text.match(/[\p{L}\p{N}]+(?:[._/-][\p{L}\p{N}]+)+/gu) ?? []),
    ],
    /**
     * Words that say nothing are left out, other names of a thing are its name here, and what
     * grammar adds is taken off, so that "rotate" finds "rotation".
     */
    processTerm: (/** @type {string} */ word) => {
      const term = word.toLowerCase();
      const empty =
        " a an and are as at be by can do does for from get has have how i if in into is it its " +
        "like make my not of on one or out set so than that the their them then there they this " +
        "to under use using want was we what when where which who why will with without you your ";
      if (term.length < 2 || empty.includes(` ${term} `)) return null;
      /** @type {Readonly<Record<string, string>>} */
      const names = {
        "2fa": "factor",
        mfa: "factor",
        totp: "factor",
        authenticator: "factor",
        nextjs: "next",
        postgresql: "postgres",
        psql: "postgres",
        template: "mail",
        templates: "mail",
        email: "mail",
        emails: "mail",
        remove: "delete",
        i18n: "language",
        translate: "language",
        translation: "language",
        locale: "language",
        login: "sign-in",
        signin: "sign-in",
        signup: "sign-up",
        register: "sign-up",
        logout: "sign-out",
        jwt: "tokens",
        csrf: "origin",
        xsrf: "origin",
        social: "provider",
        sso: "provider",
        k8s: "kubernetes",
        team: "organization",
        tenant: "organization",
      };
      const name = (Object.hasOwn(names, term) && names[term]) || term;
      return name.length > 4 && /^\p{L}+$/u.test(name)
        ? name.replace(/(?:ations?|ions?|ings?|ers?|ed|es|s|e)$/, "")
        : name;
    },
  },
  searchOptions: {
    boost: { title: 4, titles: 1.5, text: 1 },
    prefix: (/** @type {string} */ term) => term.length > 2,
    fuzzy: (/** @type {string} */ term) => (term.length > 5 ? 0.15 : false),
    /** A visitor's question is more often how than why, and a row is asked for by its whole name. */
    boostDocument: (/** @type {string} */ id) =>
      (id.includes("#row-") ? (id.includes("/operations") ? 0.3 : 0.5) : 1) *
      (/\/guide\/|\/it-does-not-work/.test(id)
        ? 2
        : /\/(configuration|commands|errors|operations|upgrading)/.test(id)
          ? 1.5
          : /\/(decisions|security-requirements|proofs|threat-model|audit-events)/.test(id)
            ? 0.4
            : 1),
  },
};
