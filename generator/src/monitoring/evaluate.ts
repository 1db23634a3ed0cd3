import { type Query, suffixOf } from './query.js';

/** A number with its labels. */
interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of a page in the text format of Prometheus, by the name of their series. */
type Samples = ReadonlyMap<string, readonly Sample[]>;

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: \d+)?$/gm;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\n': '\n', '\\"': '"', '\\\\': '\\' };

/** Reads a page in the text format of Prometheus. Other lines are ignored. */
export function parseSamples(page: string): Samples {
  const samples = new Map<string, Sample[]>();
  for (const [, name = '', labelText = '', number = ''] of page.matchAll(LINE)) {
    const labels: Record<string, string> = {};
    for (const [, label = '', text = ''] of labelText.matchAll(LABEL)) {
      labels[label] = text.replaceAll(/\\["n\\]/g, (escape) => ESCAPES[escape] ?? escape);
    }
    const value = number === '+Inf' ? Infinity : number === '-Inf' ? -Infinity : Number(number);
    const known = samples.get(name);
    if (known === undefined) samples.set(name, [{ labels, value }]);
    else known.push({ labels, value });
  }
  return samples;
}

/**
 * Evaluates a query without Prometheus, from two pages of the same process.
 *
 * @param seconds the time between the pages; rates and quantiles are those of this time
 * @returns a number for each combination of the labels of the query; none without samples
 */
export function evaluate(
  query: Query,
  before: Samples,
  after: Samples,
  seconds: number,
): readonly Sample[] {
  const { metric, read, by } = query;
  const name = `${metric}${suffixOf(query)}`;
  const now = (after.get(name) ?? []).filter((sample) => isSelected(query, sample));
  if (read === 'value') return merge(now, by, query.merge);
  const earlier = new Map(
    (before.get(name) ?? []).map(({ labels, value }) => [key(labels), value]),
  );
  const rates = now.map(({ labels, value }) => {
    const old = earlier.get(key(labels)) ?? 0;
    // A counter that is smaller than before has started again.
    return { labels, value: (value < old ? value : value - old) / seconds };
  });
  if (read === 'rate') return merge(rates, by, 'sum');
  return merge(rates, by, 'sum').map(({ labels }) => {
    const buckets = merge(
      rates.filter((sample) => key(picked(sample.labels, by)) === key(labels)),
      ['le'],
      'sum',
    );
    return { labels, value: quantile(read, buckets) };
  });
}

function isSelected({ where }: Query, { labels }: Sample): boolean {
  return Object.entries(where).every(([label, matcher]) => {
    const [, operator = '', text = ''] = /^(=~|!~|!=|=)"(.*)"$/.exec(matcher) ?? [];
    const value = labels[label] ?? '';
    const matches = operator.endsWith('~')
      ? new RegExp(`^(?:${text})$`).test(value)
      : value === text;
    return matches !== operator.startsWith('!');
  });
}

/** Merges the samples with the same values of some labels. */
function merge(
  samples: readonly Sample[],
  by: readonly string[],
  how: 'sum' | 'max',
): readonly Sample[] {
  const merged = new Map<string, { labels: Sample['labels']; value: number }>();
  for (const { labels, value } of samples) {
    const kept = picked(labels, by);
    const found = merged.get(key(kept));
    if (found === undefined) merged.set(key(kept), { labels: kept, value });
    else found.value = how === 'sum' ? found.value + value : Math.max(found.value, value);
  }
  return [...merged.values()];
}

/** Linear in the bucket that contains the quantile, as in Prometheus; NaN without observations. */
function quantile(wanted: number, buckets: readonly Sample[]): number {
  const bounds = buckets
    .map(({ labels: { le = '' }, value }) => ({
      bound: le === '+Inf' ? Infinity : Number(le),
      count: value,
    }))
    .sort((a, b) => a.bound - b.bound);
  const total = bounds.at(-1)?.count ?? 0;
  if (total === 0) return NaN;
  const rank = wanted * total;
  const index = bounds.findIndex(({ count }) => count >= rank);
  const { bound = Infinity, count = total } = bounds[index] ?? {};
  const { bound: lower, count: below } = bounds[index - 1] ?? { bound: 0, count: 0 };
  if (bound === Infinity) return lower;
  return lower + ((bound - lower) * (rank - below)) / (count - below);
}

const picked = (labels: Sample['labels'], by: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    by.flatMap((label) => (label in labels ? [[label, labels[label] ?? '']] : [])),
  );

const key = (labels: Sample['labels']): string =>
  JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
