import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { inRepository } from '../support/repository.js';
import type { Subject } from './measure.js';

const TOOLS = ['deepcopy-gen', 'client-gen', 'lister-gen', 'informer-gen', 'controller-gen'];

/**
 * What Go's authors run for the same API: four generators of code-generator and controller-gen, as
 * test/bench/go/go.mod pins them, built once into the cache. Undefined where there is no `go`.
 */
export function goGenerators(scratch: string): Subject | undefined {
  if (spawnSync('go', ['version']).status !== 0) return undefined;
  const source = inRepository('test', 'bench', 'go');
  const bin = builtTools(source);
  const module = path.join(scratch, 'go');
  cpSync(source, module, { recursive: true });
  return {
    name: 'code-generator and controller-gen',
    command: ['sh', '-ec', script(bin)],
    cwd: module,
    env: { GOFLAGS: '-mod=mod' },
  };
}

function builtTools(source: string): string {
  const pins = readFileSync(path.join(source, 'go.sum'));
  const key = createHash('sha256').update(pins).digest('hex').slice(0, 12);
  const caches = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
  const bin = path.join(caches, 'vmgen', 'bench', key);
  if (TOOLS.every((tool) => existsSync(path.join(bin, tool)))) return bin;
  console.error(`building ${TOOLS.join(', ')} into ${bin}; minutes, once`);
  mkdirSync(bin, { recursive: true });
  const built = spawnSync('go', ['build', '-o', `${bin}/`, 'tool'], {
    cwd: source,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (built.status !== 0) throw new Error('go build of the generators failed');
  return bin;
}

/** As code-generator's kube_codegen.sh calls them. */
function script(bin: string): string {
  const api = 'vmgen.test/bench/apis/cloudnative/v1alpha1';
  const client = 'vmgen.test/bench/client';
  return `
PATH='${bin}':$PATH
deepcopy-gen --output-file zz_generated.deepcopy.go ./apis/cloudnative/v1alpha1
client-gen --clientset-name versioned --input-base '' --input ${api} --output-dir client/clientset --output-pkg ${client}/clientset
lister-gen --output-dir client/listers --output-pkg ${client}/listers ./apis/cloudnative/v1alpha1
informer-gen --versioned-clientset-package ${client}/clientset/versioned --listers-package ${client}/listers --output-dir client/informers --output-pkg ${client}/informers ./apis/cloudnative/v1alpha1
controller-gen crd:allowDangerousTypes=true paths=./apis/... output:crd:dir=crds
test -s crds/cloudnative.tw_virtualmachines.yaml
test -s client/informers/externalversions/factory.go
`;
}
