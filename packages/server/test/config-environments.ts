import { ConfigError, type Environment, readConfig } from "../src/config/config.js";

export const SECRET = "yK26HKtIbL9xuKFkjubcJ/VTTDuobRxHwf4OixGD71Q=";
export const OTHER_SECRET = "0TSKkpci5zpRiKuTer-d5B7--k8_MNNcqriIWU4-Iz4";
export const LOCAL: Environment = {
  SERVICE_AUTH_SECRET: SECRET,
  SERVICE_AUTH_URL: "http://localhost:3000",
};
export const PRODUCTION: Environment = {
  NODE_ENV: "production",
  SERVICE_AUTH_SECRET: SECRET,
  SERVICE_AUTH_URL: "https://auth.example.com",
  APP_URL: "https://app.example.com",
  RP_ID: "example.com",
  SMTP_URL: "smtps://user:pass@mail.example.com",
  MAIL_FROM: "auth@example.com",
};
export const problemsOf = (env: Environment): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (thrown) {
    if (thrown instanceof ConfigError) return thrown.problems;
    throw thrown;
  }
};
/** The names that the problems are about. */
export const namesIn = (problems: readonly string[]) =>
  problems.map((problem) => problem.split(" ")[0]);
export const configOf = (changes: Environment, base = LOCAL) =>
  readConfig({ ...base, ...changes }).config;
