import { UsageError } from '../settings/usage-error.js';
import { createParser } from './create-parser.js';
import { flag } from './option.js';
import { refuseOddFlags, refuseUnknownFlags } from './refuse-flags.js';

export const RBAC_OPTIONS = {
  'from-run': flag('run tests, and report the permissions that they needed'),
};

/** A run of `vmgen rbac`. */
export interface RbacCommand {
  readonly kind: 'rbac';
  /** The program that runs the tests, with its arguments. */
  readonly program: readonly string[];
}

const USAGE = `Usage: $0 rbac --from-run [-- COMMAND...]

Runs tests that use fake.withRole(roles), and reports the permissions that the roles lack, as
markers, and those that no test needed. In this run, requests without permission are answered.`;

const EPILOGUE = `Examples:
  vmgen rbac --from-run
  vmgen rbac --from-run -- node --test dist/src/controllers/site.test.js

Without a command, it runs npm test.

Exit status: 0 no permission is missing, 1 some are, or the tests failed, 2 usage error.`;

/**
 * Parses the arguments of `vmgen rbac`.
 *
 * @throws UsageError with the fix
 */
export async function parseRbacArguments(
  args: readonly string[],
): Promise<RbacCommand | { readonly kind: 'print'; readonly text: string }> {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  const program = end < 0 ? [] : args.slice(end + 1);
  refuseUnknownFlags(own, RBAC_OPTIONS);
  refuseOddFlags(own, RBAC_OPTIONS);
  const parser = createParser({ usage: USAGE, options: RBAC_OPTIONS, epilogue: EPILOGUE });
  const values = await parser.parseAsync([...own]);
  if (values.help) return { kind: 'print', text: await parser.getHelp() };
  const [unexpected] = values._.map(String);
  if (unexpected !== undefined) {
    throw new UsageError(
      `unexpected argument ${JSON.stringify(unexpected)}; put the command behind --`,
    );
  }
  if (values.fromRun !== true) throw new UsageError('use vmgen rbac --from-run');
  return { kind: 'rbac', program: program.length === 0 ? ['npm', 'test'] : program };
}
