import { boundedAt } from '../diagnostics/beyond-bounds.js';
import type { ApiModel, ApiPackage } from '../model/model.js';
import { type GeneratorName, GENERATORS } from '../settings/generated-file.js';
import { emitClient } from './emit-client.js';
import { emitDeployment, emitPolicies, emitRoles, emitWebhooks } from './emit-deployment.js';
import { emitConversions } from './emit-conversions.js';
import { emitInformer } from './emit-informer.js';
import { emitLister } from './emit-lister.js';
import { emitHtml, emitMarkdown } from './emit-reference.js';
import { emitSchemas } from './emit-schemas.js';
import {
  crdFolders,
  crdsName,
  emitClientset,
  emitFakeClientset,
  emitInformers,
} from './emit-sets.js';
import type { EmittedFile, Emitter } from './emitter.js';
import { crdConstantsFile, crdFile, OUTPUT_FILES, packageFile } from './output-files.js';
import { createRenderer } from './render.js';
import { printTypeScript, type TemplateContext } from './template-context.js';
import { CopyWriter } from './copy-writer.js';
import { apiVersionOf, copyNames, kindNames, scopeLiteral } from '../model/generated-names.js';
import { lowerFirst } from '../text/names.js';
import { printValue } from '../text/print-value.js';
import { ImportSet } from './import-set.js';
import type { PrintedCrd } from './print-crd.js';

/** The files of each of vmgen's own emitters. */
const FILES: Readonly<Record<GeneratorName, (context: TemplateContext) => EmittedFile[]>> = {
  crd: (context) =>
    context.printedCrds.map((each) => ({
      path: crdFile(each.resource),
      print: () => emitCrd(context, each),
    })),
  deepcopy: (context) =>
    perPackage(context, 'deepcopy', (_, pkg, path) =>
      boundedAt(pkg.position, () => emitDeepCopy(context, pkg, path)),
    ),
  register: (context) => perPackage(context, 'register', emitRegister),
  client: (context) => [
    ...perPackage(context, 'client', emitClient),
    { path: OUTPUT_FILES.clientset, print: () => emitClientset(context) },
    ...crdFolders(context).map((folder) => {
      const path = crdConstantsFile(folder);
      return { path, print: () => emitCrdConstants(context, folder, path) };
    }),
    { path: OUTPUT_FILES.fakeClientset, print: () => emitFakeClientset(context) },
  ],
  lister: (context) => perPackage(context, 'lister', emitLister),
  informer: (context) => [
    ...perPackage(context, 'informer', emitInformer),
    { path: OUTPUT_FILES.informers, print: () => emitInformers(context) },
  ],
  conversion: emitConversions,
  rbac: emitRoles,
  webhook: emitWebhooks,
  policy: emitPolicies,
  jsonschema: emitSchemas,
  deploy: emitDeployment,
  'docs-markdown': emitMarkdown,
  'docs-html': emitHtml,
};

/** vmgen's own emitters, in the order of {@link GENERATORS}. */
export const BUILT_IN_EMITTERS: readonly Emitter[] = GENERATORS.map((name) => ({
  name,
  emit: (model: ApiModel, context) => FILES[name]({ ...context, model, render: createRenderer() }),
}));

function perPackage(
  context: TemplateContext,
  part: Parameters<typeof packageFile>[1],
  print: (context: TemplateContext, pkg: ApiPackage, path: string) => string,
): EmittedFile[] {
  return context.model.packages.map((pkg) => {
    const path = packageFile(pkg, part);
    return { path, print: () => print(context, pkg, path) };
  });
}

/** The deepCopy functions of a package: one per named type. */
function emitDeepCopy(context: TemplateContext, pkg: ApiPackage, path: string): string {
  const writer = new CopyWriter(context, pkg, path);
  const functions = writer.functions().map((each) => ({
    ...each,
    isEmpty: each.isRecord && each.properties.length + each.assignments.length === 0,
  }));
  const view = { functions, apiVersion: apiVersionOf(pkg) };
  return printTypeScript(context, writer.imports, view);
}

/** The CRD as a manifest. */
function emitCrd({ headerComment, render }: TemplateContext, { yaml }: PrintedCrd): string {
  return render('crd.yaml', { crd: yaml, headerComment: headerComment('#') });
}

/** The CRDs of a group's folder as constants, for the server behind the fake clientset. */
function emitCrdConstants(context: TemplateContext, folder: string, path: string): string {
  const all = crdsName(folder);
  const own = context.crds.filter(({ resource }) => resource.folder === folder);
  const imports = new ImportSet(context, path, [all]);
  const crds = own.map(({ resource: { main }, crd }) => {
    const name = imports.declare(`${lowerFirst(main.kind)}Crd`);
    const type = imports.libraryType(crdType([crd]));
    return { name, type, kind: main.kind, value: printValue(crd) };
  });
  const type = imports.libraryType(crdType(own.map(({ crd }) => crd)));
  return printTypeScript(context, imports, { crds, all, type });
}

/** The client of CRDs does not accept the bigints of integers beyond 2^53. */
const crdType = (crds: readonly object[]): string =>
  holdsBigint(crds) ? 'CustomResourceDefinition' : 'PlainCustomResourceDefinition';

const holdsBigint = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(holdsBigint)
    : typeof value === 'bigint';

/** The resource definitions of a package and its type guards. */
function emitRegister(context: TemplateContext, pkg: ApiPackage, path: string): string {
  const apiVersion = apiVersionOf(pkg);
  const declared = pkg.resources.flatMap((each) => {
    const { resource, guard } = kindNames(each);
    return [resource, guard];
  });
  const imports = new ImportSet(context, path, declared);
  const copies = copyNames(pkg);
  const kinds = pkg.resources.map((each) => {
    const type = imports.apiType(each.type);
    const copy = copies.get(each.type);
    return {
      ...kindNames(each),
      group: pkg.group,
      version: pkg.version,
      kind: each.kind,
      listKind: each.listKind,
      plural: each.plural,
      singular: each.singular,
      scope: scopeLiteral(each),
      isResource: !each.isSubresource,
      apiVersion,
      type,
      // The generic function, for a type without a deepCopy function of its own.
      deepCopy: each.isSubresource
        ? ''
        : copy === undefined
          ? `${imports.libraryValue('deepCopyJson')}<${type}>`
          : imports.value(copy, packageFile(pkg, 'deepcopy')),
    };
  });
  return printTypeScript(context, imports, { kinds });
}
