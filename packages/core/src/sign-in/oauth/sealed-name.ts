import { type DisplayName, displayNameFrom } from "../../kernel/display-name.js";
import { after } from "../../kernel/duration.js";
import { Secret } from "../../kernel/secret.js";
import type { World } from "../../store/env.js";

/** The callback that a name belongs to. */
export interface NamedCallback {
  readonly providerId: string;
  readonly state: string;
}

type NameWorld = Pick<World, "clock" | "digest" | "policy" | "sealer">;

/** Seals a name for one callback: the text does not open in another, nor later. */
export function sealName(world: NameWorld, name: DisplayName, callback: NamedCallback): string {
  const { clock, policy, sealer } = world;
  const until = after(clock.now(), policy.oauthNameLifetime).getTime();
  return sealer.seal("oauth-name", `${until} ${name}`, contextOf(world, callback));
}

/**
 * Returns the name that was sealed for the callback; null when the text was altered, belongs to
 * another callback, or is too old.
 */
export function openName(
  world: NameWorld,
  sealed: string,
  callback: NamedCallback,
): DisplayName | null {
  const opened = world.sealer.open("oauth-name", sealed, contextOf(world, callback));
  const [, until, name = ""] = /^(\d+) (.+)$/su.exec(opened ?? "") ?? [];
  return world.clock.now().getTime() < Number(until) ? displayNameFrom(name) : null;
}

const contextOf = (
  { digest }: Pick<World, "digest">,
  { providerId, state }: NamedCallback,
): string => `${providerId} ${digest.token(new Secret(state))}`;
