import { readFileSync } from 'node:fs';
import yargs from 'yargs';

export interface CliArguments {
  readonly host: string;
  readonly port: number;
  /** Undefined: a file in a fresh temporary folder. */
  readonly writeKubeconfig: string | undefined;
  readonly crds: readonly string[];
}

/** What the arguments ask for; text means: print it and end with the exit code. */
export type ParsedArguments = CliArguments | { readonly text: string; readonly exitCode: 0 | 2 };

/** Reads the command line. */
export async function parseArguments(args: readonly string[]): Promise<ParsedArguments> {
  let output = '';
  let failure: string | undefined;
  const parser = yargs([...args])
    .scriptName('vmgen-apiserver')
    .usage('$0 [options]\n\nAn embedded Kubernetes API server for custom resources, until Ctrl-C.')
    .option('port', {
      type: 'string',
      default: '0',
      describe: 'The port to listen on; 0 takes a free one',
      requiresArg: true,
    })
    .option('host', {
      type: 'string',
      default: '127.0.0.1',
      describe: 'The address to listen on; 0.0.0.0 for all',
      requiresArg: true,
    })
    .option('write-kubeconfig', {
      type: 'string',
      describe: 'Where the kubeconfig goes (mode 0600); a temporary folder by default',
      requiresArg: true,
    })
    .option('crds', {
      type: 'string',
      array: true,
      default: [] as string[],
      defaultDescription: 'none',
      describe: 'Files or folders of CustomResourceDefinitions to serve from the start',
      requiresArg: true,
    })
    .check(({ port, host, 'write-kubeconfig': kubeconfig }) => {
      // yargs makes a list of an option that stands twice, whatever its type says.
      for (const [option, value] of Object.entries({
        port,
        host,
        'write-kubeconfig': kubeconfig,
      })) {
        if (Array.isArray(value)) throw new Error(`--${option} may stand once only`);
      }
      if (!isPort(port)) throw new Error(`--port ${port}: must be a whole number from 0 to 65535`);
      return true;
    })
    .example('$0 --crds deploy/crd', 'serve the kinds of a folder on a free port')
    .example('$0 --port 6443 --write-kubeconfig dev.kubeconfig', 'a fixed address')
    .strict()
    .version(packageVersion())
    .help()
    .locale('en')
    .wrap(100)
    .exitProcess(false)
    .fail((message) => {
      failure ??= message;
    });
  const parsed = await parser.parseAsync([...args], {}, (_error, _argv, text) => {
    output = text;
  });
  if (failure === undefined && parsed._.length > 0) {
    failure = `unknown argument: ${String(parsed._[0])}`;
  }
  if (failure !== undefined) {
    const text = `vmgen-apiserver: ${failure}\nrun vmgen-apiserver --help for what there is`;
    return { text, exitCode: 2 };
  }
  if (output !== '') return { text: output, exitCode: 0 };
  return {
    host: parsed.host,
    port: Number(parsed.port),
    writeKubeconfig: parsed.writeKubeconfig,
    crds: parsed.crds,
  };
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
