import { AuthError, type Caller } from "@acme/auth-core";
import type { Answer } from "@acme/auth-http";
import { clientOf, type FamilyRefusal, type PageStatus } from "@acme/auth-http/pages-host";
import { errorTemplate, notFoundTemplate } from "../pages/error-pages.js";
import { createAnswers } from "./answer-outcome.js";
import { EMPTY_FORM, type FormState } from "./form-state.js";
import { lacksStep, tookTooLong } from "./lacks-step.js";
import { readsNext } from "./next.js";
import { go, Leave } from "./outcome.js";
import type { AnyPage } from "./page-definition.js";
import type { PageHost } from "./page-host.js";
import { pathOfForm } from "./path-of-form.js";
import { refusalForm, wordsOf } from "./refusal-form.js";
import { NEW_STEP } from "./step.js";
import type { AnyVisit } from "./visit.js";

/**
 * Answers a refused request of the pages: with the way to the proof that is missing, with the page
 * of the form, or with a page that says what happened.
 */
export async function answerRefusal(
  refusal: FamilyRefusal,
  page: AnyPage | null,
  host: PageHost,
): Promise<Answer<never>> {
  const { error, admission, request } = refusal;
  const target = page && admission && host.leadOf(error.code);
  if (page && target) return leadTo(target, { page, refusal, host });
  if (page && admission?.isAdmitted && request.method === "POST") {
    const shown = await showForm(page, refusal, host);
    if (shown) return shown;
  }
  return showError(refusal, host);
}

interface Led {
  readonly page: AnyPage;
  readonly refusal: FamilyRefusal;
  readonly host: PageHost;
}

/**
 * `next` is the path that was asked for; of a form, that of its page. A page that reads no `next`
 * goes on with a sign-in: where that leads is in its step.
 */
async function leadTo(target: string, { page, refusal, host }: Led): Promise<Answer<never>> {
  const { request, params } = refusal;
  const visit = await visitOfRefused(page, refusal, host);
  if (visit && !readsNext(target)) {
    const begun = visit.step ?? NEW_STEP;
    const step = { ...begun, next: visit.next ?? begun.next };
    const to = go(host.hrefOf(target), { step });
    return createAnswers(host)(to, { visit, page, here: request.path });
  }
  const isForm = request.method === "POST";
  const path = isForm ? pathOfForm(page, { host, params }) : request.path;
  const next = isForm || request.query === "" ? path : `${path}?${request.query}`;
  return { redirect: host.hrefOf(target, { query: { next } }).url, status: 303 };
}

/** The page of the form, with its messages; null when that page cannot be shown either. */
async function showForm(
  posted: AnyPage,
  refusal: FamilyRefusal,
  host: PageHost,
): Promise<Answer<never> | null> {
  const page = posted.form === null ? posted : host.pageOf(posted.form);
  const visit = await visitOfRefused(posted, refusal, host);
  if (!page || !visit) return null;
  const { error, params, typed } = refusal;
  const form = refusalForm({
    error,
    page: posted,
    typed,
    visit,
    now: host.auth.clock.now(),
  });
  try {
    const outcome = lacksStep(page, visit)
      ? tookTooLong(visit)
      : await page.open(visitOfForm(visit, { posted, page, form }), {
          form: posted.owner === page.owner ? form : EMPTY_FORM,
          template: host.templateOf(page),
        });
    const here = pathOfForm(posted, { host, params });
    const answering = { visit, page, here, form };
    return await createAnswers(host)(
      outcome,
      outcome instanceof Leave ? answering : { ...answering, status: statusOn(posted, refusal) },
    );
  } catch (failure) {
    if (AuthError.is(failure)) return null;
    throw failure;
  }
}

const statusOn = ({ statuses }: AnyPage, { error, status }: FamilyRefusal): PageStatus =>
  statuses?.[error.code] ?? status;

async function visitOfRefused(
  page: AnyPage,
  refusal: FamilyRefusal,
  host: PageHost,
): Promise<AnyVisit | null> {
  const { admission, request, params, typed } = refusal;
  if (!admission) return null;
  const { client, caller, granted } = admission;
  const pending = host.pendingOf(page, request);
  const asked = { client, caller, granted, request, params, pending, typed };
  return host.visitOf({ ...asked, readsNext: false });
}

/** A form of a feature that stands on a page of the package is told to its section alone. */
const visitOfForm = (
  visit: AnyVisit,
  {
    posted,
    page,
    form,
  }: { readonly posted: AnyPage; readonly page: AnyPage; readonly form: FormState },
): AnyVisit => ({
  ...visit,
  refused:
    posted.owner === null || posted.owner === page.owner ? null : { owner: posted.owner, form },
});

const FRAMED: readonly PageStatus[] = [400, 403, 404, 405, 409, 410, 422];

/** Who sees the refusal, where a frame is around it. An unknown path has looked nobody up. */
async function callerOf(
  { admission, error, request, status }: FamilyRefusal,
  { auth, site }: PageHost,
): Promise<Caller | null> {
  if (!FRAMED.includes(status)) return null;
  if (admission) return admission.caller;
  if (error.code === "INVALID_ORIGIN") return null;
  return auth.sessions.identify(clientOf(request, site)).catch(() => null);
}

const NO_PAGE = { name: "", path: "/" } as const;

/**
 * A page of its own. Around one that is not there, or not for the visitor, is what is around the
 * others; of any other nothing is looked up.
 */
async function showError(refusal: FamilyRefusal, host: PageHost): Promise<Answer<never>> {
  const { error, status, request, requestId, params } = refusal;
  const caller = await callerOf(refusal, host);
  const visit = await host.visitOf({
    client: refusal.admission?.client ?? host.strangerOf(request),
    caller,
    request,
    params,
    granted: null,
    pending: null,
    typed: {},
    readsNext: false,
  });
  const text = wordsOf(error, { visit, now: host.auth.clock.now() });
  const drawn = await host.draw({
    visit,
    shown: NO_PAGE,
    layout: caller ? "account" : "entry",
    render: (kit) =>
      status === 404
        ? host.templates.inPlaceOf(notFoundTemplate)({}, kit)
        : host.templates.inPlaceOf(errorTemplate)(
            { status, code: error.code, text, requestId: status === 500 ? requestId : null },
            kit,
          ),
    here: host.base === "" ? "/" : host.base,
  });
  return { page: drawn, status };
}
