/** One kind, whose spec has these lines of TypeScript. */
export function kindWith(spec: string, more = ''): string {
  return `// +groupName=example.com

import type { Condition, Int32, JSONValue, ObjectMeta, TypeMeta } from '@vmgen/runtime';

// +genclient
export interface Thing extends TypeMeta {
  metadata: ObjectMeta;
  spec: Spec;
}
export interface Spec {
${spec}
}
${more}`;
}
