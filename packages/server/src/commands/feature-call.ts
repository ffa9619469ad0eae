import { readConfig } from "../config/config.js";
import { printable } from "../config/printable.js";
import { recordedEvents } from "../serving/features.js";
import { CommandFailure, EXIT, type FeatureCall, type Invocation } from "./command.js";
import { withAuth } from "./with-auth.js";

/** Returns what a command of a feature is given. */
export const asFeature = ({ env, values, options }: Invocation): FeatureCall => ({
  values,
  options,
  withAuth: (work) =>
    withAuth(env, ({ auth, features }) =>
      work({ auth, recordedEvents: () => recordedEvents(features, readConfig(env).config) }),
    ),
  printable,
  failure: (message, kind) => new CommandFailure(message, EXIT[kind]),
});
