import {
  isDate,
  isDateTime,
  isDns1035Label,
  isDns1123Label,
  isDns1123Subdomain,
  isLabelValue,
  isQualifiedName,
  maskTrailingDash,
} from '@vmgen/base/text';
import { ArrayList, noSuchOverload, Optional, type CelValue } from '../values/value.js';
import type { CelFunction } from './function-library.js';
import { NamedFormat } from './named-format.js';
import { urlProblem } from './url-problem.js';

/** Kubernetes' library of named formats. */

/** Validates a prefix, which may end with a dash that joins it to the rest of the name. */
const asPrefix =
  (rule: (text: string) => string[]) =>
  (text: string): string[] =>
    rule(maskTrailingDash(text));

const unless =
  (isValid: (text: string) => boolean, problem: string) =>
  (text: string): string[] =>
    isValid(text) ? [] : [problem];

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;

function uriProblems(text: string): string[] {
  const problem = urlProblem(text);
  return problem === undefined ? [] : [problem];
}

const FORMATS: ReadonlyMap<string, NamedFormat> = new Map(
  (
    [
      ['dns1123Label', 'DNS1123Label', 30, isDns1123Label],
      ['dns1123Subdomain', 'DNS1123Subdomain', 60, isDns1123Subdomain],
      ['dns1035Label', 'DNS1035Label', 30, isDns1035Label],
      ['qualifiedName', 'QualifiedName', 60, isQualifiedName],
      ['dns1123LabelPrefix', 'DNS1123LabelPrefix', 30, asPrefix(isDns1123Label)],
      ['dns1123SubdomainPrefix', 'DNS1123SubdomainPrefix', 60, asPrefix(isDns1123Subdomain)],
      ['dns1035LabelPrefix', 'DNS1035LabelPrefix', 30, asPrefix(isDns1035Label)],
      ['labelValue', 'LabelValue', 40, isLabelValue],
      ['uri', 'URI', 1103, uriProblems],
      ['uuid', 'uuid', 70, unless((text) => UUID.test(text), 'does not match the UUID format')],
      ['byte', 'byte', 84, unless((text) => BASE64.test(text), 'invalid base64')],
      ['date', 'date', 71, unless(isDate, 'invalid date')],
      ['datetime', 'datetime', 71, unless(isDateTime, 'invalid datetime')],
    ] as const
  ).map(([key, name, size, problemsOf]) => [key, new NamedFormat(name, size, problemsOf)]),
);

function validate(format: CelValue | undefined, text: CelValue | undefined): CelValue {
  if (!(format instanceof NamedFormat) || typeof text !== 'string') return noSuchOverload;
  const problems = format.problemsOf(text);
  return problems.length === 0 ? Optional.none : new Optional(new ArrayList(problems));
}

function named(name: CelValue | undefined): CelValue {
  if (typeof name !== 'string') return noSuchOverload;
  const format = FORMATS.get(name);
  return format === undefined ? Optional.none : new Optional(format);
}

export const NAMED_FORMATS: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>([
  ...[...FORMATS].map(([key, format]): [string, CelFunction] => [`format.${key}`, () => format]),
  ['format-named', ([name]) => named(name)],
  ['format-validate', ([format, text]) => validate(format, text)],
]);
