import type { ConfirmedEmailChange, PendingEmailChange } from "@acme/auth-core";
import { type Answer, type RenderedPage, route } from "../kernel/route.js";
import { z } from "../kernel/zod.js";
import { emphasize, html, marked } from "../pages/html.js";
import {
  beginningAt,
  deadLinkAnswer,
  donePage,
  failedForm,
  noteBelow,
  tokenForm,
} from "../pages/mailed-link-pages.js";
import { showPage } from "../pages/pages.js";
import { type Reader, readerOf } from "../pages/reader.js";
import { emailField, imageField, nameField, tokenField, urlField } from "../schemas/fields.js";
import { type FlashSealing, mailedFlash } from "../site/page-flash.js";
import { resolveOptionalRedirect, safeRedirectTarget } from "../site/redirects.js";
import { status, STATUS_OK } from "../views/outcome.view.js";

const LINK = "/api/auth/change-email/confirm";
const PENDING_CHANGE = "/api/v1/me/email-change";

export const updateUser = route({
  method: "POST",
  path: "/api/auth/update-user",
  summary: "Update profile",
  description: "Change the caller's name or image.",
  access: "session",
  limit: "auth-ip",
  body: () =>
    z
      .object({ name: nameField().exactOptional(), image: imageField().exactOptional() })
      .refine((change) => Object.keys(change).length > 0, "Give a name or an image."),
  takesFields: "update-user",
  returns: "The profile is changed.",
  status: 200,
  reply: status,
  refuses: ["IMAGE_URL_NOT_SUPPORTED"],
  handle: async ({ auth, caller, body, client }) => {
    const { name, image, ...fields } = body;
    const profile = { ...(name !== undefined && { name }), ...(image !== undefined && { image }) };
    await auth.profiles.update(caller, { ...profile, fields }, client);
    return { body: STATUS_OK };
  },
});

export const changeEmail = route({
  method: "POST",
  path: "/api/auth/change-email",
  summary: "Request email change",
  description:
    "Mail a link that confirms a new email address. The answer is the same when that email address is taken.",
  access: { session: true, fresh: true, proved: true },
  limit: "auth-ip",
  body: () => z.object({ newEmail: emailField(), callbackURL: urlField().exactOptional() }),
  returns: "The same for every email address, whether a link was mailed or not.",
  status: 200,
  reply: status,
  refuses: ["INVALID_CALLBACK_URL"],
  handle: async ({ auth, site, caller, body, client }) => {
    await auth.emailChange.request(
      caller,
      { to: body.newEmail, redirectTo: resolveOptionalRedirect(body.callbackURL, site) },
      client,
    );
    return { body: STATUS_OK };
  },
});

export const readEmailChange = route({
  method: "GET",
  path: PENDING_CHANGE,
  summary: "Get email change",
  description: "Read the change of the caller's email address that waits to be confirmed.",
  access: "session",
  limit: "none",
  returns: "The pending change, or null.",
  status: 200,
  reply: () =>
    z.strictObject({
      pending: z
        .strictObject({
          newEmail: z.string().describe("The email address that was asked for, taken or not."),
          requestedAt: z.iso.datetime().describe("When the change was asked for."),
          expiresAt: z.iso
            .datetime()
            .describe("When its link expires. It ends earlier with the session that asked."),
        })
        .nullable()
        .describe("The pending change, null for none."),
    }),
  refuses: [],
  handle: async ({ auth, caller }) => {
    const change = await auth.emailChange.findPending(caller);
    const pending = change && {
      newEmail: change.to,
      requestedAt: change.requestedAt.toISOString(),
      expiresAt: change.expiresAt.toISOString(),
    };
    return { body: { pending } };
  },
});

export const cancelEmailChange = route({
  method: "DELETE",
  path: PENDING_CHANGE,
  summary: "Cancel email change",
  description: "Cancel the change of the caller's email address that waits to be confirmed.",
  access: "session",
  limit: "none",
  returns: "Nothing: the email address stays, and the mailed link is dead.",
  status: 204,
  reply: () => z.null(),
  refuses: ["EMAIL_CHANGE_NOT_PENDING"],
  handle: async ({ auth, caller, client }) => {
    await auth.emailChange.cancel(caller, client);
    return { body: null };
  },
});

export const openEmailChangeLink = route({
  method: "GET",
  path: LINK,
  summary: "Open email change link",
  description:
    "Open a mailed link for a change of email address: shows the old and the new one, and changes nothing.",
  access: "anyone",
  limit: "auth-ip",
  query: () => z.object({ token: tokenField().prefault("") }),
  returns: "A page with the old and the new email address, and a button that confirms the change.",
  status: 200,
  page: "always",
  deadLinkPage: true,
  reply: () => z.never(),
  refuses: [],
  handle: async (call) => {
    const { auth, site, query } = call;
    const reader = await readerOf(call);
    return auth.emailChange.inspect(query.token).then(
      (change) => ({ page: confirmationPage(change, query.token.reveal(), reader) }),
      (thrown: unknown) =>
        deadLinkAnswer(thrown, { reader, startAgain: beginningAt("/account/email", site) }),
    );
  },
});

function confirmationPage(
  { from, to }: PendingEmailChange,
  token: string,
  { site, catalogue, theme }: Reader,
): RenderedPage {
  const { title, text, button, note } = catalogue.pages.changeEmail;
  const page = {
    title,
    content: html`<p>${emphasize(text({ from: marked(from), to: marked(to) }))}</p>`,
    form: tokenForm(LINK, { token }, button),
    note: noteBelow(note),
    language: catalogue,
    theme,
  };
  return showPage(page, site);
}

export const confirmEmailChange = route({
  method: "POST",
  path: LINK,
  summary: "Confirm email change",
  description:
    "Confirm a change of email address, with the form on the page of the mailed link or in JSON. Ends the user's other sessions; one that is presented goes on under a new token.",
  access: "anyone",
  limit: "auth-ip",
  body: () => z.object({ token: tokenField() }),
  forms: "too",
  returns:
    "For people, a page that says that the email address was changed; for programs, the same in JSON.",
  status: 200,
  redirects: 303,
  page: "to people",
  deadLinkPage: true,
  reply: status,
  refuses: ["INVALID_TOKEN", "TOKEN_EXPIRED"],
  handle: async (call) => {
    const { auth, site, body, client, isForm } = call;
    if (!isForm) {
      const { renewed } = await auth.emailChange.confirm(body.token, client);
      return { body: STATUS_OK, ...(renewed && { session: renewed }) };
    }
    const reader = await readerOf(call);
    try {
      return afterwards(await auth.emailChange.confirm(body.token, client), { auth, reader });
    } catch (thrown) {
      return failedForm(thrown, {
        reader,
        startAgain: beginningAt("/account/email", site),
        target: await auth.emailChange.destination(body.token),
      });
    }
  },
});

function afterwards(
  { to, redirectTo, renewed }: ConfirmedEmailChange,
  { auth, reader }: { readonly auth: FlashSealing; readonly reader: Reader },
): Answer<never> {
  const { site, catalogue } = reader;
  const cookies = renewed && { session: renewed };
  if (redirectTo !== null)
    return {
      redirect: safeRedirectTarget(redirectTo, site),
      status: 303,
      ...cookies,
      ...mailedFlash("emailChanged", to, { auth, site }),
    };
  const { title, text } = catalogue.pages.emailChanged;
  return { page: showPage(donePage({ title, text: text({ to }) }, reader), site), ...cookies };
}
