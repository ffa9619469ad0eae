import { readFileSync } from "node:fs";
import { join } from "node:path";
import { flyPrograms, kubernetesPrograms, type Program, renderPrograms } from "./manifests.js";

/** The programs that the pages of the guide about hosts of containers start. */
export const PROGRAMS: readonly Program[] = [
  ...flyPrograms(),
  ...renderPrograms(),
  ...kubernetesPrograms(),
];

const DOCKERFILE = readFileSync(join(import.meta.dirname, "../Dockerfile"), "utf8");
const [IMAGE = ""] = DOCKERFILE.split(/^(?=FROM )/m).slice(-1);
/** What the Dockerfile says of the server behind that word. */
export const imageLine = (word: string): string =>
  new RegExp(`^${word} (.*)$`, "m").exec(IMAGE)?.[1] ?? "";
export const IMAGE_COMMAND = JSON.parse(imageLine("CMD")) as readonly string[];
const IMAGE_ENV = Object.fromEntries(
  Array.from(IMAGE.matchAll(/^ENV (\w+)=(.*)$/gm), ([, name = "", value = ""]) => [name, value]),
);

/** What stands in no manifest. */
const SECRETS: Readonly<Record<string, string>> = {
  SERVICE_AUTH_SECRET: "Qm6lT0mZ3vS8yL2eXc9uRk5wBn1hJd4gFp7oAi0tMzE=",
  SMTP_URL: "smtp://localhost:1",
  DATABASE_URL: "postgres://auth:auth@postgres/auth",
};

/** All variables that a program has there. */
export const environmentOf = ({ env, secrets }: Program): Readonly<Record<string, string>> => ({
  ...IMAGE_ENV,
  ...env,
  ...Object.fromEntries(secrets.map((name) => [name, SECRETS[name] ?? "unknown"])),
});

/** The command behind that of the image: `migrate`. */
export const commandOf = ({ command }: Program): string =>
  command ? command.slice(IMAGE_COMMAND.length).join(" ") : "serve";
