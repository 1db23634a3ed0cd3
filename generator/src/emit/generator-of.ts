import type { GeneratorName } from './generated-file.js';

const BY_NAME: Readonly<Record<string, GeneratorName>> = {
  'deepcopy.ts': 'deepcopy',
  'register.ts': 'register',
  'scheme.ts': 'register',
  'client.ts': 'client',
  'crds.ts': 'client',
  'clientset.ts': 'client',
  'fake.ts': 'client',
  'lister.ts': 'lister',
  'informer.ts': 'informer',
  'informers.ts': 'informer',
};

/** Which generator makes the file of that path; undefined for a path that none makes. */
export function generatorOf(path: string): GeneratorName | undefined {
  if (path === 'rbac/role.yaml') return 'rbac';
  if (path === 'webhook/manifests.yaml') return 'webhook';
  if (/^crds\/[^/]+\.yaml$/.test(path)) return 'crd';
  return BY_NAME[path.slice(path.lastIndexOf('/') + 1)];
}
