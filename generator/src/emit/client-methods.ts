import type { ClientMethod, MethodType } from '../model/client-methods.js';
import type { Resource } from '../model/model.js';
import { RUNTIME_MODULE } from '../model/runtime-types.js';
import { stringLiteral } from '../render/escape.js';
import type { EmitContext } from './emit-context.js';
import type { ImportSet } from './import-set.js';
import { typeModule } from './type-module.js';

/** A method of a client as its template prints it. */
export interface MethodView {
  readonly name: string;
  readonly doc: string;
  readonly parameters: readonly string[];
  readonly returns: string;
  /** What the runtime's client is asked. */
  readonly call: string;
}

/** The types that a method's text names, imported. */
interface Names {
  readonly kind: string;
  readonly input: string;
  readonly result: string;
}

type Print = (names: Names, subresource: string) => Omit<MethodView, 'name' | 'doc'>;

interface Verb {
  /** What of the runtime's types the method's text names. */
  readonly types: readonly string[];
  readonly plain: Print;
  readonly ofSubresource?: { readonly types: readonly string[]; readonly print: Print };
}

const VERBS: Readonly<Record<ClientMethod['verb'], Verb>> = {
  get: {
    types: ['GetOptions'],
    plain: ({ kind }) => ({
      parameters: ['name: string', 'options?: GetOptions'],
      returns: kind,
      call: 'client.get(name, options)',
    }),
    ofSubresource: {
      types: ['CallOptions'],
      print: ({ result }, subresource) => ({
        parameters: ['name: string', 'options?: CallOptions'],
        returns: result,
        call: `client.getSubresource<${result}>(name, ${subresource}, options)`,
      }),
    },
  },
  list: {
    types: ['KubernetesList', 'ListOptions'],
    plain: ({ kind }) => ({
      parameters: ['options?: ListOptions'],
      returns: `KubernetesList<${kind}>`,
      call: 'client.list(options)',
    }),
  },
  create: {
    types: ['CreateOptions'],
    plain: ({ kind }) => ({
      parameters: [`object: ${kind}`, 'options?: CreateOptions'],
      returns: kind,
      call: 'client.create(object, options)',
    }),
  },
  update: {
    types: ['UpdateOptions'],
    plain: ({ kind }) => ({
      parameters: [`object: ${kind}`, 'options?: UpdateOptions'],
      returns: kind,
      call: 'client.update(object, options)',
    }),
    ofSubresource: {
      types: ['UpdateOptions'],
      print: ({ input, result }, subresource) => ({
        parameters: ['name: string', `body: ${input}`, 'options?: UpdateOptions'],
        returns: result,
        call: `client.updateSubresource<${input}, ${result}>(name, ${subresource}, body, options)`,
      }),
    },
  },
  patch: {
    types: ['Patch', 'PatchOptions'],
    plain: ({ kind }) => ({
      parameters: ['name: string', 'patch: Patch', 'options?: PatchOptions'],
      returns: kind,
      call: 'client.patch(name, patch, options)',
    }),
    ofSubresource: {
      types: ['Patch', 'PatchOptions'],
      print: ({ result }, subresource) => ({
        parameters: ['name: string', 'patch: Patch', 'options?: PatchOptions'],
        returns: result,
        call: `client.patchSubresource<${result}>(name, ${subresource}, patch, options)`,
      }),
    },
  },
  apply: {
    types: ['ApplyConfiguration', 'ApplyOptions'],
    plain: ({ kind }) => ({
      parameters: [`configuration: ApplyConfiguration<${kind}>`, 'options: ApplyOptions'],
      returns: kind,
      call: 'client.apply(configuration, options)',
    }),
    ofSubresource: {
      types: ['ApplyOptions', 'DeepPartial'],
      print: ({ input, result }, subresource) => ({
        parameters: ['name: string', `body: DeepPartial<${input}>`, 'options: ApplyOptions'],
        returns: result,
        call: `client.applySubresource<DeepPartial<${input}>, ${result}>(name, ${subresource}, body, options)`,
      }),
    },
  },
};

/** The views of a kind's extension methods; what they name is imported. */
export function methodViews(
  { methods, kind, type }: Resource,
  context: EmitContext,
  path: string,
  imports: ImportSet,
): MethodView[] {
  const own = imports.local(typeModule(context, path, type), kind, 'type');
  const nameOf = (method: MethodType): string => {
    if (method === 'kind') return own;
    if (method === 'Scale') return imports.local(RUNTIME_MODULE, 'Scale', 'type');
    return imports.local(typeModule(context, path, method), method.name, 'type');
  };
  return methods.map(({ name, verb, subresource, input, result }) => {
    const { types, plain, ofSubresource } = VERBS[verb];
    const isOfSubresource = subresource !== undefined && ofSubresource !== undefined;
    imports.types(RUNTIME_MODULE, ...(isOfSubresource ? ofSubresource.types : types));
    const names = { kind: own, input: nameOf(input), result: nameOf(result) };
    const print = isOfSubresource ? ofSubresource.print : plain;
    const what = subresource === undefined ? kind : `the ${subresource} of ${kind}`;
    return {
      name,
      doc: `The verb ${verb} of ${what}.`,
      ...print(names, stringLiteral(subresource ?? '')),
    };
  });
}
