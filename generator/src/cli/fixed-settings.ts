import { operatorOf } from '../settings/operator-config.js';
import type { GenerateCommand } from './options.js';

/**
 * Returns a function that reads the config again for a session that has begun with a first one.
 *
 * @returns a function that throws an Error with the key, if a setting has changed that holds for the whole session
 */
export function withFixedSettings(
  first: GenerateCommand,
  configure: () => Promise<GenerateCommand>,
): () => Promise<GenerateCommand> {
  const before = fixedOf(first);
  return async () => {
    const command = await configure();
    const after = fixedOf(command);
    const key = [...before.keys()].find((each) => before.get(each) !== after.get(each));
    if (key === undefined) return command;
    throw new Error(`end vmgen dev and start it again: ${key} has changed`);
  };
}

function fixedOf({ options: { operator, out } }: GenerateCommand) {
  return new Map([
    ['operator.name', operator?.name],
    ['operator.namespace', operator && operatorOf(operator).namespace],
    ['out', out],
  ]);
}
