import { createLogger, createStopSignal, endProcess } from '@vmgen/runtime';
import { onAbort } from '@vmgen/runtime/async';
import { startHealthServer } from '@vmgen/runtime/health';
import { errorText } from '@vmgen/runtime/observability';
import { startEngineProxy } from '../engine-proxy/engine-proxy.js';
import { parseEngineProxyOptions, type EngineProxyCommand } from './engine-proxy-options.js';
import { runCommand } from './run-command.js';
import { UsageError } from './usage.js';

async function run({ engine, listen, healthPort }: EngineProxyCommand): Promise<void> {
  const logger = createLogger({ format: 'json' });
  const stopped = createStopSignal();
  const proxy = await startEngineProxy({ engine, listen, logger }).catch((error: unknown) => {
    throw new UsageError(
      `--listen: ${errorText(error)}: choose a path in a folder that exists and that this user can write`,
    );
  });
  // Ready as soon as it responds.
  if (healthPort !== undefined) await startHealthServer({ port: healthPort, logger });
  logger.info('listening', { listen, engine });
  await new Promise<void>((resolve) => onAbort(stopped, resolve));
  await proxy.close();
  endProcess(0);
}

await runCommand('vm-engine-proxy', parseEngineProxyOptions, run);
