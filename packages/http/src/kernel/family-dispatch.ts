import type { Auth, Caller, Client, Granted, PermissionId } from "@acme/auth-core";
import { authorize, authorizeBySlug, requireCaller, worksIn } from "./admission.js";
import { clientOfRoute } from "./client.js";
import type { Family } from "./family.js";
import type { Exchange, HttpReply, RawBody } from "./http-message.js";
import { checkMedia, type InputRules, isForm, parseInput } from "./input.js";
import type { Limits } from "./limit.js";
import { checkFormOrigin, checkOrigin, mayChange } from "./origin.js";
import type { RefuseInFamily } from "./refuse-in-family.js";
import type { Replies } from "./replies.js";
import { type AnyRoute, type DocumentedSection, permissionAccessOf } from "./route.js";
import type { Match } from "./routing.js";
import type { NamedSite } from "./site.js";

/** What the routes of families are dispatched with: what all others are. */
export interface FamilyDispatchOptions {
  readonly auth: Auth<PermissionId>;
  readonly namedSite: NamedSite;
  readonly sections: readonly DocumentedSection[];
  readonly limits: Limits;
  readonly rules: InputRules;
  readonly replies: Replies;
  readonly refuseInFamily: RefuseInFamily;
}

/** Carries one request through a route of a family. Never rejects. */
export type FamilyDispatch = (
  family: Family,
  exchange: Exchange,
  match: Match,
) => Promise<HttpReply>;

/** How far a request has come: what its refusal is answered with. */
interface Way {
  client: Client | null;
  caller: Caller | null;
  granted: Granted<PermissionId> | null;
  isAdmitted: boolean;
  raw: RawBody | null;
}

/**
 * Builds the way of a request through a route of a family: the steps of `dispatch`, and besides a
 * caller on every route, forms from our own pages only, slugs, demands, and refusals that the
 * family answers. Apart, because what this notes on the way would cost every other request.
 */
export function createFamilyDispatch(options: FamilyDispatchOptions): FamilyDispatch {
  const { auth, namedSite: site, sections, limits, rules } = options;
  const { finish, serialise } = options.replies;

  return async function dispatchInFamily(family, exchange, match) {
    const { route, params } = match;
    const { request } = exchange;
    const way: Way = { client: null, caller: null, granted: null, isAdmitted: false, raw: null };
    try {
      const counting = limits.countRequest(route.limit, request);
      if (counting) await counting;
      checkOrigin(request, site);
      if (mayChange(request)) checkFormOrigin(request, site);
      checkMedia(route, request, rules);
      way.raw = route.body ? await request.readBody(rules.limit) : null;
      const client = worksIn(clientOfRoute(request, site, route), route.access, params);
      way.client = client;
      way.caller = await auth.sessions.identify(client);
      if (route.access !== "anyone") requireCaller(way.caller);
      if (way.caller) await limits.countWrite(route, way.caller);
      way.granted = way.caller && (await admit(auth, match, { caller: way.caller, client }));
      way.isAdmitted = true;
      const {
        params: parsed,
        query,
        body,
      } = await parseInput(route, request, {
        params,
        raw: way.raw,
      });
      const answered = await route.handle({
        auth,
        site,
        client,
        request,
        sections,
        additions: null,
        caller: way.caller,
        granted: way.granted,
        params: parsed,
        query,
        body,
        isForm: isForm(route, request),
      });
      return finish(exchange, serialise(route, answered));
    } catch (thrown) {
      const { client, raw, ...rest } = way;
      const admission = client && { client, ...rest };
      return options.refuseInFamily(family, exchange, { thrown, route, params, admission, raw });
    }
  };
}

/** Checks that a caller has the access of a route, and what it demands besides. */
async function admit(
  auth: Auth<PermissionId>,
  { route: { access, demands = [] }, params }: Pick<Match, "params"> & { readonly route: AnyRoute },
  { caller, client }: { readonly caller: Caller; readonly client: Client },
): Promise<Granted<PermissionId> | null> {
  const asked = permissionAccessOf(access);
  const granted =
    asked?.of === "slug"
      ? await authorizeBySlug(auth, asked, { caller, client, slug: params["slug"] ?? "" })
      : await authorize(auth, access, { caller, client });
  for (const demand of demands) await demand.check(caller, { auth, client });
  return granted;
}
