import type { ContextOptions } from '../doctor/connect-cluster.js';
import { UsageError } from '../settings/usage-error.js';
import { createParser } from './create-parser.js';
import { completing, flag, single, value, wordFrom } from './option.js';
import { refuseOddFlags, refuseUnknownFlags } from './refuse-flags.js';

const DOCTOR_FORMATS = ['text', 'json'] as const;

export const DOCTOR_OPTIONS = {
  cluster: flag('also ask the cluster that kubectl uses'),
  kubeconfig: completing('files', value('the kubeconfig of the cluster; implies --cluster')),
  context: value('the context of the kubeconfig; implies --cluster'),
  format: completing(DOCTOR_FORMATS, value('the output format: text, json (one document)', 'text')),
  verbose: flag('also list the checks without a problem', { alias: 'v' }),
};

/** A run of `vmgen doctor`. */
export interface DoctorCommand {
  readonly kind: 'doctor';
  /** The cluster to ask; undefined for none. */
  readonly cluster: ContextOptions | undefined;
  /** `markdown` is the page of all checks. */
  readonly format: (typeof DOCTOR_FORMATS)[number] | 'markdown';
  readonly verbose: boolean;
}

const USAGE = `Usage: $0 doctor [--cluster | --context NAME]

Reports what is wrong with the setup of the project in the current folder, each with its fix: versions,
packages, settings of the compiler and of editors, config, output, samples and image. It changes nothing. A
cluster is only asked with --cluster, --kubeconfig or --context.`;

const EPILOGUE = `Examples:
  vmgen doctor
  vmgen doctor --context kind-dev

docs/reference/doctor.md describes all checks. A check that cannot run is listed with the reason.

Exit status: 0 no problem was found, 1 there are problems, 2 usage error.`;

/**
 * Parses the arguments of `vmgen doctor`.
 *
 * @throws UsageError with the fix
 */
export async function parseDoctorArguments(
  args: readonly string[],
): Promise<DoctorCommand | { readonly kind: 'print'; readonly text: string }> {
  if (args.length === 1 && args[0] === '--markdown') {
    return { kind: 'doctor', cluster: undefined, format: 'markdown', verbose: false };
  }
  refuseUnknownFlags(args, DOCTOR_OPTIONS);
  refuseOddFlags(args, DOCTOR_OPTIONS);
  const parser = createParser({ usage: USAGE, options: DOCTOR_OPTIONS, epilogue: EPILOGUE });
  const values = await parser.parseAsync([...args]);
  if (values.help) return { kind: 'print', text: await parser.getHelp() };
  const [unexpected] = values._.map(String);
  if (unexpected !== undefined) {
    throw new UsageError(`unexpected argument ${JSON.stringify(unexpected)}`);
  }
  const { kubeconfig, context, cluster, format = 'text', verbose = false } = values;
  const isNamed = kubeconfig !== undefined || context !== undefined;
  if (cluster === false && isNamed) {
    throw new UsageError(
      '--kubeconfig and --context select a cluster, but --no-cluster excludes it',
    );
  }
  return {
    kind: 'doctor',
    cluster:
      cluster === true || isNamed
        ? {
            kubeconfig: kubeconfig === undefined ? undefined : single('kubeconfig', kubeconfig),
            context: context === undefined ? undefined : single('context', context),
          }
        : undefined,
    format: wordFrom('format', 'format', DOCTOR_FORMATS, format),
    verbose,
  };
}
