import { readFileSync } from 'node:fs';
import type { JSONSchemaProps } from '@vmgen/crd';

const file = new URL('../../data/built-in-schemas.json', import.meta.url);
const schemas = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, JSONSchemaProps>>;

/**
 * The fields of a built-in kind, as kube-apiserver publishes them (hack/record.sh).
 *
 * @param component its name in OpenAPI documents, such as `io.k8s.api.core.v1.Namespace`
 */
export function builtInSchema(component: string): JSONSchemaProps {
  const schema = schemas[component];
  if (schema === undefined) throw new Error(`no schema of ${component} is recorded`);
  return schema;
}
