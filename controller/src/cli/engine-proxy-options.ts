import path from 'node:path';
import yargs from 'yargs';
import { parseStrictly, requireInteger, UsageError, type Answer } from './usage.js';

const SCHEME = 'unix://';

/** The options of the command line of vm-engine-proxy. */
export interface EngineProxyCommand {
  /** The path of the engine's socket. */
  readonly engine: string;
  /** The path of the socket of the proxy. */
  readonly listen: string;
  /** The port of the health probes; undefined for none. */
  readonly healthPort: number | undefined;
}

/** Parses the command line. Throws a {@link UsageError} if it is invalid. */
export async function parseEngineProxyOptions(
  args: readonly string[],
  version: string,
): Promise<EngineProxyCommand | Answer> {
  const result = await parseStrictly(optionsParser(version), args);
  if ('answer' in result) return result;
  const { engine, listen, 'health-port': healthPort } = result.parsed;
  if (!engine.startsWith(`${SCHEME}/`)) {
    throw new UsageError(`--engine must be ${SCHEME} and an absolute path`);
  }
  if (!path.isAbsolute(listen)) throw new UsageError('--listen must be an absolute path');
  if (healthPort !== undefined) requireInteger('--health-port', healthPort, 0, 65_535);
  return { engine: engine.slice(SCHEME.length), listen, healthPort };
}

function optionsParser(version: string) {
  return yargs()
    .scriptName('vm-engine-proxy')
    .usage(
      '$0 [options]\n\nPasses the requests of vm-controller to a Docker Engine, and refuses all others.',
    )
    .options({
      engine: {
        type: 'string',
        default: `${SCHEME}/var/run/docker.sock`,
        describe: 'Socket of the Docker Engine',
      },
      listen: {
        type: 'string',
        demandOption: true,
        describe:
          'Path of the socket to listen on. The user and the group of its file may connect: DOCKER_HOST=unix://PATH',
      },
      'health-port': {
        type: 'number',
        describe: 'Port of the health probes /livez and /readyz; defaults to none',
      },
    })
    .example('$0 --listen /run/vm-engine/engine.sock', 'beside a controller')
    .version(version);
}
