import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { inRepository } from '../support/repository.js';

/** The matchers by which the files of `vmgen add monitoring` select the operator of the goldens. */
export const TARGET = { namespace: 'site-operator-system', job: 'site-operator-metrics' } as const;

/** Samples of a time that starts at 0, and what is evaluated. */
export interface Case {
  readonly intervalSeconds: number;
  /** In the notation of promtool, such as `a{b="c"} 0+1x10`. */
  readonly series?: readonly string[];
  readonly pages?: readonly {
    readonly atSeconds: number;
    readonly labels: Readonly<Record<string, string>>;
    readonly text: string;
  }[];
  /** The evaluated alerts. Defaults to all. */
  readonly alerts?: readonly string[];
  readonly queries?: readonly string[];
  /** When alerts and queries are read, in seconds. */
  readonly at: readonly number[];
}

interface Request {
  readonly expressions?: readonly string[];
  readonly dashboards?: readonly unknown[];
  /** The spec of a PrometheusRule. */
  readonly rules?: unknown;
  readonly cases?: readonly Case[];
}

interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface Answer {
  readonly expressions: readonly {
    readonly error?: string;
    readonly selectors: readonly { readonly metric: string; readonly labels: readonly string[] }[];
    readonly grouping: readonly string[];
  }[];
  /** The problem of each dashboard; empty without one. */
  readonly dashboards: readonly string[];
  /** The problems of the rules. */
  readonly rules: readonly string[];
  readonly cases: readonly {
    readonly error?: string;
    readonly firing: readonly (readonly Alert[])[];
    readonly results: readonly (readonly (readonly {
      readonly labels: Readonly<Record<string, string>>;
      readonly value: string;
    }[])[])[];
  }[];
}

/** The path of a program that `hack/setup.sh monitoring` has built. */
export function programOf(name: 'promql' | 'otlp'): string {
  return path.join(process.env['VMGEN_MONITORING'] ?? assert.fail('run the suite'), name);
}

/** Evaluates with the engine of Prometheus. */
export function askPrometheus(request: Request): Answer {
  const { status, stdout, stderr } = spawnSync(programOf('promql'), {
    input: JSON.stringify(request),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  assert.equal(status, 0, stderr);
  const answer = JSON.parse(stdout) as Answer;
  for (const { error } of answer.cases) assert.equal(error, undefined);
  return answer;
}

const golden = (name: string): string =>
  readFileSync(inRepository('generator/testdata/monitoring', name), 'utf8');

/** The spec of the PrometheusRule that `vmgen add monitoring` writes. */
export const ruleSpec = (): RuleSpec =>
  (parse(golden('alerts.yaml')) as { readonly spec: RuleSpec }).spec;

interface RuleSpec {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
}

/** The alerts in the written file. */
export const rules = (): readonly Rule[] => ruleSpec().groups.flatMap((group) => group.rules);

/** The dashboard that `vmgen add monitoring` writes. */
export const dashboard = (): Dashboard => JSON.parse(golden('dashboard.json')) as Dashboard;

interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
  readonly templating: { readonly list: readonly { readonly definition?: string }[] };
}
