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

interface Signature extends Pick<MethodView, 'parameters' | 'returns'> {
  /** The call of the runtime's client. */
  readonly call: string;
}

type Print = (names: Names, subresource: string) => Signature;

interface ClientVerb {
  readonly plain: Print;
  readonly ofSubresource?: Print;
}

/** The request type defaults to the response type. */
const typesOf = (result: string, input: string): string =>
  result === input ? result : `${result}, ${input}`;

const VERBS: Readonly<Record<ClientMethod['verb'], ClientVerb>> = {
  get: {
    plain: ({ result, use }) => ({
      parameters: ['name: string', `options?: ${use('GetOptions')}`],
      returns: result,
      call: 'client.get(name, options)',
    }),
    ofSubresource: ({ result, use }, subresource) => ({
      parameters: ['name: string', `options?: ${use('CallOptions')}`],
      returns: result,
      call: `client.subresource<${result}>(${subresource}).get(name, options)`,
    }),
  },
  list: {
    plain: ({ result, use }) => ({
      parameters: [`options?: ${use('ListOptions')}`],
      returns: `${use('KubernetesList')}<${result}>`,
      call: 'client.list(options)',
    }),
  },
  create: {
    plain: ({ kind, result, use }) => ({
      parameters: [`object: ${use('DeepReadonly')}<${kind}>`, `options?: ${use('CreateOptions')}`],
      returns: result,
      call: 'client.create(object, options)',
    }),
    ofSubresource: ({ input, result, use }, subresource) => ({
      parameters: [
        'name: string',
        `body: ${use('DeepReadonly')}<${input}>`,
        `options?: ${use('CreateOptions')}`,
      ],
      returns: result,
      call: `client.subresource<${typesOf(result, input)}>(${subresource}).create(name, body, options)`,
    }),
  },
  update: {
    plain: ({ kind, result, use }) => ({
      parameters: [`object: ${use('DeepReadonly')}<${kind}>`, `options?: ${use('UpdateOptions')}`],
      returns: result,
      call: 'client.update(object, options)',
    }),
    ofSubresource: ({ input, result, use }, subresource) => ({
      parameters: ['name: string', `body: ${input}`, `options?: ${use('UpdateOptions')}`],
      returns: result,
      call: `client.subresource<${typesOf(result, input)}>(${subresource}).update(name, body, options)`,
    }),
  },
  patch: {
    plain: ({ kind, result, use }) => ({
      parameters: [
        'name: string',
        `patch: ${use('MergePatch')}<${kind}>`,
        `options?: ${use('PatchOptions')}`,
      ],
      returns: result,
      call: 'client.mergePatch(name, patch, options)',
    }),
    ofSubresource: ({ result, use }, subresource) => ({
      parameters: [
        'name: string',
        `patch: ${use('MergePatch')}<${result}>`,
        `options?: ${use('PatchOptions')}`,
      ],
      returns: result,
      call: `client.subresource<${result}>(${subresource}).mergePatch(name, patch, options)`,
    }),
  },
  apply: {
    plain: ({ kind, result, use }) => ({
      parameters: [
        `configuration: ${use('ApplyConfiguration')}<${kind}>`,
        `options: ${use('ApplyOptions')}`,
      ],
      returns: result,
      call: 'client.apply(configuration, options)',
    }),
    ofSubresource: ({ input, result, use }, subresource) => ({
      parameters: [
        'name: string',
        `body: ${use('DeepPartial')}<${input}>`,
        `options: ${use('ApplyOptions')}`,
      ],
      returns: result,
      call: `client.subresource<${typesOf(result, input)}>(${subresource}).apply(name, body, options)`,
    }),
  },
};

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
    const { plain, ofSubresource = plain } = VERBS[verb];
    // Objects from a server have a name, a UID and so on.
    const answer =
      result === 'kind' ? `${use('Persisted')}<${own}, ${scopeLiteral(resource)}>` : nameOf(result);
    const names = { kind: own, input: nameOf(input), result: answer, use };
    const print = subresource === undefined ? plain : ofSubresource;
    const what = subresource === undefined ? kind : `the ${subresource} of ${kind}`;
    const { parameters, returns, call } = print(names, stringLiteral(subresource ?? ''));
    const doc = `The verb ${verb} of ${what}.`;
    const implementation = `    ${name}: (${parameters.join(', ')}) => ${call},`;
    return { name, doc, parameters, returns, implementation };
  });
}
