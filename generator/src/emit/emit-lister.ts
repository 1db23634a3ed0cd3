import type { ApiPackage, Resource } from '../model/model.js';
import { printTypeScript, type TemplateContext } from './template-context.js';
import { kindNames, scopeLiteral } from '../model/generated-names.js';
import { ImportSet } from './import-set.js';
import { packageFile } from './output-files.js';

/** Whether informers can watch a kind. */
export function isWatchable({ verbs }: Resource): boolean {
  return verbs !== undefined && verbs.has('list') && verbs.has('watch');
}

/** The listers of a package. */
export function emitLister(context: TemplateContext, pkg: ApiPackage, path: string): string {
  const resources = pkg.resources.filter((each) => isWatchable(each) && each.outputs.lister);
  const listers = new Set(resources.map((each) => kindNames(each).lister));
  const declared = resources.flatMap((each) => {
    const { lister, namespaceLister } = kindNames(each);
    return [lister, namespaceLister, `create${lister}`];
  });
  const imports = new ImportSet(context, path, declared);
  const kinds = resources.map((each) => {
    const { kind, namespaced } = each;
    const scope = scopeLiteral(each);
    const names = kindNames(each);
    const type = imports.apiType(each.type);
    const base = imports.libraryType('Lister');
    return {
      ...names,
      kind,
      type,
      scope,
      resource: imports.value(names.resource, packageFile(pkg, 'register')),
      // For the kinds Tenant and TenantNamespace, TenantNamespaceLister belongs to the second.
      hasNamespaceLister: namespaced && !listers.has(names.namespaceLister),
      listerBase: namespaced
        ? `${base}<${type}, ${scope}>`
        : `Omit<${base}<${type}, ${scope}>, 'namespace'>`,
      typeDoc: each.type.doc,
    };
  });
  return printTypeScript(context, imports, { kinds });
}
