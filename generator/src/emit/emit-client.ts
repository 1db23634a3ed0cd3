import type { ApiPackage, Resource } from '../model/model.js';
import { VERBS, type ClientVerb } from '../markers/definitions/verbs.js';
import { methodViews } from './client-methods.js';
import { printTypeScript, type TemplateContext } from './template-context.js';
import { apiVersionOf, groupNames, kindNames, scopeLiteral } from '../model/generated-names.js';
import { upperFirst } from '../text/names.js';
import { ImportSet } from './import-set.js';
import { packageFile } from './output-files.js';

/** The typed clients of a package. */
export function emitClient(context: TemplateContext, pkg: ApiPackage, path: string): string {
  const { clients: group } = groupNames(pkg);
  const resources = pkg.resources.filter(({ verbs, outputs }) => verbs && outputs.client);
  const declared = resources.flatMap((each) => {
    const { client } = kindNames(each);
    return [client, `create${client}`, addMethodsName(each)];
  });
  const imports = new ImportSet(context, path, [...declared, group, `create${group}`]);
  const kinds = resources.map((each) => {
    const names = kindNames(each);
    const type = imports.apiType(each.type);
    const bases = clientBases(each, type, imports);
    const [only] = bases.length === 1 && each.methods.length === 0 ? bases : [];
    const everywhere = each.namespaced && everywhereView(each, type, imports);
    const resource = imports.value(names.resource, packageFile(pkg, 'register'));
    const created = (): string =>
      `${imports.libraryValue('createFullClient')}(transport, ${resource}, namespace)`;
    return {
      ...names,
      resource,
      extends: bases.length === 0 ? '' : ` extends ${bases.join(', ')}`,
      alias: only ?? '',
      kind: each.kind,
      typeDoc: each.type.doc,
      namespaced: each.namespaced,
      everywhere: everywhere ?? false,
      accessor: everywhere ? accessor(each, names.method, created()) : '',
      type,
      scope: scopeLiteral(each),
      hasMethods: each.methods.length > 0,
      addMethods: addMethodsName(each),
      methods: methodViews(each, imports),
    };
  });
  const view = { kinds, group, apiVersion: apiVersionOf(pkg), packageDoc: pkg.doc };
  return printTypeScript(context, imports, view);
}

/** The function that creates the client of a kind in one or all namespaces. */
function accessor(resource: Resource, method: string, created: string): string {
  const hasMethods = resource.methods.length > 0;
  const client = hasMethods ? `${addMethodsName(resource)}(${created})` : created;
  return `    ${method}: (namespace?: string) => ${client},`;
}

/** The function in a generated file that adds the methods of a kind to the runtime's client. */
function addMethodsName({ kind }: Resource): string {
  return `add${upperFirst(kind)}Methods`;
}

const STATUS_METHODS = [
  'updateStatus',
  'mergePatchStatus',
  'jsonPatchStatus',
  'applyStatus',
] as const;

/** The methods of the subresource scale, and the verb that each needs. */
const SCALE_METHODS: readonly (readonly [name: string, verb: ClientVerb])[] = [
  ['getScale', 'get'],
  ['updateScale', 'update'],
  ['patchScale', 'patch'],
  ['applyScale', 'apply'],
];

/** The methods that a verb provides in the runtime's interfaces, if their names differ from the verb. */
const METHODS_OF: Partial<Record<ClientVerb, readonly string[]>> = {
  get: ['get', 'find'],
  patch: ['mergePatch', 'jsonPatch'],
};

/** The verbs that the API server has over all namespaces. */
const READS = [
  { verb: 'list', ability: 'lists' },
  { verb: 'watch', ability: 'watches' },
] as const;

/** The client over all namespaces; undefined for a kind without these verbs. */
function everywhereView(
  { verbs = new Set() }: Resource,
  type: string,
  imports: ImportSet,
): { readonly client: string; readonly abilities: string } | undefined {
  const readable = READS.filter(({ verb }) => verbs.has(verb));
  if (readable.length === 0) return undefined;
  const base = `${imports.libraryType('ListWatchClient')}<${type}, 'Namespaced'>`;
  const kept = ['resource', 'namespace', ...readable.map(({ verb }) => verb)];
  return {
    client: narrowed(base, ['resource', 'namespace', 'list', 'watch'], (name) =>
      kept.includes(name),
    ),
    abilities: readable.map(({ ability }) => ability).join(' and '),
  };
}

/** The interfaces of the runtime, restricted to the verbs of the kind. */
function clientBases(resource: Resource, type: string, imports: ImportSet): string[] {
  const { verbs = new Set(), scale, hasStatus, isSkipped, methods } = resource;
  const scope = scopeLiteral(resource);
  // A pure response has neither a name nor a UID.
  if (verbs.size === 1 && verbs.has('create')) {
    return [`${imports.libraryType('ReviewClient')}<${type}, ${scope}>`];
  }
  const bases: string[] = [];
  const kept = new Set(['resource', 'namespace', ...[...verbs].flatMap(methodsOf)]);
  const plain = VERBS.filter((verb) => verb !== 'updateStatus' && verb !== 'applyStatus');
  bases.push(
    narrowed(
      `${imports.libraryType('ResourceClient')}<${type}, ${scope}>`,
      ['resource', 'namespace', ...plain.flatMap(methodsOf)],
      (name) => kept.has(name),
    ),
  );
  const patchesStatus = verbs.has('patch') && verbs.has('updateStatus');
  const statusVerb = (name: string): boolean =>
    name.includes('Patch') ? patchesStatus : kept.has(name);
  if (hasStatus && STATUS_METHODS.some(statusVerb)) {
    bases.push(
      narrowed(
        `${imports.libraryType('StatusClient')}<${type}, ${scope}>`,
        STATUS_METHODS,
        statusVerb,
      ),
    );
  }
  const scaleMethods =
    scale === undefined ? [] : SCALE_METHODS.filter(([, verb]) => verbs.has(verb));
  // A marker may add a method of the same name, with other types.
  const addedScaleMethods = scaleMethods
    .map(([name]) => name)
    .filter((name) => !methods.some((method) => method.name === name));
  if (addedScaleMethods.length > 0) {
    bases.push(
      narrowed(
        imports.libraryType('ScaleClient'),
        SCALE_METHODS.map(([name]) => name),
        (name) => addedScaleMethods.includes(name),
      ),
    );
  }
  // Custom resources have no strategic merge patch: this applies to kinds without a CRD.
  if (isSkipped && verbs.has('patch')) {
    const base = `${imports.libraryType('StrategicPatchClient')}<${type}, ${scope}>`;
    const methods = ['strategicMergePatch', 'strategicMergePatchStatus'];
    bases.push(
      narrowed(base, methods, (name) => name === methods[0] || (hasStatus && patchesStatus)),
    );
  }
  if (isSkipped && methods.some(({ subresource }) => subresource)) {
    bases.push(imports.libraryType('SubresourceAccess'));
  }
  return bases;
}

const methodsOf = (verb: ClientVerb): readonly string[] => METHODS_OF[verb] ?? [verb];

function narrowed(
  base: string,
  members: readonly string[],
  isKept: (name: string) => boolean,
): string {
  const kept = members.filter(isKept);
  if (kept.length === members.length) return base;
  return `Pick<${base}, ${kept.map((name) => `'${name}'`).join(' | ')}>`;
}
