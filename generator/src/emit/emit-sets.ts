import { lowerFirst, pascalCase } from '../text/names.js';
import { printTypeScript, type TemplateContext } from './template-context.js';
import { hasInformer } from './emit-informer.js';
import { apiVersionOf, groupNames } from '../model/generated-names.js';
import { ImportSet } from './import-set.js';
import { crdConstantsFile, OUTPUT_FILES, packageFile } from './output-files.js';

/** The clientset: the clients of all packages. */
export function emitClientset(context: TemplateContext): string {
  const imports = new ImportSet(context, OUTPUT_FILES.clientset, ['Clientset', 'createClientset']);
  const groups = context.model.packages.map((pkg) => {
    const { clients, property } = groupNames(pkg);
    const module = packageFile(pkg, 'client');
    return {
      property,
      clients: imports.type(clients, module),
      create: imports.value(`create${clients}`, module),
      hasClients: pkg.resources.some(({ verbs, outputs }) => verbs && outputs.client),
      apiVersion: apiVersionOf(pkg),
    };
  });
  return printTypeScript(context, imports, { groups });
}

/** The clientset for tests. */
export function emitFakeClientset(context: TemplateContext): string {
  const declared = ['FakeClientset', 'FakeClientsetOptions', 'createFakeClientset'];
  const imports = new ImportSet(context, OUTPUT_FILES.fakeClientset, declared);
  const crds = crdFolders(context).map((folder) =>
    imports.value(crdsName(folder), crdConstantsFile(folder)),
  );
  return printTypeScript(context, imports, {
    crds,
    // TypeScript does not infer the element type of an empty list.
    noCrds: crds.length === 0 ? ': never[]' : '',
    doc: fakeDoc(context),
    clientset: imports.type('Clientset', OUTPUT_FILES.clientset),
    createClientset: imports.value('createClientset', OUTPUT_FILES.clientset),
  });
}

function fakeDoc({ model, crds }: TemplateContext): string {
  const doc = `The typed clients over an API server in memory with these CRDs: with conflicts,
finalizers, defaults, validation and watches.`;
  const served = new Set(
    crds.flatMap(({ resource }) => resource.versions.map((version) => version.resource.type)),
  );
  const unserved = model.packages.flatMap((pkg) =>
    pkg.resources
      .filter((each) => each.verbs && !served.has(each.type))
      .map(({ kind }) => `${kind} of ${apiVersionOf(pkg)}`),
  );
  if (unserved.length === 0) return doc;
  if (served.size === 0) {
    return `The typed clients over an API server in memory: with conflicts, finalizers, defaults, validation
and watches. No kind has a CRD: the server serves the built-in kinds.`;
  }
  const list = unserved.map((each) => `- ${each}`).join('\n');
  return `${doc}\n\nThese kinds have no CRD: the server serves those of them that are built in.\n${list}`;
}

/** The folders of groups with CRDs. */
export function crdFolders({ crds }: Pick<TemplateContext, 'crds'>): string[] {
  return [...new Set(crds.map(({ resource }) => resource.folder))];
}

/** The name of the CRDs of a group's folder in generated code. */
export function crdsName(folder: string): string {
  return `${lowerFirst(pascalCase(folder))}Crds`;
}

/** The informers of all packages. */
export function emitInformers(context: TemplateContext): string {
  const imports = new ImportSet(context, OUTPUT_FILES.informers, ['Informers', 'createInformers']);
  const groups = context.model.packages
    .filter((pkg) => pkg.resources.some(hasInformer))
    .map((pkg) => {
      const { informers, property } = groupNames(pkg);
      const module = packageFile(pkg, 'informer');
      return {
        property,
        informers: imports.type(informers, module),
        create: imports.value(`create${informers}`, module),
        apiVersion: apiVersionOf(pkg),
      };
    });
  return printTypeScript(context, imports, { groups });
}
