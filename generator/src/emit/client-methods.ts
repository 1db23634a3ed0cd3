import type { ClientMethod, MethodType } from '../model/client-methods.js';
import { scopeLiteral } from '../model/generated-names.js';
import type { Resource } from '../model/model.js';
import { stringLiteral } from '../text/escape.js';
import type { ImportSet } from './import-set.js';

/** A method of a client in the form that its template prints. */
interface MethodView {
  readonly name: string;
  readonly doc: string;
  readonly parameters: readonly string[];
  readonly returns: string;
  /** The implementation, as a property of an object. */
  readonly implementation: string;
}

/** The types in the signature of the method, imported. */
interface Names {
  readonly kind: string;
  readonly input: string;
  readonly result: string;
  /** Imports a type of the runtime. */
  readonly use: (type: string) => string;
}

/** How a method of a verb is declared. It passes its parameters on to the client. */
interface ClientVerb {
  readonly parameters: (names: Names) => readonly string[];
  /** For a subresource. Defaults to the same. */
  readonly ofSubresource?: (names: Names) => readonly string[];
  /** Defaults to the result. */
  readonly returns?: (names: Names) => string;
  /** The method of the client. Defaults to the verb. */
  readonly method?: string;
  /** Whether a subresource has a type for requests, which defaults to that of responses. */
  readonly hasInput?: boolean;
}

const VERBS: Readonly<Record<ClientMethod['verb'], ClientVerb>> = {
  get: {
    parameters: ({ use }) => ['name: string', `options?: ${use('GetOptions')}`],
    ofSubresource: ({ use }) => ['name: string', `options?: ${use('CallOptions')}`],
  },
  list: {
    parameters: ({ use }) => [`options?: ${use('ListOptions')}`],
    returns: ({ result, use }) => `${use('KubernetesList')}<${result}>`,
  },
  create: {
    hasInput: true,
    parameters: ({ kind, use }) => [
      `object: ${use('DeepReadonly')}<${kind}>`,
      `options?: ${use('CreateOptions')}`,
    ],
    ofSubresource: ({ input, use }) => [
      'name: string',
      `body: ${use('DeepReadonly')}<${input}>`,
      `options?: ${use('CreateOptions')}`,
    ],
  },
  update: {
    hasInput: true,
    parameters: ({ kind, use }) => [
      `object: ${use('DeepReadonly')}<${kind}>`,
      `options?: ${use('UpdateOptions')}`,
    ],
    ofSubresource: ({ input, use }) => [
      'name: string',
      `body: ${input}`,
      `options?: ${use('UpdateOptions')}`,
    ],
  },
  patch: {
    method: 'mergePatch',
    parameters: ({ kind, use }) => patchOf(kind, use),
    ofSubresource: ({ result, use }) => patchOf(result, use),
  },
  apply: {
    hasInput: true,
    parameters: ({ kind, use }) => [
      `configuration: ${use('ApplyConfiguration')}<${kind}>`,
      `options: ${use('ApplyOptions')}`,
    ],
    ofSubresource: ({ input, use }) => [
      'name: string',
      `body: ${use('DeepPartial')}<${input}>`,
      `options: ${use('ApplyOptions')}`,
    ],
  },
};

const patchOf = (type: string, use: Names['use']): readonly string[] => [
  'name: string',
  `patch: ${use('MergePatch')}<${type}>`,
  `options?: ${use('PatchOptions')}`,
];

/** The views of a kind's extension methods; their types are imported. */
export function methodViews(resource: Resource, imports: ImportSet): MethodView[] {
  const { methods, kind, type } = resource;
  const own = imports.apiType(type);
  const nameOf = (method: MethodType): string => {
    if (method === 'kind') return own;
    if (method === 'Scale') return imports.libraryType('Scale');
    if (method === 'Status') return imports.libraryType('ApiStatus');
    return imports.apiType(method);
  };
  const use = (name: string): string => imports.libraryType(name);
  return methods.map(({ name, verb, subresource, input, result }) => {
    const { returns, method = verb, hasInput = false, ...forms } = VERBS[verb];
    // Objects from a server have a name, a UID and so on.
    const answer =
      result === 'kind' ? `${use('Persisted')}<${own}, ${scopeLiteral(resource)}>` : nameOf(result);
    const names = { kind: own, input: nameOf(input), result: answer, use };
    const isPlain = subresource === undefined;
    const print = isPlain ? forms.parameters : (forms.ofSubresource ?? forms.parameters);
    const parameters = print(names);
    // The request type defaults to the response type.
    const types = hasInput && names.input !== answer ? `${answer}, ${names.input}` : answer;
    const client = isPlain
      ? 'client'
      : `client.subresource<${types}>(${stringLiteral(subresource)})`;
    const passed = parameters.map((each) => each.replace(/\??:.*$/s, '')).join(', ');
    const what = isPlain ? kind : `the ${subresource} of ${kind}`;
    const doc = `The verb ${verb} of ${what}.`;
    const implementation = `    ${name}: (${parameters.join(', ')}) => ${client}.${method}(${passed}),`;
    return { name, doc, parameters, returns: returns?.(names) ?? answer, implementation };
  });
}
