import type { ApiPackage } from '../model/model.js';
import { printTypeScript, type TemplateContext } from './template-context.js';
import { CopyWriter } from './copy-writer.js';
import { apiVersionOf } from '../model/generated-names.js';

/** The deepCopy functions of a package: one per named type. */
export function emitDeepCopy(context: TemplateContext, pkg: ApiPackage, path: string): string {
  const writer = new CopyWriter(context, pkg, path);
  const functions = writer.functions().map((each) => ({
    ...each,
    isEmpty: each.isRecord && each.properties.length + each.assignments.length === 0,
  }));
  const view = { functions, apiVersion: apiVersionOf(pkg) };
  return printTypeScript(context, writer.imports, view);
}
