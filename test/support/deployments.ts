import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { inRepository } from './repository.js';

/** An object of a manifest, as far as the tests look at it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec?: Readonly<Record<string, unknown>>;
}

/** The objects of a manifest with several documents. */
function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

function read(...files: readonly string[]): Manifest[] {
  return files.flatMap((file) => parseManifests(readFileSync(inRepository(file), 'utf8')));
}

/** What users are given to deploy, by where it is. */
export function deployedManifests(): ReadonlyMap<string, readonly Manifest[]> {
  return new Map([
    ['examples/backup/generated', read('examples/backup/generated/install.yaml')],
    [
      'deploy',
      read(
        ...['deploy/namespace.yaml', 'deploy/rbac.yaml'],
        ...['deploy/deployment.yaml', 'deploy/network-policy.yaml'],
      ),
    ],
  ]);
}

/** The template of a Deployment's pods. */
export function podTemplateOf(deployment: Manifest): {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
} {
  return deployment.spec?.['template'] as ReturnType<typeof podTemplateOf>;
}
