import type { ContextOptions } from '../doctor/connect-cluster.js';
import { CLUSTER_OPTIONS, clusterFrom } from './cluster-options.js';
import { defineCommand } from './define-command.js';
import { completing, flag, value, wordFrom } from './option.js';

const DOCTOR_FORMATS = ['text', 'json'] as const;

const OPTIONS = {
  cluster: flag('also ask the cluster that kubectl uses'),
  ...CLUSTER_OPTIONS,
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

/** The command `vmgen doctor`. */
export const DOCTOR = defineCommand(
  { usage: USAGE, options: OPTIONS, epilogue: EPILOGUE },
  ({ values }): DoctorCommand => {
    const { format = 'text', verbose = false } = values;
    return {
      kind: 'doctor',
      cluster: clusterFrom(values),
      format: wordFrom('format', 'format', DOCTOR_FORMATS, format),
      verbose,
    };
  },
  new Map([
    [
      '--markdown',
      (): DoctorCommand => ({
        kind: 'doctor',
        cluster: undefined,
        format: 'markdown',
        verbose: false,
      }),
    ],
  ]),
);
