import type { ApiPackage } from '../model/model.js';
import { emitTypeScript, packageFolder, type EmitContext } from './emit-context.js';
import { CopyWriter } from './copy-writer.js';
import type { GeneratedFile } from '../settings/generated-file.js';
import { apiVersionOf } from '../model/generated-names.js';

/** The deepCopy functions of a package: one per named type. */
export function emitDeepCopy(context: EmitContext, pkg: ApiPackage): GeneratedFile {
  const path = `${packageFolder(pkg)}/deepcopy.ts`;
  const writer = new CopyWriter(context, pkg, path);
  const functions = writer.functions();
  const view = { functions, apiVersion: apiVersionOf(pkg) };
  return emitTypeScript(context, 'deepcopy', 'deepcopy.ts', path, writer.imports, view);
}
