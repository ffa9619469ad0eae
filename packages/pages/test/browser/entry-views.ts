import { html } from "@acme/auth-http";
import type { Kit } from "../../src/kit.js";
import { entryLayout } from "../../src/layouts/entry-layout.js";
import {
  button,
  link,
  linkButton,
  providerButton,
  textButton,
  wayButton,
  wayLink,
} from "../../src/parts/buttons.js";
import { codeField, field } from "../../src/parts/fields.js";
import { form, message } from "../../src/parts/forms.js";
import { icon } from "../../src/parts/icons.js";
import { divider, heading, strong } from "../../src/parts/sections.js";
import { galleryKit } from "./gallery-kit.js";

/** Every text of a sample sign-in page. */
export interface SampleWords {
  readonly title: string;
  readonly withProvider: (provider: string) => string;
  readonly or: string;
  readonly email: string;
  readonly proceed: string;
  readonly passkey: string;
  readonly hint: string;
}

export const ENGLISH_WORDS: SampleWords = {
  title: "Sign in or create an account",
  withProvider: (provider) => `Continue with ${provider}`,
  or: "or",
  email: "Email address",
  proceed: "Continue",
  passkey: "Use a passkey",
  hint: "New here? The code also creates your account.",
};

export const GERMAN_WORDS: SampleWords = {
  title: "Anmelden oder Konto erstellen",
  withProvider: (provider) => `Weiter mit ${provider}`,
  or: "oder",
  email: "E-Mail-Adresse der Organisationsverantwortlichen",
  proceed: "Benachrichtigungseinstellungen übernehmen",
  passkey: "Passkey verwenden",
  hint: "Neu hier? Der Anmeldebestätigungscode erstellt auch dein Konto.",
};

export const JAPANESE_WORDS: SampleWords = {
  title: "ログインまたはアカウント作成",
  withProvider: (provider) => `${provider}で続ける`,
  or: "または",
  email: "メールアドレス",
  proceed: "続ける",
  passkey: "パスキーを使う",
  hint: "初めての方は、コードの入力でアカウントも作成されます。",
};

export const ARABIC_WORDS: SampleWords = {
  title: "تسجيل الدخول أو إنشاء حساب",
  withProvider: (provider) => `المتابعة باستخدام ${provider}`,
  or: "أو",
  email: "عنوان البريد الإلكتروني",
  proceed: "متابعة",
  passkey: "استخدام مفتاح المرور",
  hint: "جديد هنا؟ ينشئ الرمز حسابك أيضًا.",
};

const PROVIDERS = [
  ["google", "Google"],
  ["microsoft", "Microsoft"],
  ["github", "GitHub"],
  ["apple", "Apple"],
] as const;

/** `/sign-in` with the first few providers. */
export function signIn(
  count: number,
  {
    words = ENGLISH_WORDS,
    kit = galleryKit(),
    error = null,
    refusal = null,
  }: {
    readonly words?: SampleWords;
    readonly kit?: Kit;
    readonly error?: string | null;
    readonly refusal?: string | null;
  } = {},
): string {
  const providers = PROVIDERS.slice(0, count).map(([id, name], index) =>
    form(
      {
        action: kit.page("signInWith", { provider: id }),
        content: providerButton(
          { id, label: words.withProvider(name), isLastUsed: index === count - 2 },
          kit,
        ),
      },
      kit,
    ),
  );
  return entryLayout(
    {
      title: words.title,
      isRefused: error !== null || refusal !== null,
      content: html`${heading({ title: words.title })} ${refusal ? message(refusal, "bad") : ""}
        ${
          count > 0
            ? html`<div class="stack tight">${providers}</div>
                ${divider(words.or)}`
            : ""
        }
        ${form(
          {
            action: kit.page("signIn"),
            content: [
              field(
                {
                  name: "email",
                  label: words.email,
                  type: "email",
                  autocomplete: "username webauthn",
                  hasFocus: count === 0,
                  error,
                  value: error ? "nora@example" : "",
                },
                kit,
              ),
              button({ label: words.proceed, kind: "primary", isWide: true }),
            ],
          },
          kit,
        )}
        ${form(
          {
            action: kit.page("signInPasskey"),
            content: wayButton({ label: words.passkey, mark: icon("key") }, kit),
          },
          kit,
        )}
        <p class="small quiet-text">${words.hint}</p>`,
    },
    kit,
  );
}

export function codePage(kit: Kit, error: string | null): string {
  return entryLayout(
    {
      title: "Enter the code",
      isRefused: error !== null,
      content: html`${heading({
          title: "Enter the code",
          lead: html`We sent it to ${strong("nora.lindqvist@example.com")}.
          ${link("Change", kit.page("signIn"))}`,
        })}
        ${form(
          {
            action: kit.page("signInCode"),
            content: [
              codeField(
                { name: "code", label: "Code", isLabelHidden: true, error, hasFocus: true },
                kit,
              ),
              button({ label: "Sign in", kind: "primary", isWide: true }),
            ],
          },
          kit,
        )}
        <div class="stack">
          ${form(
            {
              action: kit.page("resendCode"),
              content: html`<p class="small quiet-text">
                No mail after a minute? ${textButton("Resend")}
              </p>`,
            },
            kit,
          )}
          ${divider("Use another way")}
          <div class="stack tight">
            ${form(
              {
                action: kit.page("signInLink"),
                content: wayButton({ label: "Email me a link", mark: icon("mail") }, kit),
              },
              kit,
            )}
            ${wayLink({
              label: "Use your password",
              mark: icon("lock"),
              href: kit.page("signInPassword"),
            })}
          </div>
        </div>`,
    },
    kit,
  );
}

export function passwordPage(kit: Kit): string {
  return entryLayout(
    {
      title: "Enter your password",
      content: html`${heading({ title: "Enter your password" })}
      ${form(
        {
          action: kit.page("signInPassword"),
          content: [
            field(
              {
                name: "username",
                label: "Email address",
                type: "email",
                value: "nora@example.com",
                autocomplete: "username",
                isReadonly: true,
                aside: link("Change", kit.page("signIn")),
              },
              kit,
            ),
            field(
              {
                name: "password",
                label: "Password",
                type: "password",
                autocomplete: "current-password",
                aside: link("Forgot password?", kit.page("forgotPassword")),
                hasFocus: true,
              },
              kit,
            ),
            button({ label: "Sign in", kind: "primary", isWide: true }),
          ],
        },
        kit,
      )}`,
    },
    kit,
  );
}

export function welcomePage(kit: Kit): string {
  return entryLayout(
    {
      title: "Welcome to Nordlicht",
      content: html`${heading({ title: "Welcome to Nordlicht" })}
      ${form(
        {
          action: kit.page("welcome"),
          layout: "stack loose",
          content: [
            field(
              {
                name: "name",
                label: "What should we call you?",
                autocomplete: "name",
                isOptional: true,
              },
              kit,
            ),
            html`<div class="stack tight">
              <h2>Sign in faster next time</h2>
              <p class="small quiet-text">
                A passkey signs you in with your fingerprint, face or screen lock.
              </p>
            </div>`,
            html`<div class="stack tight">
              ${button({ label: "Add a passkey", kind: "primary", icon: "key", isWide: true })}
              ${button({ label: "Choose a password", isWide: true })}
              ${button({ label: "Not now", kind: "quiet", isWide: true })}
            </div>`,
          ],
        },
        kit,
      )}`,
    },
    kit,
  );
}

export function notFoundPage(kit: Kit): string {
  return entryLayout(
    {
      title: "Page not found",
      content: html`${heading({
        title: "Page not found",
        lead: "The address may be mistyped, or the page may have moved.",
      })}
      ${linkButton({ label: "Continue", href: kit.home, kind: "primary", isWide: true })}`,
    },
    kit,
  );
}
