import { isMapping } from '@vmgen/base/json';

/** How the objects of a kind are converted between its versions, as far as fields are only renamed. */
export interface RenamingConversion {
  /** The Service of the conversion webhook: `NAMESPACE/NAME`. */
  readonly service: string;
  readonly group: string;
  readonly kind: string;
  /** The version through which all conversions lead. */
  readonly hub: string;
  /** The other versions, by name. */
  readonly spokes: Readonly<Record<string, RenamingSpoke>>;
}

export interface RenamingSpoke {
  /** Paths in the hub, such as `.spec.replicas`, and in the spoke. */
  readonly renamed: readonly (readonly [hub: string, spoke: string])[];
  /** The objects of each side whose fields are all renamed. */
  readonly removed: { readonly hub: readonly string[]; readonly spoke: readonly string[] };
  /** The fields that only a function of an operator can convert. */
  readonly computed: readonly string[];
}

type Json = Record<string, unknown>;

/** A field outside of lists and maps. */
const PLAIN_PATH = /^(?:\.(?!__proto__)[\w-]+)+$/;

/** Answers a ConversionReview, as the webhook of an operator does. */
export function answerReview(review: object, conversions: readonly RenamingConversion[]): object {
  const { request } = review as {
    readonly request: {
      readonly uid: string;
      readonly desiredAPIVersion: string;
      readonly objects: readonly Json[];
    };
  };
  const answer = (response: object): object => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'ConversionReview',
    response: { uid: request.uid, ...response },
  });
  try {
    const convertedObjects = request.objects.map((object) =>
      convert(object, request.desiredAPIVersion, conversions),
    );
    return answer({ convertedObjects, result: { status: 'Success' } });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return answer({ convertedObjects: [], result: { status: 'Failed', message } });
  }
}

function convert(
  object: Json,
  apiVersion: string,
  conversions: readonly RenamingConversion[],
): Json {
  const [group = '', desired = ''] = apiVersion.split('/');
  const [, current = ''] = String(object['apiVersion']).split('/');
  const found = conversions.find((each) => each.group === group && each.kind === object['kind']);
  if (found === undefined) throw new Error(`the playground has no types of ${apiVersion}`);
  const converted = structuredClone(object);
  for (const [version, isToHub] of [
    [current, true],
    [desired, false],
  ] as const) {
    if (version === found.hub) continue;
    const spoke = found.spokes[version];
    if (spoke === undefined) throw new Error(`the types have no version ${version}`);
    rename(converted, spoke, isToHub);
  }
  return { ...converted, apiVersion };
}

function rename(object: Json, { renamed, removed, computed }: RenamingSpoke, isToHub: boolean) {
  const paths = [...computed, ...renamed.flat().filter((path) => !PLAIN_PATH.test(path))];
  if (paths.length > 0) {
    throw new Error(
      `this page runs no operator, and can only rename fields. An operator also converts ${paths.join(', ')}. ` +
        'Get the object in the version in which you wrote it, or test the conversion in a project ' +
        '(page "Versions and conversion" of the guide)',
    );
  }
  const values = renamed.map(([hub, spoke]) => {
    const [from, to] = isToHub ? [spoke, hub] : [hub, spoke];
    return [to, take(object, from)] as const;
  });
  for (const path of isToHub ? removed.spoke : removed.hub) take(object, path);
  for (const [path, value] of values) if (value !== undefined) put(object, path, value);
}

/** The value of a field. Inherited ones, such as `constructor`, are no fields. */
const ownValue = (value: unknown, name: string): unknown =>
  isMapping(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Removes a field, and returns its value. */
function take(object: Json, path: string): unknown {
  const names = path.split('.').slice(1);
  const last = names.pop() ?? '';
  let at: unknown = object;
  for (const name of names) at = ownValue(at, name);
  if (!isMapping(at)) return undefined;
  const value = ownValue(at, last);
  // Absent fields are not converted to null.
  Reflect.deleteProperty(at, last);
  return value;
}

function put(object: Json, path: string, value: unknown): void {
  const names = path.split('.').slice(1);
  const last = names.pop() ?? '';
  let at = object;
  for (const name of names) {
    const next = at[name];
    if (isMapping(next)) at = next;
    else at = at[name] = {};
  }
  at[last] = value;
}
