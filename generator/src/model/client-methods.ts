import { remedyFor } from '../diagnostics/suggestion.js';
import type { DiagnosticCode } from '../diagnostics/code.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { MarkerUse, UseOf } from '../markers/language/definition.js';
import { clientMethod, type METHOD_VERBS } from '../markers/definitions/client.js';
import { usesOf } from '../markers/language/uses-of.js';
import { lowerFirst } from '../text/names.js';
import type { NamedType } from '../types/type.js';
import { VERBS } from '../markers/definitions/verbs.js';

/** A type of an API, the runtime's Scale or Status, or the kind itself. */
export type MethodType = NamedType | 'Scale' | 'Status' | 'kind';

/** The types that methods may name: types of the kind's package, and of other packages by folder. */
export interface MethodTypes {
  readonly own: readonly NamedType[];
  /** An exported type of `GROUP/VERSION`, by its name. */
  readonly find: (folder: string, name: string) => NamedType | undefined;
}

/** A method of a typed client besides the verbs, as defined by `+genclient:method=`. */
export interface ClientMethod {
  /** The name of the method in the typed client. */
  readonly name: string;
  /** The verb of the request. */
  readonly verb: (typeof METHOD_VERBS)[number];
  /** The subresource that it is about; undefined for the objects themselves. */
  readonly subresource: string | undefined;
  /** The type of the request body. */
  readonly input: MethodType;
  /** The type of the response. */
  readonly result: MethodType;
}

/** Names that every client has. */
const TAKEN: readonly string[] = [
  ...VERBS,
  'find',
  'mergePatch',
  'jsonPatch',
  'strategicMergePatch',
  'mergePatchStatus',
  'jsonPatchStatus',
  'strategicMergePatchStatus',
  'resource',
  'namespace',
  'subresource',
  'constructor',
];

/** Which of input and result a verb lets a marker choose. */
const CHOICES: Readonly<Record<ClientMethod['verb'], readonly string[]>> = {
  get: ['result'],
  list: [],
  create: ['input', 'result'],
  update: ['input', 'result'],
  patch: ['result'],
  apply: ['input', 'result'],
};

/**
 * Builds the methods that markers add to the client of a kind.
 *
 * @param subresources the subresources of the kind's CRD; undefined for a kind without a CRD, which may have
 *   any
 */
export function clientMethods(
  markers: readonly MarkerUse[],
  subresources: { readonly hasStatus: boolean; readonly hasScale: boolean } | undefined,
  types: MethodTypes,
  diagnostics: DiagnosticList,
): ClientMethod[] {
  const methods: ClientMethod[] = [];
  for (const use of usesOf(markers, clientMethod)) {
    const refuse = (code: DiagnosticCode, message: string, remedy: string): void =>
      diagnostics.error(code, use.position, `+${clientMethod.name}: ${message}`, remedy);
    const method = methodOf(use, types, refuse);
    if (!method) continue;
    if (methods.some(({ name }) => name === method.name)) {
      refuse('VMGEN7002', `the client has ${method.name} already`, 'choose another name');
    }
    if (subresources) refuseMissing(method, subresources, refuse);
    methods.push(method);
  }
  return methods;
}

type Refuse = (code: DiagnosticCode, message: string, remedy: string) => void;

function methodOf(
  { values }: UseOf<typeof clientMethod>,
  types: MethodTypes,
  refuse: Refuse,
): ClientMethod | undefined {
  const { method: given, verb, subresource, input, result } = values;
  const name = lowerFirst(given);
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(given)) {
    refuse(
      'VMGEN7002',
      `${JSON.stringify(given)} is not a valid method name`,
      'use letters and digits',
    );
    return undefined;
  }
  if (TAKEN.includes(name)) {
    refuse('VMGEN7002', `every client has ${name} already`, 'choose another name');
    return undefined;
  }
  for (const [argument, value] of Object.entries({ input, result })) {
    if (value === undefined) continue;
    if (!CHOICES[verb].includes(argument)) {
      refuse('VMGEN7004', `${verb} does not use ${argument}`, 'remove it');
    } else if (subresource === undefined) {
      refuse(
        'VMGEN7004',
        `${argument} needs a subresource`,
        'add subresource=: the API answers plain verbs with the kind itself',
      );
    }
  }
  if (subresource !== undefined && verb === 'list') {
    refuse(
      'VMGEN7005',
      'subresources cannot be listed',
      'it has create, get, update, patch and apply',
    );
  }
  return {
    name,
    verb,
    subresource,
    input: typeFrom(input, types, refuse),
    result: typeFrom(result, types, refuse),
  };
}

/**
 * The last word of a Go path is the type; if the package has no such type, the word before it is the folder.
 */
function typeFrom(
  given: string | undefined,
  { own, find }: MethodTypes,
  refuse: Refuse,
): MethodType {
  if (given === undefined) return 'kind';
  const [, folder = '', name = given] =
    /^(?:.*?([^/]+\/[^/]+)\.|.*[/.])?([^/.]+)$/.exec(given) ?? [];
  const found = own.find((type) => type.name === name) ?? find(folder, name);
  if (found) return found;
  if (name === 'Scale' || name === 'Status') return name;
  const names = ['Scale', 'Status', ...own.map((type) => type.name)];
  const remedy = remedyFor(name, names, 'export it from the package');
  refuse('VMGEN7005', `the package exports no type ${name}`, remedy);
  return 'kind';
}

/** A custom resource has the subresources status and scale, if its markers declare them. */
function refuseMissing(
  { subresource }: ClientMethod,
  { hasStatus, hasScale }: { readonly hasStatus: boolean; readonly hasScale: boolean },
  refuse: Refuse,
): void {
  if (subresource === undefined) return;
  const known = [...(hasStatus ? ['status'] : []), ...(hasScale ? ['scale'] : [])];
  if (known.includes(subresource)) return;
  refuse(
    'VMGEN7005',
    `the kind has no subresource ${subresource}`,
    subresource === 'status' || subresource === 'scale'
      ? `add +kubebuilder:subresource:${subresource}`
      : 'a custom resource can have status and scale',
  );
}
