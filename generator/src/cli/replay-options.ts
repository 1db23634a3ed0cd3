import { UsageError } from '../settings/usage-error.js';
import { createParser } from './create-parser.js';
import { flag } from './option.js';
import { refuseOddFlags, refuseUnknownFlags } from './refuse-flags.js';

export const REPLAY_OPTIONS = {
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

/**
 * Parses the arguments of `vmgen replay`.
 *
 * @throws UsageError with the fix
 */
export async function parseReplayArguments(
  args: readonly string[],
): Promise<ReplayCommand | { readonly kind: 'print'; readonly text: string }> {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  const program = end < 0 ? [] : args.slice(end + 1);
  refuseUnknownFlags(own, REPLAY_OPTIONS);
  refuseOddFlags(own, REPLAY_OPTIONS);
  const parser = createParser({ usage: USAGE, options: REPLAY_OPTIONS, epilogue: EPILOGUE });
  const values = await parser.parseAsync([...own]);
  if (values.help) return { kind: 'print', text: await parser.getHelp() };
  const [file, unexpected] = values._.map(String);
  if (file === undefined) throw new UsageError('the file of the plan or recording is missing');
  if (unexpected !== undefined) {
    throw new UsageError(
      `unexpected argument ${JSON.stringify(unexpected)}; put the command behind --`,
    );
  }
  return {
    kind: 'replay',
    file,
    inspect: values.inspect === true,
    program: program.length === 0 ? ['npm', 'test'] : program,
  };
}
