import { errorText } from '../logging/error-text.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { isMapping } from '../meta/is-mapping.js';
import type { ConversionKeys } from './conversion-keys.js';
import type { Conversion, ConvertedObject } from './define-conversion.js';

/** A request to convert objects, and the answer to it (apiextensions.k8s.io/v1). */
export interface ConversionReview {
  /** `apiextensions.k8s.io/v1`. */
  apiVersion?: string;
  /** `ConversionReview`. */
  kind?: string;
  /** The request. Answers omit it. */
  request?: ConversionRequest;
  /** The answer. Requests omit it. */
  response?: ConversionResponse;
}

/** The objects to convert. */
export interface ConversionRequest {
  /** Identifies the call; the answer has the same. */
  uid: string;
  /** The group and version of the result, such as `example.com/v1`. */
  desiredAPIVersion: string;
  /** The objects, each in its own version. */
  objects: ConvertedObject[];
}

/** The converted objects. */
export interface ConversionResponse {
  /** The uid of the request. */
  uid: string;
  /** The objects, in the order of the request. Empty after an error. */
  convertedObjects: ConvertedObject[];
  /** Whether all objects were converted: `Success` or `Failed`. */
  result: { status: 'Success' | 'Failed'; message?: string };
}

/**
 * Answers the requests of a conversion webhook.
 *
 * @param review of version `apiextensions.k8s.io/v1`
 * @param signal ends the conversion
 * @returns the review with the answer. If an object cannot be converted, its status is `Failed`, and the
 *   message names the objects.
 * @throws VmgenError (`ERR_VMGEN_ARGUMENT`) for a value that is not a review with a request, and the
 *   signal's reason
 */
export type ConversionHandler = (
  review: ConversionReview,
  signal?: AbortSignal,
) => Promise<ConversionReview>;

const API_VERSION = 'apiextensions.k8s.io/v1';

/** How long objects are converted without a pause for other requests. */
const PAUSE_AFTER_MS = 10;

/** The errors that a message lists. */
const MOST_ERRORS = 5;

/** Options of {@link createConversionHandler}. */
export interface ConversionHandlerOptions {
  /** Returns the keys; called for each request. See {@link ConversionKeys}. */
  readonly keys: () => ConversionKeys;
  /** Called with each error of a conversion and its number in the request, from 0. Defaults to no call. */
  readonly onError?: (error: unknown, index: number) => void;
}

/** Creates the handler of a conversion webhook for all kinds of an operator. */
export function createConversionHandler(
  conversions: readonly Conversion[],
  { keys, onError }: ConversionHandlerOptions,
): ConversionHandler {
  const byKind = new Map(conversions.map((each) => [`${each.group} ${each.kind}`, each]));

  const convert = (
    object: ConvertedObject,
    desired: string,
    current: ConversionKeys,
  ): ConvertedObject => {
    const [group = '', version = ''] = desired.split('/');
    const conversion = byKind.get(`${group} ${object.kind ?? ''}`);
    if (conversion) return conversion.convert(object, version, current);
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `no conversion of ${object.kind ?? 'an object without kind'} to ${desired} is defined: pass it to createConversionHandler`,
    );
  };

  return async (review, signal) => {
    const { uid, desiredAPIVersion, objects } = requestOf(review);
    const convertedObjects: ConvertedObject[] = [];
    const errors: string[] = [];
    const current = keys();
    let since = performance.now();
    for (const object of objects) {
      try {
        convertedObjects.push(convert(object, desiredAPIVersion, current));
      } catch (error) {
        onError?.(error, errors.length);
        errors.push(`${nameOf(object)}: ${errorText(error)}`);
      }
      if (performance.now() - since < PAUSE_AFTER_MS) continue;
      await new Promise<void>((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      since = performance.now();
    }
    return {
      apiVersion: API_VERSION,
      kind: 'ConversionReview',
      response:
        errors.length === 0
          ? { uid, convertedObjects, result: { status: 'Success' } }
          : { uid, convertedObjects: [], result: { status: 'Failed', message: listed(errors) } },
    };
  };
}

function requestOf(review: ConversionReview): ConversionRequest {
  const { apiVersion, kind, request } = review;
  if (
    apiVersion === API_VERSION &&
    kind === 'ConversionReview' &&
    isMapping(request) &&
    typeof request.uid === 'string' &&
    typeof request.desiredAPIVersion === 'string' &&
    Array.isArray(request.objects) &&
    request.objects.every(isMapping)
  ) {
    return request;
  }
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `the body is not a ConversionReview of ${API_VERSION} with a request: set conversionReviewVersions of the CRD to [v1]`,
  );
}

function nameOf({ kind, metadata }: ConvertedObject): string {
  const name = [metadata?.namespace, metadata?.name].filter((part) => part !== undefined).join('/');
  return `${kind ?? 'object'}${name === '' ? '' : ` ${name}`}`;
}

function listed(errors: readonly string[]): string {
  const more = errors.length - MOST_ERRORS;
  return `${errors.slice(0, MOST_ERRORS).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
