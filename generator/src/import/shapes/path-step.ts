import pluralize from 'pluralize';
import { upperFirst } from '../../text/names.js';

/** The name of a field in Pascal case, of one of many in the singular: `dnsNames` as `DnsName`. */
export function pathStep(field: string, isOneOfMany: boolean): string {
  const words = field
    .split(/[^A-Za-z0-9]+/)
    .map(upperFirst)
    .join('');
  const name = words === '' ? 'Field' : /^[0-9]/.test(words) ? `N${words}` : words;
  return isOneOfMany ? singularOf(name) : name;
}

/** The singular of the last word of a name. */
function singularOf(name: string): string {
  const tail = /(?:[A-Z]+s?|[A-Z]?[a-z0-9]+)$/.exec(name)?.[0] ?? name;
  const singular = upperFirst(pluralize.singular(tail));
  // `S` would become empty, and some words would lose their initial letter.
  if (!/^[A-Z]/.test(singular)) return name;
  return name.slice(0, name.length - tail.length) + singular;
}
