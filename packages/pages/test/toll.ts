import {
  type Authentication,
  AuthError,
  defineErrors,
  defineFeature,
  isWithheld,
  Secret,
  type SignedIn,
} from "@acme/auth-core";
import { html } from "@acme/auth-http";
import { codeField, z } from "@acme/auth-http/routes";
import { pagesOf } from "../src/feature-pages.js";
import { go } from "../src/kernel/outcome.js";
import { afterSignIn } from "../src/pages/after-sign-in.js";
import { button } from "../src/parts/buttons.js";
import { field } from "../src/parts/fields.js";
import { form, refusal } from "../src/parts/forms.js";
import { heading } from "../src/parts/sections.js";

const errors = defineErrors({
  TOLL_DUE: { kind: "forbidden", message: "The toll is due." },
  TOLL_WRONG: { kind: "invalid", message: "That is not the toll." },
  TOLL_STALE: { kind: "forbidden", message: "Pay again." },
});
const NAME = "pending-toll";
const COIN = "123456";

/** What withholds sign-ins until the toll is paid. */
export interface Toll {
  isDue(pending: Secret): boolean;
  pay(pending: Secret, coin: Secret): Promise<SignedIn>;
}

/** A feature whose gate withholds every sign-in. */
export const tollFeature = () => {
  const waiting = new Map<string, Authentication>();
  return defineFeature({
    name: "toll",
    errors,
    signIn: {
      gate: {
        refuses: [errors.TOLL_DUE],
        cookie: NAME,
        create: ({ random }) => ({
          async ask(_tx, authentication) {
            const ticket = random.id();
            waiting.set(ticket, authentication);
            const cookie = { value: new Secret(ticket), lifetime: 60_000 };
            return { error: errors.TOLL_DUE, cookie };
          },
        }),
      },
    },
    create: ({ store, completeSignIn }): Toll => ({
      isDue: (pending) => waiting.has(pending.reveal()),
      pay: (pending, coin) =>
        store.transaction(async (tx) => {
          const authentication = waiting.get(pending.reveal());
          if (!authentication || coin.reveal() !== COIN) throw new AuthError(errors.TOLL_WRONG);
          const user = await tx.users.lock(authentication.user.id);
          if (!user) throw new AuthError("UNAUTHORIZED");
          const signedIn = await completeSignIn(tx, { ...authentication, user });
          if (isWithheld(signedIn)) throw new AuthError("UNAUTHORIZED");
          return signedIn;
        }),
    }),
  });
};

const toll = pagesOf<{ readonly toll: Toll }>()({
  name: "toll",
  feature: "toll",
  paths: { toll: "/toll", receipts: "/account/receipts" },
  texts: { en: { title: "Pay the toll", pay: "Pay" } },
});

const pay = toll.page({
  name: "toll",
  access: "pending",
  at: { TOLL_WRONG: "code" },
  load: ({ auth, pending, page }) => (auth.toll.isDue(pending) ? {} : go(page("signIn"))),
  template({ form: state }, kit) {
    const { title, pay: label } = kit.ownTexts;
    const code = { name: "code", label: title, autocomplete: "off" } as const;
    return {
      title,
      content: html`${heading({ title })} ${refusal(state)}
      ${form(
        {
          action: kit.page("toll"),
          content: [
            field({ ...code, error: state.errors["code"] ?? null }, kit),
            button({ label, kind: "primary" }),
          ],
        },
        kit,
      )}`,
    };
  },
  fields: () => z.object({ code: codeField() }),
  async post(visit, { code }) {
    return afterSignIn(visit, await visit.auth.toll.pay(visit.pending, code), "code");
  },
});

const receipts = toll.page({
  name: "receipts",
  access: "in",
  demands: [
    {
      name: "paid",
      async check(caller, { auth }) {
        const [paid] = [await auth.sessions.list(caller), auth.toll.isDue(new Secret("none"))];
        if (paid.length > 0) throw new AuthError(errors.TOLL_STALE);
      },
    },
  ],
  load: () => ({}),
  template: (_, { ownTexts: { title } }) => ({ title, content: html`${heading({ title })}` }),
});

/** Its pages: the one on which a withheld sign-in goes on, and one that demands a proof. */
export const tollPages = toll.pages({
  pages: [pay, receipts],
  leads: { TOLL_DUE: "toll", TOLL_STALE: "confirm" },
});
