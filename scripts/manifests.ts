import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml, parseAllDocuments } from "yaml";
import { type Block, readPage } from "./guide/pages.mjs";

/** A process of the reference server, as a manifest of the guide starts it. */
export interface Program {
  /** Page, file and name, for people. */
  readonly title: string;
  /** Its variables, beside those of the image. */
  readonly env: Readonly<Record<string, string>>;
  /** The variables that come from elsewhere. */
  readonly secrets: readonly string[];
  /** In the place of that of the image, when it says one. */
  readonly command: readonly string[] | null;
  /** The paths that are asked for its health. */
  readonly probes: readonly string[];
  /** Where its requests go; null when it gets none, or the host says it by `PORT`. */
  readonly port: number | null;
  /** How long it has from the signal on. */
  readonly stopSeconds: number;
  readonly mount: string | null;
  readonly user: number | null;
}

type Texts = Readonly<Record<string, string>>;

const ROOT = join(import.meta.dirname, "..");
export const blocksOf = (page: string): readonly Block[] =>
  readPage(page, readFileSync(join(ROOT, `docs/guide/${page}.md`), "utf8")).blocks;

const wordsOf = (line: string | undefined): readonly string[] | null => line?.split(" ") ?? null;

interface FlyFile {
  readonly kill_timeout: number;
  readonly env: Texts;
  readonly deploy?: { readonly release_command: string };
  readonly processes?: Texts;
  readonly mounts?: { readonly destination: string };
  readonly http_service: {
    readonly internal_port: number;
    readonly checks: readonly { readonly path: string }[];
  };
}

/** The programs of a `fly.toml`: process groups, and what runs before they are replaced. */
export function flyPrograms(): readonly Program[] {
  const blocks = blocksOf("fly");
  return blocks.flatMap((block, at) => {
    if (block.language !== "toml") return [];
    const file = parseToml(block.text) as unknown as FlyFile;
    const end = blocks.findIndex(({ language }, index) => index > at && language === "toml");
    const commands = blocks.slice(0, end === -1 ? blocks.length : end);
    const service = file.http_service;
    const shared = {
      env: file.env,
      secrets: namesIn(commands, /\b([A-Z_]+)=/g, "fly secrets set"),
      stopSeconds: file.kill_timeout,
      mount: file.mounts?.destination ?? null,
      user: null,
    };
    const title = (name: string) => `fly ${block.file} ${name}`;
    const none = { ...shared, probes: [], port: null };
    const web = {
      ...shared,
      title: title("app"),
      command: wordsOf(file.processes?.["app"]),
      probes: service.checks.map(({ path }) => path),
      port: service.internal_port,
    };
    const { app: _, ...others } = file.processes ?? {};
    const release = file.deploy ? { release: file.deploy.release_command } : {};
    const rest = Object.entries({ ...others, ...release });
    return [
      web,
      ...rest.map(([name, line]) => ({ ...none, title: title(name), command: wordsOf(line) })),
    ];
  });
}

/** What commands set, on lines that begin like that and those that go on from them. */
const namesIn = (blocks: readonly Block[], pattern: RegExp, begin: string): readonly string[] =>
  blocks
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.replaceAll("\\\n", " ").split("\n"))
    .filter((line) => line.startsWith(begin))
    .flatMap((line) => Array.from(line.matchAll(pattern), ([, name = ""]) => name));

interface RenderVariable {
  readonly key?: string;
  readonly value?: string;
  readonly fromGroup?: string;
}
interface RenderFile {
  readonly envVarGroups?: readonly {
    readonly name: string;
    readonly envVars: readonly RenderVariable[];
  }[];
  readonly services: readonly {
    readonly name: string;
    readonly envVars: readonly RenderVariable[];
    readonly healthCheckPath?: string;
    readonly preDeployCommand?: string;
    readonly dockerCommand?: string;
    readonly maxShutdownDelaySeconds: number;
    readonly disk?: { readonly mountPath: string };
  }[];
}

/** The services of a `render.yaml`, and what runs before they are replaced. */
export const renderPrograms = (): readonly Program[] =>
  blocksOf("render")
    .filter(({ language }) => language === "yaml")
    .flatMap(({ file: name, text }) => {
      const file = parseYaml(text) as RenderFile;
      return file.services.flatMap((service) => {
        const variables = service.envVars.flatMap(
          (each) =>
            file.envVarGroups?.find((group) => group.name === each.fromGroup)?.envVars ?? [each],
        );
        const said = variables.filter(({ value }) => value !== undefined);
        const shared = {
          env: Object.fromEntries(said.map(({ key = "", value = "" }) => [key, value])),
          secrets: variables.filter((each) => !said.includes(each)).map(({ key = "" }) => key),
          port: null,
          stopSeconds: service.maxShutdownDelaySeconds,
          mount: service.disk?.mountPath ?? null,
          user: null,
        };
        const title = `render ${name} ${service.name}`;
        const path = service.healthCheckPath;
        const before = service.preDeployCommand;
        return [
          { ...shared, title, command: wordsOf(service.dockerCommand), probes: path ? [path] : [] },
          ...(before
            ? [{ ...shared, title: `${title} before`, command: wordsOf(before), probes: [] }]
            : []),
        ];
      });
    });

interface Probe {
  readonly httpGet: { readonly path: string };
}
interface Container {
  readonly args: readonly string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: {
    readonly preStop: { readonly exec: { readonly command: Texts[string][] } };
  };
}
interface KubernetesObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data: Texts;
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds?: number;
        readonly securityContext: { readonly runAsUser: number };
        readonly containers: readonly [Container];
      };
    };
  };
}

/** Of Kubernetes unless a pod says another. */
const GRACE_SECONDS = 30;

export function kubernetesObjects(): readonly KubernetesObject[] {
  const files = blocksOf("kubernetes").filter(({ language }) => language === "yaml");
  return files.flatMap(({ text }) =>
    parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject),
  );
}

/** The pods of a job or a deployment. */
export function kubernetesPrograms(): readonly Program[] {
  const objects = kubernetesObjects();
  const env = objects.find(({ kind }) => kind === "ConfigMap")?.data ?? {};
  const secrets = namesIn(
    blocksOf("kubernetes"),
    /--from-literal=([A-Z_]+)=/g,
    "kubectl create secret",
  );
  return objects
    .filter(({ kind }) => kind === "Job" || kind === "Deployment")
    .map(({ metadata, spec: { template } }) => {
      const [container] = template.spec.containers;
      const { startupProbe, livenessProbe, readinessProbe } = container;
      const probes = [startupProbe, livenessProbe, readinessProbe];
      const held = Number(container.lifecycle?.preStop.exec.command[1] ?? 0);
      return {
        title: `kubernetes ${metadata.name}`,
        env,
        secrets,
        command: container.args,
        probes: probes.flatMap((probe) => (probe ? [probe.httpGet.path] : [])),
        port: container.ports?.find(({ name }) => name === "http")?.containerPort ?? null,
        stopSeconds: (template.spec.terminationGracePeriodSeconds ?? GRACE_SECONDS) - held,
        mount: null,
        user: template.spec.securityContext.runAsUser,
      };
    });
}
