import type { ApiPackage, Resource } from '../model/model.js';
import { RUNTIME_MODULE } from '../model/runtime-types.js';
import { emitTypeScript, packageFolder, type EmitContext } from './emit-context.js';
import { isWatchable } from './emit-lister.js';
import type { GeneratedFile } from './generated-file.js';
import { apiVersionOf, groupNames, kindNames } from './generated-names.js';
import { ImportSet } from './import-set.js';
import { typeModule } from './type-module.js';

/** Whether a kind gets an informer. */
export function hasInformer(resource: Resource): boolean {
  return isWatchable(resource) && resource.outputs.informer;
}

/** The informers of a package. */
export function emitInformer(context: EmitContext, pkg: ApiPackage): GeneratedFile {
  const path = `${packageFolder(pkg)}/informer.ts`;
  const apiVersion = apiVersionOf(pkg);
  const { informers: group } = groupNames(pkg);
  const resources = pkg.resources.filter(hasInformer);
  const declared = resources.map((each) => kindNames(each).informer);
  const imports = new ImportSet([...declared, group, `create${group}`]);
  imports.types(RUNTIME_MODULE, 'InformerFactory');
  if (resources.length > 0) imports.types(RUNTIME_MODULE, 'InformerScope', 'SharedInformer');
  const kinds = resources.map((each) => {
    const names = kindNames(each);
    if (each.outputs.lister) {
      imports.types('./lister.js', names.lister).values('./lister.js', `create${names.lister}`);
    }
    imports.values('./register.js', names.resource);
    return {
      ...names,
      hasLister: each.outputs.lister,
      type: imports.local(typeModule(context, path, each.type), each.kind, 'type'),
      doc: `Follows ${each.kind} objects: tells of changes and keeps them for reading.`,
      accessDoc: `The informer of ${each.kind}: the same one for the same scope.`,
    };
  });
  const doc = `The shared informers of ${apiVersion}.`;
  const createDoc = `Creates the informers of ${apiVersion} over a factory.`;
  const view = { kinds, group, doc, createDoc };
  return emitTypeScript(context, 'informer', 'informer.ts', path, imports, view);
}
