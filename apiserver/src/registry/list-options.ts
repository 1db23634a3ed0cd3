import {
  parseFieldSelector,
  parseLabelSelector,
  type FieldRequirements,
  type LabelRequirements,
} from '@vmgen/runtime';
import type { JsonObject } from '../json/json-value.js';
import { isTrue } from '../request-info.js';
import type { FieldError } from '../schema/field-error.js';
import { badRequest } from '../status-error.js';
import type { Endpoint } from './endpoint.js';
import { metaMap } from './object-meta.js';
import { invalidOptions } from './write-options.js';

/** What a list or a watch asks for. */
export interface ListOptions {
  readonly labels: LabelRequirements;
  readonly fields: FieldRequirements;
  /** 0: all. */
  readonly limit: number;
  readonly continueToken: string;
  /** Empty: the latest. */
  readonly resourceVersion: string;
  readonly match: '' | 'Exact' | 'NotOlderThan';
  readonly allowBookmarks: boolean;
  /** Undefined: what the resource version implies. */
  readonly sendInitialEvents: boolean | undefined;
  readonly timeoutSeconds: number | undefined;
}

/** @throws ApiError 400 or 422 */
export function parseListOptions(
  endpoint: Endpoint,
  query: URLSearchParams,
  isWatch: boolean,
): ListOptions {
  const initial = query.get('sendInitialEvents');
  const match = query.get('resourceVersionMatch') ?? '';
  const options = {
    labels: selectorOf(query.get('labelSelector') ?? '', parseLabelSelector),
    fields: selectorOf(query.get('fieldSelector') ?? '', parseFieldSelector),
    limit: integerOf(query.get('limit')) ?? 0,
    continueToken: query.get('continue') ?? '',
    resourceVersion: query.get('resourceVersion') ?? '',
    allowBookmarks: isTrue(query.get('allowWatchBookmarks')),
    sendInitialEvents: initial === null ? undefined : isTrue(initial),
    timeoutSeconds: integerOf(query.get('timeoutSeconds')),
  };
  const errors = isWatch ? watchErrors(options, match) : listErrors(options, match);
  if (errors.length > 0) throw invalidOptions('ListOptions', errors);
  for (const { field } of options.fields.requirements) {
    if (endpoint.field({}, field) === undefined) {
      throw badRequest(`field label not supported: ${field}`);
    }
  }
  return { ...options, match: match === 'Exact' || match === 'NotOlderThan' ? match : '' };
}

/** True when the object is one of those that the selectors name. */
export function isSelected(endpoint: Endpoint, options: ListOptions, object: JsonObject): boolean {
  return (
    options.labels.matches(metaMap(object, 'labels')) &&
    options.fields.matches((label) => endpoint.field(object, label))
  );
}

function selectorOf<T>(text: string, parse: (text: string) => T): T {
  try {
    return parse(text);
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : String(error));
  }
}

function integerOf(text: string | null): number | undefined {
  if (text === null || text === '') return undefined;
  if (/^-?\d+$/.test(text)) return Number(text);
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
}

type Judged = Pick<ListOptions, 'continueToken' | 'resourceVersion' | 'sendInitialEvents'>;

function watchErrors(options: Judged, match: string): FieldError[] {
  if (options.sendInitialEvents === undefined) {
    if (match !== '') {
      return [
        forbiddenMatch(
          'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
        ),
      ];
    }
    if (options.continueToken !== '') {
      return [forbiddenMatch('resourceVersionMatch is forbidden when continue is provided')];
    }
    return [];
  }
  if (match === 'NotOlderThan') return [];
  return match === ''
    ? [forbiddenMatch('sendInitialEvents requires setting resourceVersionMatch to NotOlderThan')]
    : [unsupportedMatch(match, ['NotOlderThan'])];
}

function listErrors(options: Judged, match: string): FieldError[] {
  if (options.sendInitialEvents !== undefined) {
    const message = 'Forbidden: sendInitialEvents is forbidden for list';
    return [{ type: 'FieldValueForbidden', field: 'sendInitialEvents', message }];
  }
  if (match === '') return [];
  if (options.continueToken !== '') {
    return [forbiddenMatch('resourceVersionMatch is forbidden when continue is provided')];
  }
  if (options.resourceVersion === '') {
    return [forbiddenMatch('resourceVersionMatch is forbidden unless resourceVersion is provided')];
  }
  if (match !== 'Exact' && match !== 'NotOlderThan') {
    return [unsupportedMatch(match, ['Exact', 'NotOlderThan', ''])];
  }
  if (match === 'Exact' && options.resourceVersion === '0') {
    return [forbiddenMatch('resourceVersionMatch "exact" is forbidden for resourceVersion "0"')];
  }
  return [];
}

function forbiddenMatch(detail: string): FieldError {
  const message = `Forbidden: ${detail}`;
  return { type: 'FieldValueForbidden', field: 'resourceVersionMatch', message };
}

function unsupportedMatch(value: string, supported: readonly string[]): FieldError {
  const list = supported.map((item) => JSON.stringify(item)).join(', ');
  const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${list}`;
  return { type: 'FieldValueNotSupported', field: 'resourceVersionMatch', message };
}
