import type { Admission, Family } from "./family.js";
import type { Exchange, HttpReply, HttpRequest, RawBody } from "./http-message.js";
import { readInput } from "./input.js";
import type { Refusing } from "./refuse.js";
import type { Replies } from "./replies.js";
import type { AnyRoute } from "./route.js";
import { STATUS } from "./status.js";

/** A request of a family that was refused. */
export interface RefusedInFamily {
  readonly thrown: unknown;
  readonly route: AnyRoute | null;
  readonly params: Readonly<Record<string, string>>;
  readonly admission: Admission | null;
  readonly raw: RawBody | null;
}

/** The reply to a refused request of a family. Never rejects. */
export type RefuseInFamily = (
  family: Family,
  exchange: Exchange,
  refused: RefusedInFamily,
) => Promise<HttpReply>;

/** Lets families answer refusals, in JSON where that fails. */
export function createRefuseInFamily(
  { judge, refuse }: Refusing,
  { finish, serialiseInFamily }: Pick<Replies, "finish" | "serialiseInFamily">,
): RefuseInFamily {
  return async function refuseInFamily(
    family,
    exchange,
    { thrown, route, params, admission, raw },
  ) {
    const { request, requestId } = exchange;
    const { error, headers, cookies } = judge(exchange, thrown, route);
    const status = STATUS[error.kind];
    const typed = typedIn(route, request, raw);
    try {
      const refusal = { error, status, request, requestId, route, params, admission, typed };
      const reply = serialiseInFamily(family, status, await family.refused(refusal));
      return finish(exchange, {
        ...reply,
        headers: [...reply.headers, ...headers],
        cookies: [...reply.cookies, ...cookies],
      });
    } catch (failure) {
      return refuse(exchange, failure, route);
    }
  };
}

const NOTHING: Readonly<Record<string, string>> = {};

/** The fields of a form, those that are given once. */
function typedIn(
  route: AnyRoute | null,
  request: HttpRequest,
  raw: RawBody | null,
): Readonly<Record<string, string>> {
  if (!route || !raw) return NOTHING;
  try {
    const fields = readInput(route, request, raw);
    if (typeof fields !== "object" || fields === null) return NOTHING;
    return Object.fromEntries(
      Object.entries(fields).filter(
        (field): field is [string, string] => typeof field[1] === "string",
      ),
    );
  } catch {
    return NOTHING;
  }
}
