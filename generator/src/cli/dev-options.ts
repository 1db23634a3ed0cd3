import { UsageError } from '../settings/usage-error.js';
import { defineCommand } from './define-command.js';
import { flag, single, value } from './option.js';

const OPTIONS = {
  context: value(
    'use the cluster of this context of your kubeconfig; by default, an API server of its own is started',
  ),
  yes: flag('use the cluster of --context without asking'),
  plain: flag('print lines instead of a screen; the default if the output is not a terminal'),
};

/** A run of `vmgen dev`. */
export interface DevCommand {
  readonly kind: 'dev';
  /** Undefined for an embedded API server. */
  readonly context: string | undefined;
  readonly yes: boolean;
  readonly plain: boolean;
}

const USAGE = `Usage: $0 dev [--context NAME [--yes]] [--plain]

Runs the operator of a project of vmgen init while you change it: starts an API server, generates,
compiles with tsc, installs the CRDs, and starts the operator. A changed type updates the CRDs, and
changed code restarts the operator. Ctrl-C ends everything.`;

const EPILOGUE = `Examples:
  On an API server that ends with the command:
    vmgen dev
  On a cluster, after a confirmation:
    vmgen dev --context kind-kind

Exit status: 0 ended by the user, 1 it cannot run, 2 usage error.`;

/** The command `vmgen dev`. */
export const DEV = defineCommand(
  { usage: USAGE, options: OPTIONS, epilogue: EPILOGUE },
  ({ values: { context, yes = false, plain = false } }): DevCommand => {
    if (yes && context === undefined) {
      throw new UsageError('--yes confirms --context: add --context NAME');
    }
    return {
      kind: 'dev',
      context: context === undefined ? undefined : single('context', context),
      yes,
      plain,
    };
  },
);
