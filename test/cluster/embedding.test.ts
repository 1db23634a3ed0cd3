// Types of built-in kinds within one's own: as controller-gen has them, and as a real server takes them.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import { endsAfterTests } from '../support/ends-after.js';
import { kubectlOf, type Kubectl } from '../support/kubectl.js';
import { untilServed } from '../support/until-served.js';
import { differences, readManifests } from './controller-gen-manifests.js';
import { controllerGenOn, EMBEDDING, generateOn, noControllerGen } from './controller-gen-run.js';

const atEnd = endsAfterTests();
let folder: string;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vmgen-embedding-'));
  atEnd(() => rm(folder, { recursive: true }));
});

/** Our packages carry no texts of Kubernetes: neither side has descriptions. */
async function generated(name: string, ...flags: string[]): Promise<string> {
  const out = path.join(folder, name);
  await mkdir(out);
  const crdsAlone = ['--generators', 'crd', '--max-desc-len=0'];
  await generateOn(EMBEDDING, out, ['builtin:v1'], ...crdsAlone, ...flags);
  return out;
}

/**
 * What controller-gen reads from `+k8s:` tags in Kubernetes' Go types: limits and immutability of the
 * fields that 1.37 added. The OpenAPI documents, which our types are made of, do not have them.
 */
const FROM_TAGS =
  /\.properties\.(scheduling|evictionResponders|healthStatus)\.(.*\.)?(minLength|minimum|maximum|maxItems|enum|x-kubernetes-validations)$/;
const COUNT_FROM_TAGS = 42;

describe('a type of a built-in kind within another type', () => {
  for (const [option, flag] of [
    ['generateEmbeddedObjectMeta=true', '--embedded-object-meta'],
    ['generateEmbeddedObjectMeta=false', '--no-embedded-object-meta'],
  ] as const) {
    test(`has the schema of controller-gen's ${option}`, { skip: noControllerGen }, async () => {
      const theirs = path.join(folder, option);
      const crds = `crd:omitToolVersion=true,maxDescLen=0,${option}`;
      await controllerGenOn(EMBEDDING, crds, 'paths=./...', `output:dir=${theirs}`);
      const [left, right] = [
        await readManifests(theirs),
        await readManifests(await generated(flag, flag)),
      ];
      const found = differences(left, right);
      const isFromTags = ({ path: at, vmgen }: (typeof found)[number]): boolean =>
        vmgen === undefined && FROM_TAGS.test(at);
      assert.deepEqual(
        found.filter((difference) => !isFromTags(difference)),
        [],
      );
      assert.equal(found.filter(isFromTags).length, COUNT_FROM_TAGS);
      assert.equal(right.size, 20);
    });
  }

  test('is accepted by a real kube-apiserver, and its lists have their keys', async () => {
    const plane = await startEnvtest();
    atEnd(() => plane.stop());
    const kubectl: Kubectl = kubectlOf(plane.assets, plane.kubeconfig);
    const crds = path.join(await generated('taken'), 'crds');
    const { code, err } = await kubectl.attempt('apply', '--server-side', '-f', crds);
    assert.deepEqual([code, err], [0, '']);
    assert.equal((await readdir(crds)).length, 20);
    await untilServed(kubectl, crds);
    for (const [manager, container] of [
      ['one', 'web'],
      ['two', 'side'],
    ] as const) {
      const file = path.join(folder, `${manager}.json`);
      await writeFile(file, podTemplate(container));
      await kubectl('apply', '--server-side', `--field-manager=${manager}`, '-f', file);
    }
    const names = await kubectl(
      'get',
      'anypodtemplatespecs.builtin.twins.dev/a',
      '-o',
      'jsonpath={.value.spec.containers[*].name} {.value.spec.containers[*].ports[*].protocol}',
    );
    assert.equal(names, 'web side TCP TCP');
  });
});

function podTemplate(container: string): string {
  const ports = [{ containerPort: 80 }];
  return JSON.stringify({
    apiVersion: 'builtin.twins.dev/v1',
    kind: 'AnyPodTemplateSpec',
    metadata: { name: 'a' },
    value: {
      metadata: { labels: { app: 'a' } },
      spec: { containers: [{ name: container, ports }] },
    },
  });
}
