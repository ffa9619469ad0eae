import { type Html, html } from "@acme/auth-http";
import type { LoadingSection, SectionDrawing } from "@acme/auth-pages";
import {
  actions,
  badge,
  dialogLink,
  doneIn,
  emptyState,
  filled,
  linkButton,
  list,
  message,
  refusal,
  row,
  rowIcon,
  section,
  time,
} from "@acme/auth-pages/templates";
import type { Factors, SecondFactor } from "../second-factor-api.js";
import type { OwnKit } from "./define.js";

type SecurityVisit = LoadingSection & {
  readonly auth: LoadingSection["auth"] & { readonly secondFactor: SecondFactor };
};

/** What `/account/security` says of the second factor. */
export async function securitySection({
  auth,
  caller,
  form: state,
}: SecurityVisit): Promise<SectionDrawing<OwnKit>> {
  const factors = await auth.secondFactor.factors(caller);
  return (kit) => {
    const { section: texts } = kit.ownTexts;
    return section({
      id: "second-factor",
      title: texts.title,
      description: texts.hint,
      content: [
        doneIn("second-factor", kit),
        refusal(state),
        requirement(factors, kit),
        ...(factors.enabled ? whenOn(factors, kit) : [whenOff(kit)]),
      ],
    });
  };
}

/** The organizations in which nothing works without two factors. */
const requirement = ({ requiredBy, session }: Factors, kit: OwnKit): Html => {
  if (requiredBy.length === 0) return html``;
  const names = kit.formats.list(requiredBy.map(({ name }) => name));
  return message(
    kit.ownTexts.section.requiredBy(names),
    session.factors === 2 ? "neutral" : "warn",
  );
};

const whenOff = (kit: OwnKit): Html =>
  emptyState(
    kit.ownTexts.section.off,
    linkButton({ label: kit.ownTexts.setUp.title, href: kit.page("newSecondFactor") }),
  );

const whenOn = (factors: Factors, kit: OwnKit): readonly Html[] => {
  const { section: texts } = kit.ownTexts;
  const rows = [appRow(factors, kit), codesRow(factors, kit), passkeysRow(factors, kit)];
  return [
    list(
      rows.filter((each) => each !== null),
      texts.title,
    ),
    html`<div class="actions">
      ${dialogLink({
        label: texts.turnOff,
        kind: "danger",
        href: kit.page("removeSecondFactor"),
      })}
    </div>`,
  ];
};

const appRow = ({ totp }: Factors, kit: OwnKit): Html => {
  const { section: texts } = kit.ownTexts;
  return row({
    start: rowIcon("phone"),
    title: texts.app,
    badges: totp ? [badge(texts.on, "good")] : [],
    facts: [totp ? filled(texts.since, time(totp.confirmedAt, "date", kit)) : texts.noApp],
    action: actions([
      linkButton({
        label: totp ? texts.replace : texts.setUp,
        kind: "quiet",
        href: kit.page("newSecondFactor"),
        about: texts.app,
      }),
    ]),
  });
};

/** Few codes are a reason for new ones, before a lost phone locks out. */
const FEW_CODES = 3;

const codesRow = ({ recoveryCodes }: Factors, kit: OwnKit): Html => {
  const { section: texts } = kit.ownTexts;
  const left = recoveryCodes?.left ?? 0;
  return row({
    start: rowIcon("file"),
    title: texts.codes,
    badges: left <= FEW_CODES ? [badge(texts.few, "warn")] : [],
    facts: [
      texts.left(left),
      ...(recoveryCodes ? [filled(texts.made, time(recoveryCodes.createdAt, "date", kit))] : []),
    ],
    action: actions([
      linkButton({
        label: texts.newCodes,
        kind: "quiet",
        href: kit.page("recoveryCodes"),
        about: texts.codes,
      }),
    ]),
  });
};

const passkeysRow = ({ passkeys }: Factors, kit: OwnKit): Html | null => {
  const { section: texts } = kit.ownTexts;
  if (passkeys.countingAsTwo === 0) return null;
  return row({
    start: rowIcon("key"),
    title: kit.texts.passkeys.title,
    badges: [badge(texts.on, "good")],
    facts: [texts.passkeysCount(passkeys.countingAsTwo)],
  });
};
