import {
  type FieldRequirements,
  type LabelRequirements,
  parseFieldSelector,
  parseLabelSelector,
} from '@vmgen/runtime/meta';
import { errorMessage } from '@vmgen/base/text';
import type { JsonObject } from '@vmgen/base/json';
import { isTrue } from '../request/request-info.js';
import type { FieldError } from '@vmgen/crd';
import { fieldErrors } from '@vmgen/crd/internal';
import { badRequest } from '../errors/status-error.js';
import { keyOf, type Endpoint } from '../resource/endpoint.js';
import { metaMap } from '../resource/object-meta.js';
import { parseInt64 } from './parse-integer.js';
import { invalidOptions } from './write-options.js';

/** The options of a list or watch. */
export interface ListOptions {
  readonly labels: LabelRequirements;
  readonly fields: FieldRequirements;
  /** The maximum number of objects; 0 means no limit. */
  readonly limit: number;
  readonly continueToken: string;
  /** An empty string means the latest version. */
  readonly resourceVersion: string;
  readonly match: '' | 'Exact' | 'NotOlderThan';
  readonly allowBookmarks: boolean;
  /** If undefined, the resource version determines it. */
  readonly sendInitialEvents: boolean | undefined;
  /**
   * 0: the server chooses the time-out. A negative value, or one that nanoseconds cannot represent,
   * ends the watch at once.
   */
  readonly timeoutSeconds: bigint;
}

/** @throws ApiError 400 or 422 */
export function parseListOptions(
  endpoint: Endpoint,
  query: URLSearchParams,
  verb: 'list' | 'watch',
): ListOptions {
  const initial = query.get('sendInitialEvents');
  const match = query.get('resourceVersionMatch') ?? '';
  const options = {
    labels: selectorOf(query.get('labelSelector') ?? '', parseLabelSelector),
    fields: selectorOf(query.get('fieldSelector') ?? '', parseFieldSelector),
    // A negative limit means no limit. Otherwise a client would receive empty pages forever.
    limit: Math.max(0, Number(integerOf(query.get('limit')) ?? 0)),
    continueToken: query.get('continue') ?? '',
    resourceVersion: query.get('resourceVersion') ?? '',
    allowBookmarks: isTrue(query.get('allowWatchBookmarks')),
    sendInitialEvents: initial === null ? undefined : isTrue(initial),
    timeoutSeconds: integerOf(query.get('timeoutSeconds')) ?? 0n,
  };
  const errors = verb === 'watch' ? watchErrors(options, match) : listErrors(options, match);
  if (errors.length > 0) throw invalidOptions('ListOptions', errors);
  for (const { field } of options.fields.requirements) {
    if (endpoint.field({}, field) === undefined) {
      throw badRequest(endpoint.unknownField(field));
    }
  }
  return { ...options, match: match === 'Exact' || match === 'NotOlderThan' ? match : '' };
}

/**
 * Returns the key of the only object that a field selector can match, so that others need not be read;
 * undefined if there may be several.
 */
export function onlyKey(
  { resource }: Endpoint,
  { fields }: Pick<ListOptions, 'fields'>,
  namespace: string | undefined,
): string | undefined {
  if (resource.namespaced && namespace === undefined) return undefined;
  const name = selectedName(fields);
  return name === undefined ? undefined : keyOf(namespace, name);
}

/** Returns the name that a field selector requires. */
export function selectedName({ requirements }: FieldRequirements): string | undefined {
  return requirements.find(({ field, operator }) => field === 'metadata.name' && operator === '=')
    ?.value;
}

/** Whether the selectors match the object. */
export function isSelected(endpoint: Endpoint, options: ListOptions, object: JsonObject): boolean {
  return (
    options.labels.matches(metaMap(object, 'labels')) &&
    options.fields.matches((label) => endpoint.field(object, label))
  );
}

/** The maximum number of steps of {@link isSelected}. */
export function selectionSteps({ labels, fields }: ListOptions): number {
  return 1 + labels.requirements.length + fields.requirements.length;
}

function selectorOf<T>(text: string, parse: (text: string) => T): T {
  try {
    return parse(text);
  } catch (error) {
    throw badRequest(errorMessage(error));
  }
}

/** An empty text is not a number, and must not be treated as an absent parameter. */
function integerOf(text: string | null): bigint | undefined {
  if (text === null) return undefined;
  try {
    return parseInt64(text);
  } catch (error) {
    throw badRequest(errorMessage(error));
  }
}

const MATCH = 'resourceVersionMatch';
const WITH_CONTINUE = 'resourceVersionMatch is forbidden when continue is provided';

const forbidden = (detail: string): FieldError => fieldErrors.forbidden(MATCH, detail);

type VersionOptions = Pick<ListOptions, 'continueToken' | 'resourceVersion' | 'sendInitialEvents'>;

function watchErrors(options: VersionOptions, match: string): FieldError[] {
  const errors: FieldError[] = [];
  const isAsked = options.sendInitialEvents !== undefined;
  if (isAsked && match !== 'NotOlderThan') {
    errors.push(
      forbidden('sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'),
    );
  }
  // kube-apiserver sets the match of a watch that begins with the present objects.
  const isSet = !isAsked && (options.resourceVersion === '' || options.resourceVersion === '0');
  if (match !== '' && !isAsked) {
    const detail =
      'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided';
    errors.push(forbidden(detail));
  }
  if (match !== '' && match !== 'NotOlderThan')
    errors.push(fieldErrors.notSupported(MATCH, match, ['NotOlderThan']));
  if (options.continueToken !== '' && (match !== '' || isSet)) {
    errors.push(forbidden(WITH_CONTINUE));
  }
  return errors;
}

function listErrors(options: VersionOptions, match: string): FieldError[] {
  const errors = match === '' ? [] : matchErrors(options, match);
  if (options.sendInitialEvents !== undefined) {
    const detail = 'sendInitialEvents is forbidden for list';
    errors.push(fieldErrors.forbidden('sendInitialEvents', detail));
  }
  return errors;
}

function matchErrors(
  { continueToken, resourceVersion }: VersionOptions,
  match: string,
): FieldError[] {
  const errors: FieldError[] = [];
  if (resourceVersion === '') {
    errors.push(forbidden('resourceVersionMatch is forbidden unless resourceVersion is provided'));
  }
  if (continueToken !== '') errors.push(forbidden(WITH_CONTINUE));
  if (match !== 'Exact' && match !== 'NotOlderThan') {
    errors.push(fieldErrors.notSupported(MATCH, match, ['Exact', 'NotOlderThan', '']));
  }
  if (match === 'Exact' && resourceVersion === '0') {
    errors.push(forbidden('resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
  }
  return errors;
}
