import { readConfig } from "../config/config.js";
import { printable } from "../config/printable.js";
import { recordedEvents } from "../serving/features.js";
import type { OpenedAuth } from "../serving/open-auth.js";
import { CommandFailure, EXIT, type FeatureCall, type Invocation } from "./command.js";
import { withAuth } from "./with-auth.js";
import { operatorReason, withUser } from "./with-user.js";

/** Returns what a command of a feature is given. */
export function asFeature(invocation: Invocation): FeatureCall {
  const { env, values, options, progress } = invocation;
  const opened = ({ auth, features }: OpenedAuth) => ({
    auth,
    recordedEvents: () => recordedEvents(features, readConfig(env).config),
  });
  return {
    values,
    options,
    progress,
    withAuth: (work) => withAuth(env, (all) => work(opened(all))),
    withUser: (work) => withUser(invocation, (all, user) => work(opened(all), user)),
    operator: (why) => operatorReason(invocation, why),
    printable,
    failure: (message, kind) => new CommandFailure(message, EXIT[kind]),
  };
}
