import { KNOWN_METRICS } from './known-metrics.js';

/** The name of a metric of an operator. */
type MetricName = keyof typeof KNOWN_METRICS;

/** The names of the metrics of a type. */
type MetricOf<Type extends string> = {
  [Name in MetricName]: (typeof KNOWN_METRICS)[Name]['type'] extends Type ? Name : never;
}[MetricName];

/** The labels of a metric, and those that Prometheus adds. */
type LabelOf<Name extends MetricName> = (typeof KNOWN_METRICS)[Name]['labels'][number] | 'pod';

/** The matchers of labels, such as `{ code: '=~"5.."' }`. */
type Matchers<Name extends MetricName> = Readonly<Partial<Record<LabelOf<Name>, string>>>;

/** What is calculated from the series of a metric. The functions of this module create it. */
export interface Query {
  readonly metric: MetricName;
  /**
   * `value`: the current value. `rate`: the increase per second of a counter, or of the observations of
   * a histogram. A number: the quantile of a histogram, such as 0.99.
   */
  readonly read: 'value' | 'rate' | number;
  /** How the series with the same labels `by` become one. */
  readonly merge: 'sum' | 'max';
  readonly by: readonly string[];
  /** Matchers of labels. */
  readonly where: Readonly<Record<string, string>>;
}

/** The increase per second of a counter, or of the observations of a histogram. */
export const rateOf = <Name extends MetricOf<'counter' | 'histogram'>>(
  metric: Name,
  by: readonly LabelOf<Name>[],
  where?: Matchers<Name>,
): Query => ({ metric, read: 'rate', merge: 'sum', by, where: definedOf(where) });

/** The current value of a counter, or the number of observations of a histogram. */
export const totalOf = <Name extends MetricOf<'counter' | 'histogram'>>(
  metric: Name,
  by: readonly LabelOf<Name>[],
): Query => ({ metric, read: 'value', merge: 'sum', by, where: {} });

/** The sum of a gauge. */
export const sumOf = <Name extends MetricOf<'gauge'>>(
  metric: Name,
  by: readonly LabelOf<Name>[],
  where?: Matchers<Name>,
): Query => ({ metric, read: 'value', merge: 'sum', by, where: definedOf(where) });

/** The maximum of a gauge. */
export const maxOf = <Name extends MetricOf<'gauge'>>(
  metric: Name,
  by: readonly LabelOf<Name>[],
  where?: Matchers<Name>,
): Query => ({ metric, read: 'value', merge: 'max', by, where: definedOf(where) });

/** A quantile of a histogram. */
export const quantileOf = <Name extends MetricOf<'histogram'>>(
  quantile: number,
  metric: Name,
  by: readonly LabelOf<Name>[],
): Query => ({ metric, read: quantile, merge: 'sum', by, where: {} });

/** Where and over what time a query reads. */
export interface Scope {
  /** The matchers that select an operator, such as `job="site-operator-metrics"`. */
  readonly operator: string;
  /** The matcher that selects controllers, for metrics with this label. Defaults to none. */
  readonly controller?: string;
  /** The range of rates, such as `5m`. */
  readonly range: string;
}

/** A query as an expression of PromQL. */
export function promQL(query: Query, scope: Scope): string {
  const { read, merge, by } = query;
  const merged = (labels: readonly string[], inner: string): string =>
    labels.length === 0 ? `${merge}(${inner})` : `${merge} by (${labels.join(', ')}) (${inner})`;
  if (read === 'value') return merged(by, selectorOf(query, scope));
  if (read === 'rate') return merged(by, `rate(${selectorOf(query, scope)}[${scope.range}])`);
  const rates = `rate(${selectorOf(query, scope)}[${scope.range}])`;
  return `histogram_quantile(${read}, ${merged(['le', ...by], rates)})`;
}

/** The series of a query with all matchers. */
export function selectorOf(query: Query, { operator, controller }: Scope): string {
  const { metric, where } = query;
  const labels: readonly string[] = KNOWN_METRICS[metric].labels;
  const matchers = [
    ...(operator === '' ? [] : [operator]),
    ...(controller !== undefined && labels.includes('controller') ? [controller] : []),
    ...Object.entries(where).map(([label, matcher]) => `${label}${matcher}`),
  ];
  const name = `${metric}${suffixOf(query)}`;
  return matchers.length === 0 ? name : `${name}{${matchers.join(',')}}`;
}

/** The suffix of the series that a query reads. */
export function suffixOf({ metric, read }: Query): string {
  if (typeof read === 'number') return '_bucket';
  return KNOWN_METRICS[metric].type === 'histogram' ? '_count' : '';
}

function definedOf(
  where: Readonly<Record<string, string | undefined>> = {},
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [label, matcher] of Object.entries(where)) {
    if (matcher !== undefined) found[label] = matcher;
  }
  return found;
}
