import { isGrantCaller } from "@acme/auth-core";
import type { Answer, AnyCall, AnyRoute, NamedRoute } from "@acme/auth-http";
import { readPageCookie } from "@acme/auth-http/pages-host";
import { once, z } from "@acme/auth-http/routes";
import { type AnswerOutcome, createAnswers } from "./answer-outcome.js";
import { EMPTY_FORM } from "./form-state.js";
import { lacksStep, tookTooLong } from "./lacks-step.js";
import { readsNext } from "./next.js";
import type { Outcome } from "./outcome.js";
import type { AnyPage } from "./page-definition.js";
import type { PageHost } from "./page-host.js";
import { pathOfForm } from "./path-of-form.js";
import type { AnyVisit, Asked } from "./visit.js";

/** Returns the routes of a page: its GET, and its POST where it has a form. */
export function routesOfPage(page: AnyPage, host: PageHost): readonly NamedRoute[] {
  const { family, base } = host;
  const answer = createAnswers(host);
  const shared = {
    path: pathBelow(base, page),
    access: accessOf(page),
    demands: page.demands,
    params: () => z.record(z.string(), z.string()),
    reply: () => z.never(),
    refuses: [],
    family,
  } satisfies Partial<AnyRoute>;
  const get: NamedRoute = {
    ...shared,
    operationId: `pages.${page.name}`,
    method: "GET",
    summary: `Show page ${page.name}`,
    description: `Show the page ${page.name}.`,
    returns: "The page.",
    limit: "read",
    status: 200,
    ...(page.asksForHtml && { asksForHtml: true }),
    // A GET of a path that only posts leads to its form, which asks for what it needs itself.
    ...(page.form !== null && { access: "anyone", demands: undefined }),
    handle: (call) => look(page, call, { host, answer }),
  };
  if (!page.post) return [get];
  const { post } = page;
  const form: NamedRoute = {
    ...shared,
    operationId: `pages.${page.name}.post`,
    method: "POST",
    summary: `Submit form ${page.name}`,
    description: `Submit the form of the page ${page.name}.`,
    returns: "The page that follows.",
    limit: "auth-ip",
    status: 200,
    forms: "only",
    ...(page.uncounted && { uncounted: true }),
    body: once(() => (page.fields?.() ?? z.object({})).extend(hiddenFields())),
    handle: (call) => take(page, call, { host, answer, post }),
  };
  return [get, form];
}

/** Read from what was typed, and checked where they are used. */
const hiddenFields = () => ({ step: z.unknown().optional(), next: z.unknown().optional() });

const pathBelow = (base: string, { path }: AnyPage): `/${string}` =>
  base === "" ? path : `/${base.slice(1)}${path === "/" ? "" : path}`;

function accessOf({ access }: AnyPage): AnyRoute["access"] {
  if (access === "any" || access === "step" || access === "pending") return "anyone";
  if (access === "in") return "session";
  if (access === "fresh") return "fresh";
  return { ...access, of: "slug" };
}

interface Serving {
  readonly host: PageHost;
  readonly answer: AnswerOutcome;
}

async function look(
  page: AnyPage,
  call: AnyCall,
  { host, answer }: Serving,
): Promise<Answer<never>> {
  const { request } = call;
  if (page.form !== null)
    return { redirect: pathOfForm(page, { host, params: paramsOf(call) }), status: 303 };
  const visit = await host.visitOf(asked(call, { page, host, typed: {} }));
  const sealed = readPageCookie(request.header("cookie"), "flash", host.site);
  const flash = host.flashes.open(sealed, visit.texts.flash);
  const outcome = lacksStep(page, visit) ? tookTooLong(visit) : await open(page, visit, host);
  const isShown = sealed !== null && request.method === "GET";
  const here = hereOf(visit);
  return answer(outcome, { visit, page, here, flash, ...(isShown && { clearsFlash: true }) });
}

/** What the codes of refusals look like. */
const CODE = /^\w{1,64}$/;

/**
 * Where `/look` comes back to: the path with what the page was asked for, and nothing of another
 * site.
 */
function hereOf({ request, query, next }: AnyVisit): string {
  const { next: _next, callbackURL: _old, token: _token, error, ...filters } = query;
  const kept = new URLSearchParams({
    ...filters,
    ...(next !== null && { next }),
    ...(error !== undefined && CODE.test(error) && { error }),
  }).toString();
  return request.path + (kept === "" ? "" : `?${kept}`);
}

const open = (page: AnyPage, visit: AnyVisit, host: PageHost): Promise<Outcome> =>
  page.open(visit, { form: EMPTY_FORM, template: host.templateOf(page) });

async function take(
  page: AnyPage,
  call: AnyCall,
  { host, answer, post }: Serving & { readonly post: NonNullable<AnyPage["post"]> },
): Promise<Answer<never>> {
  const visit = await host.visitOf(asked(call, { page, host, typed: hiddenOf(call.body) }));
  const outcome = lacksStep(page, visit) ? tookTooLong(visit) : await post(visit, call.body);
  const here = pathOfForm(page, { host, params: paramsOf(call) });
  return answer(outcome, { visit, page, here });
}

const asked = (
  call: AnyCall,
  {
    page,
    host,
    typed,
  }: Pick<Serving, "host"> & {
    readonly page: AnyPage;
    readonly typed: Asked["typed"];
  },
): Asked => ({
  client: call.client,
  request: call.request,
  // No page takes a token, so what proves a caller is a session.
  caller: call.caller && !isGrantCaller(call.caller) ? call.caller : null,
  granted: call.granted && "fresh" in call.granted ? call.granted : null,
  params: paramsOf(call),
  pending: host.pendingOf(page, call.request),
  typed,
  readsNext: readsNext(page.name),
});

const paramsOf = ({ params }: AnyCall): Readonly<Record<string, string>> => textsIn(params);

const hiddenOf = (body: unknown): Readonly<Record<string, string>> => {
  const { step, next } = textsIn(body);
  return { ...(step !== undefined && { step }), ...(next !== undefined && { next }) };
};

const textsIn = (held: unknown): Readonly<Record<string, string>> =>
  typeof held !== "object" || held === null
    ? {}
    : Object.fromEntries(
        Object.entries(held).filter(
          (field): field is [string, string] => typeof field[1] === "string",
        ),
      );
