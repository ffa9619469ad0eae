import type { EmailAddress } from "../../kernel/email-address.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { draftMail, type Sender } from "./drafts.js";
import { enqueueMail } from "./enqueue-mail.js";
import { enqueueNotice, type Recipient } from "./enqueue-notice.js";
import type { Mail, NoMail, SecretReference } from "./mails.js";

interface Given {
  readonly tx: Tx;
  readonly world: World;
  readonly to: EmailAddress;
  readonly carries: SecretReference;
  readonly sender: Sender;
}

/** A template takes its own data, whole. */
export function dataFitsItsTemplate({ to, carries }: Given): readonly Mail[] {
  const code = { code: "042137", minutes: 10 };
  const right: Mail = { template: "sign-in-code", to, data: code, carries };
  // @ts-expect-error -- a link's template has a token
  const other: Mail = { template: "password-reset-link", to, data: code, carries };
  // @ts-expect-error -- where to go afterwards is left out
  const partial: Mail = {
    template: "password-reset-link",
    to,
    data: { token: "a", minutes: 30 },
    carries,
  };
  // @ts-expect-error -- there is no such template
  const unknown: Mail = { template: "sign-in", to, data: code, carries };
  // @ts-expect-error -- a mail goes to an email address that was parsed
  const unparsed: Mail = { template: "sign-in-code", to: "ada@example.com", data: code, carries };
  // @ts-expect-error -- nothing says whether the mail carries a secret
  const silent: Mail = { template: "sign-in-code", to, data: code };
  return [right, other, partial, unknown, unparsed, silent];
}

/** A mail that is never delivered holds nothing, and cannot be drafted. */
export function nobodysMailHoldsNothing(
  { to, carries, sender }: Given,
  nobodys: NoMail,
  mail: Mail,
): void {
  draftMail(mail, sender);
  // @ts-expect-error -- there is nothing to say
  draftMail(nobodys, sender);
  // @ts-expect-error -- nothing travels in it
  ({ template: "none", to, data: { code: "042137", minutes: 10 } }) satisfies NoMail;
  // @ts-expect-error -- it is no mail
  ({ template: "none", to, data: {}, carries }) satisfies Mail;
}

/** A notice brings nothing that could be used. */
export async function noticesBringNothing(
  { tx, world, to }: Given,
  user: Recipient,
): Promise<void> {
  const cause = { client: null, by: null };
  await enqueueNotice(tx, world, user, { template: "password-changed", ...cause });
  await enqueueNotice(tx, world, user, {
    template: "deletion-rejected",
    data: { organizations: [] },
    ...cause,
  });
  // @ts-expect-error -- who did it, and from where
  await enqueueNotice(tx, world, user, { template: "password-changed" });
  await enqueueMail(tx, world, { template: "none", to }, world.clock.now());
  // @ts-expect-error -- whether the email is verified decides
  await enqueueNotice(tx, world, to, { template: "password-changed", ...cause });
  // @ts-expect-error -- it has something to say
  await enqueueNotice(tx, world, user, { template: "deletion-rejected", ...cause });
  // @ts-expect-error -- a code is no notice
  await enqueueNotice(tx, world, user, { template: "sign-in-code", ...cause });
  // @ts-expect-error -- nor is a link
  await enqueueNotice(tx, world, user, { template: "password-reset-link", ...cause });
}
