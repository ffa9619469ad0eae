import { AuthError, Secret } from "@acme/auth-core";
import type { Answer, RenderedPage } from "@acme/auth-http";
import {
  donePage,
  html,
  noteBelow,
  type Reader,
  readerOf,
  showPage,
  status,
  STATUS_OK,
  tokenField,
  tokenForm,
  z,
} from "@acme/auth-http/routes";
import { vetoTextsOf } from "./veto-texts.js";
import { route } from "./with-second-factor.js";

const LINK = "/api/auth/recovery/veto";

export const openVetoLink = route({
  method: "GET",
  path: LINK,
  summary: "Open veto link",
  description:
    "Open the mailed link that stops a way back. Shows a page with a button, or that it was stopped before, and changes nothing.",
  access: "anyone",
  limit: "auth-ip",
  query: () => z.object({ token: tokenField().prefault("") }),
  returns: "A page with a button that stops the way back.",
  status: 200,
  page: "always",
  deadLinkPage: true,
  reply: () => z.never(),
  refuses: [],
  handle: async (call) => {
    const { auth, query } = call;
    const reader = await readerOf(call);
    return auth.secondFactor.inspectVeto(query.token).then(
      ({ stoppedAt }) => ({ page: vetoPage(query.token.reveal(), stoppedAt !== null, reader) }),
      (thrown: unknown) => deadAnswer(thrown, reader),
    );
  },
});

function vetoPage(token: string, isStopped: boolean, reader: Reader): RenderedPage {
  const { site, catalogue, theme } = reader;
  const { title, text, button, note, before } = vetoTextsOf(catalogue);
  if (isStopped) return showPage(donePage(before, reader), site);
  const page = {
    title,
    content: html`<p>${text({ app: site.appName })}</p>`,
    form: tokenForm(LINK, { token }, button),
    note: noteBelow(note),
    language: catalogue,
    theme,
  };
  return showPage(page, site);
}

/** Answers a link that stops nothing. Throws what is no refusal. */
function deadAnswer(thrown: unknown, reader: Reader): Answer<never> {
  if (!AuthError.is(thrown)) throw thrown;
  const { site, catalogue } = reader;
  const { title, text } = vetoTextsOf(catalogue).dead;
  const page = donePage({ title, text: text({ app: site.appName }) }, reader);
  return { page: showPage(page, site), status: 400 };
}

export const submitVeto = route({
  method: "POST",
  path: LINK,
  summary: "Stop way back by link",
  description:
    "Stop a way back with the token of a mailed link, with the form on its page or in JSON. It may be posted again.",
  access: "anyone",
  limit: "auth-ip",
  query: () => z.object({ token: tokenField().exactOptional() }),
  body: () => z.object({ token: tokenField().exactOptional() }),
  forms: "too",
  returns: "The way back is stopped.",
  status: 200,
  page: "to people",
  deadLinkPage: true,
  reply: status,
  refuses: ["INVALID_TOKEN", "TOKEN_EXPIRED"],
  handle: async (call): Promise<Answer<typeof STATUS_OK>> => {
    const { auth, site, body, query, client, isForm } = call;
    const token = body.token ?? query.token ?? new Secret("");
    if (!isForm) {
      await auth.secondFactor.vetoByLink(token, client);
      return { body: STATUS_OK };
    }
    const reader = await readerOf(call);
    return auth.secondFactor.vetoByLink(token, client).then(
      () => ({ page: showPage(donePage(vetoTextsOf(reader.catalogue).done, reader), site) }),
      (thrown: unknown) => deadAnswer(thrown, reader),
    );
  },
});
