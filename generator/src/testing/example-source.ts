import type { MarkerDefinition } from '../markers/language/definition.js';

const IMPORTS = `import type {
  Condition, Float, Int32, Int64, ListMeta, ObjectMeta, RawExtension, TypeMeta,
} from '@vmgen/runtime';
`;

/** The files of an API that uses a marker's example, by path. */
export function exampleFiles(definition: MarkerDefinition): Record<string, string> {
  if (definition.name === 'vmgen:renamedFrom') return renamedFiles(definition);
  const needsOther = definition.name === 'kubebuilder:unservedversion';
  return {
    'example/v1/types.ts': sourceOf(definition),
    ...(needsOther ? { 'example/v2/types.ts': SERVED } : {}),
  };
}

/** The example with what it needs around it to be a whole API. */
function sourceOf(definition: MarkerDefinition): string {
  const { example, places } = definition;
  const group = example.includes('+groupName') ? '' : '// +groupName=example.com\n\n';
  const kind = (markers: string, fields = 'color?: string;\n  replicas?: Int32;'): string =>
    `${markers}\nexport interface Machine extends TypeMeta {\n  metadata: ObjectMeta;\n  spec: Spec;\n  status?: { replicas?: Int32 };\n}\nexport interface Spec {\n  ${fields}\n}\nexport interface Unused {\n  a: string;\n}\n`;
  if (places.includes('field') && !example.includes('export ')) {
    return `${group}${IMPORTS}\n${kind('', example)}`;
  }
  if (example.includes('export ')) {
    const name = /export (?:interface|type) (\w+)/.exec(example)?.[1] ?? '';
    const isKind = example.includes('TypeMeta');
    return `${group}${IMPORTS}\n${kind('', isKind ? undefined : `example: ${name};`)}\n${example}\n`;
  }
  return places.includes('kind')
    ? `${group}${IMPORTS}\n${kind(example)}`
    : `${group}${example}\n\n${IMPORTS}\n${kind('// +genclient')}`;
}

/** A rename needs a storage version, another version and a webhook. */
function renamedFiles(definition: MarkerDefinition): Record<string, string> {
  const markers = `// +kubebuilder:storageversion
// +vmgen:conversion:strategy=Webhook,url="https://example.com/convert",reviewVersions=v1
export interface Machine`;
  const old = { ...definition, example: 'size?: Int32;' };
  return {
    'example/v1/types.ts': sourceOf(definition).replace('export interface Machine', markers),
    'example/v1alpha1/types.ts': sourceOf(old),
  };
}

/** A version that nobody is served needs one that is. */
const SERVED = `// +groupName=example.com

${IMPORTS}
// +kubebuilder:storageversion
export interface Machine extends TypeMeta { metadata: ObjectMeta }
`;
