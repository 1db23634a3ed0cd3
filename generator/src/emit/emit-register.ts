import { printTypeScript, type TemplateContext } from './template-context.js';
import { apiVersionOf, copyNames, kindNames, scopeLiteral } from '../model/generated-names.js';
import { ImportSet } from './import-set.js';
import type { ApiPackage } from '../model/model.js';
import { packageFile } from './output-files.js';
import { stringLiteral } from '../render/escape.js';
import { LINE_WIDTH } from '../render/layout.js';

/** The resource definitions of a package and its type guards. */
export function emitRegister(context: TemplateContext, pkg: ApiPackage, path: string): string {
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
      doc: `The resource definition of ${each.kind} of ${apiVersion} for clients and informers.`,
      guardDoc: `Reports whether an object is of kind ${each.kind} of ${apiVersion}.`,
      group: pkg.group,
      version: pkg.version,
      kind: each.kind,
      listKind: each.listKind,
      plural: each.plural,
      singular: each.singular,
      scope: scopeLiteral(each),
      isResource: !each.isSubresource,
      guardTest: guardTest(apiVersion, each.kind),
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

/** The statement of a type guard, wrapped as Prettier does. */
function guardTest(apiVersion: string, kind: string): string {
  const tests = [
    `object.apiVersion === ${stringLiteral(apiVersion)}`,
    `object.kind === ${stringLiteral(kind)}`,
  ];
  const flat = `  return ${tests.join(' && ')};`;
  if (flat.length <= LINE_WIDTH) return flat;
  const inner = `    ${tests.join(' && ')}`;
  const body = inner.length <= LINE_WIDTH ? inner : `    ${tests.join(' &&\n    ')}`;
  return `  return (\n${body}\n  );`;
}
