import { readFileSync } from 'node:fs';
import yargs, { type InferredOptionTypes } from 'yargs';
import { isHost } from '../http/listen-addresses.js';

export interface CliArguments {
  readonly host: string;
  readonly port: number;
  /** If undefined, a file in a new temporary folder. */
  readonly writeKubeconfig: string | undefined;
  /** The folder for launchers. If it is specified, no server is started. */
  readonly writeAssets: string | undefined;
  readonly crds: readonly string[];
  /** The URLs of Services by `NAMESPACE/NAME`. */
  readonly services: Readonly<Record<string, string>>;
  readonly garbageCollection: boolean;
  readonly authorization: AuthorizationMode;
  /** If undefined, the server's default. */
  readonly storageQuotaBytes: number | undefined;
}

/** The parsed arguments, or a text to print before the command exits. */
type ParsedArguments = CliArguments | { readonly text: string; readonly exitCode: 0 | 2 };

/** Parses the command line. */
export async function parseArguments(args: readonly string[]): Promise<ParsedArguments> {
  let output = '';
  let failure: string | undefined;
  const parser = commandLine(args).fail((message) => {
    failure ??= message;
  });
  const parsed = await parser.parseAsync([...args], {}, (_error, _argv, text) => {
    output = text;
  });
  if (failure === undefined && parsed._.length > 0) {
    failure = `unknown argument: ${String(parsed._[0])}`;
  }
  if (failure !== undefined) {
    const text = `vmgen-apiserver: ${failure}\nrun vmgen-apiserver --help for the options`;
    return { text, exitCode: 2 };
  }
  if (output !== '') return { text: output, exitCode: 0 };
  return {
    host: parsed.host,
    port: Number(parsed.port),
    writeKubeconfig: parsed.writeKubeconfig,
    writeAssets: parsed.writeAssets,
    crds: parsed.crds,
    services: Object.fromEntries(parsed.service.map(splitService)),
    authorization: modeOf(parsed['authorization-mode']) ?? 'AlwaysAllow',
    garbageCollection: parsed['enable-garbage-collector'] === 'true',
    storageQuotaBytes:
      parsed.storageQuotaBytes === undefined ? undefined : Number(parsed.storageQuotaBytes),
  };
}

/** An option with a value. It stays a text until it is validated. */
const text = (describe: string) => ({ type: 'string', describe, requiresArg: true }) as const;

const REPEATED = { array: true, default: [] as string[], defaultDescription: 'none' } as const;

const OPTIONS = {
  port: { ...text('The port to listen on; 0 selects a free port'), default: '0' },
  host: { ...text('The address to listen on; 0.0.0.0 for all'), default: '127.0.0.1' },
  'write-kubeconfig': text('Where the kubeconfig goes (mode 0600); a temporary folder by default'),
  crds: {
    ...text('Files or folders of CustomResourceDefinitions to serve from the start'),
    ...REPEATED,
  },
  service: {
    ...text('NAMESPACE/NAME=URL: where to reach a Service that webhooks use'),
    ...REPEATED,
  },
  'authorization-mode': {
    ...text('Who may do what: AlwaysAllow, or RBAC for what roles and bindings grant'),
    default: 'AlwaysAllow',
  },
  'enable-garbage-collector': {
    ...text('Delete objects without remaining owners; false disables this, as in envtest'),
    default: 'true',
  },
  'storage-quota-bytes': {
    ...text('The memory limit of all objects in bytes; writes above it fail as in etcd'),
    defaultDescription: '2 GiB, but at most 1/8 of the heap limit',
  },
  'write-assets': text(
    'Write launchers named kube-apiserver and etcd into this folder, for KUBEBUILDER_ASSETS, and exit',
  ),
};

/** Defines the options and the text of --help. */
function commandLine(args: readonly string[]) {
  return (
    yargs([...args])
      .scriptName('vmgen-apiserver')
      // --no-host and --host.x are not alternative forms of --host.
      .parserConfiguration({ 'boolean-negation': false, 'dot-notation': false })
      .usage(
        '$0 [options]\n\nRuns an embedded Kubernetes API server for built-in kinds and custom resources until Ctrl-C.',
      )
      .options(OPTIONS)
      .check((parsed) => {
        const problem = problemOf(parsed) ?? assetsProblem(args, parsed['write-assets']);
        if (problem !== undefined) throw new Error(problem);
        return true;
      })
      .example('$0 --crds deploy/crd', 'serve the CRDs of a folder on a free port')
      .example('$0 --port 6443 --write-kubeconfig dev.kubeconfig', 'listen on a fixed port')
      .example('$0 --service default/hooks=https://127.0.0.1:9443', 'call webhooks on this machine')
      .example('$0 --write-assets bin', 'let envtest of controller-runtime start this server')
      .strict()
      .version(packageVersion())
      .help()
      .locale('en')
      .wrap(100)
      .exitProcess(false)
  );
}

type Texts = InferredOptionTypes<typeof OPTIONS>;

/** Returns the error in the arguments, with the fix. An unset shell variable is an empty string. */
function problemOf(texts: Texts): string | undefined {
  const { port, host, 'write-kubeconfig': kubeconfig, crds } = texts;
  const collects = texts['enable-garbage-collector'];
  const mode = texts['authorization-mode'];
  const quota = texts['storage-quota-bytes'];
  // yargs returns a list for a repeated option, whatever its type is.
  const { crds: _crds, service: _service, ...single } = OPTIONS;
  for (const [option, value] of Object.entries(texts)) {
    if (Object.hasOwn(single, option) && Array.isArray(value))
      return `--${option} must not be repeated`;
  }
  if (modeOf(mode) === undefined) {
    return `--authorization-mode ${JSON.stringify(mode)}: must be AlwaysAllow or RBAC`;
  }
  if (collects !== 'true' && collects !== 'false') {
    return `--enable-garbage-collector ${JSON.stringify(collects)}: must be true or false`;
  }
  if (quota !== undefined && !/^[1-9]\d{0,14}$/.test(quota)) {
    return `--storage-quota-bytes ${JSON.stringify(quota)}: must be a positive integer`;
  }
  if (!isPort(port)) {
    return `--port ${JSON.stringify(port)}: must be an integer from 0 to 65535`;
  }
  if (!isHost(host)) {
    return `--host ${JSON.stringify(host)}: must be a host name or an IP address; 0.0.0.0 means all addresses`;
  }
  if (isBlank(kubeconfig)) return '--write-kubeconfig is empty: specify a file, or omit the option';
  if (crds.some(isBlank)) return '--crds is empty: specify a file or folder, or omit the option';
  return texts.service.map(serviceProblem).find((problem) => problem !== undefined);
}

type AuthorizationMode = 'AlwaysAllow' | 'RBAC';

const modeOf = (text: string): AuthorizationMode | undefined =>
  text === 'AlwaysAllow' || text === 'RBAC' ? text : undefined;

function assetsProblem(args: readonly string[], folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  if (isBlank(folder)) return '--write-assets is empty: specify a folder';
  const other = args.find((each) => each.startsWith('--') && !each.startsWith('--write-assets'));
  return other === undefined
    ? undefined
    : `--write-assets starts no server: omit ${other}, or pass flags of kube-apiserver to the launcher`;
}

function splitService(text: string): readonly [name: string, url: string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

function serviceProblem(text: string): string | undefined {
  const [name, url] = splitService(text);
  const isUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (isUrl && /^[^/]+\/[^/]+$/.test(name)) return undefined;
  return `--service ${JSON.stringify(text)}: must be NAMESPACE/NAME=URL, such as default/hooks=https://127.0.0.1:9443`;
}

function isBlank(text: string | undefined): boolean {
  return text?.trim() === '';
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
}

function packageVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof content === 'object' && content !== null && 'version' in content
    ? String(content.version)
    : 'unknown';
}
