import { UsageError } from '../settings/usage-error.js';
import { defineCommand } from './define-command.js';
import { flag } from './option.js';

const OPTIONS = {
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

/** The command `vmgen rbac`. */
export const RBAC = defineCommand(
  { usage: USAGE, options: OPTIONS, epilogue: EPILOGUE, runsProgram: true },
  ({ values, program }): RbacCommand => {
    if (values.fromRun !== true) throw new UsageError('use vmgen rbac --from-run');
    return { kind: 'rbac', program };
  },
);
