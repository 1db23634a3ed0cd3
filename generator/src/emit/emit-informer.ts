import type { ApiPackage, Resource } from '../model/model.js';
import { printTypeScript, type TemplateContext } from './template-context.js';
import { isWatchable } from './emit-lister.js';
import {
  apiVersionOf,
  groupNames,
  kindNames,
  scopeLiteral,
  type KindNames,
} from '../model/generated-names.js';
import { ImportSet } from './import-set.js';
import { packageFile } from './output-files.js';

/** Whether a kind gets an informer. */
export function hasInformer(resource: Resource): boolean {
  return isWatchable(resource) && resource.outputs.informer;
}

/** The informers of a package. */
export function emitInformer(context: TemplateContext, pkg: ApiPackage, path: string): string {
  const { informers: group } = groupNames(pkg);
  const resources = pkg.resources.filter(hasInformer);
  const declared = resources.map((each) => kindNames(each).informer);
  const imports = new ImportSet(context, path, [...declared, group, `create${group}`]);
  const kinds = resources.map((each) => {
    const names = kindNames(each);
    const hasLister = each.outputs.lister;
    return {
      ...names,
      kind: each.kind,
      ...(hasLister ? importLister(names, packageFile(pkg, 'lister'), imports) : {}),
      hasLister,
      scope: scopeLiteral(each),
      resource: imports.value(names.resource, packageFile(pkg, 'register')),
      type: imports.apiType(each.type),
    };
  });
  return printTypeScript(context, imports, { kinds, group, apiVersion: apiVersionOf(pkg) });
}

function importLister({ lister }: KindNames, file: string, imports: ImportSet) {
  return {
    lister: imports.type(lister, file),
    createLister: imports.value(`create${lister}`, file),
  };
}
