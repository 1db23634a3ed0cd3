import { UsageError } from '../settings/usage-error.js';
import { defineCommand } from './define-command.js';
import { flag } from './option.js';

const OPTIONS = {
  inspect: flag('wait for a debugger before the step of the plan, or before the reconcile'),
};

/** A run of `vmgen replay`. */
export interface ReplayCommand {
  readonly kind: 'replay';
  /** The file of a plan or a recording. */
  readonly file: string;
  readonly inspect: boolean;
  /** The program that runs the tests, with its arguments. */
  readonly program: readonly string[];
}

const USAGE = `Usage: $0 replay FILE [--inspect] [-- COMMAND...]

Runs the plan of a violation, which explore() of @vmgen/manager/testing has written into the folder
VMGEN_PLANS. The exploration that has the plan runs only this plan, once.

Or runs a recording of a failed reconcile, which the status page of an operator offers: a test calls
replayRecording() of @vmgen/manager/testing, and gets what the reconcile received.`;

const EPILOGUE = `Examples:
  vmgen replay .vmgen/plans/5a5df704bc6a.json
  vmgen replay sites-default-shop-1.json -- node --test dist/src/replay.test.js
  vmgen replay .vmgen/plans/5a5df704bc6a.json --inspect -- node --test dist/src/site.test.js

Without a command, it runs npm test.

Exit status: 0 the plan breaks no promise, or the recorded error does not occur, 1 it does or was not
run, 2 usage error.`;

/** The command `vmgen replay`. */
export const REPLAY = defineCommand(
  { usage: USAGE, options: OPTIONS, epilogue: EPILOGUE, maxWords: 1, runsProgram: true },
  ({ words: [file], values, program }): ReplayCommand => {
    if (file === undefined) throw new UsageError('the file of the plan or recording is missing');
    return { kind: 'replay', file, inspect: values.inspect === true, program };
  },
);
