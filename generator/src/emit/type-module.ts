import type { NamedType } from '../types/type.js';
import type { TemplateContext } from './template-context.js';

/** How the generated file at `path` imports the module of an API type. */
export function typeModule({ apisPath }: TemplateContext, path: string, type: NamedType): string {
  const up = '../'.repeat(path.split('/').length - 1) || './';
  const target = `${up}${apisPath}/${type.path.replace(/(?:\.d)?\.([cm]?)tsx?$/, '.$1js')}`;
  return target.startsWith('./../') ? target.slice(2) : target;
}
