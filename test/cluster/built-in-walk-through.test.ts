import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import { startBareEmbeddedCluster } from '../support/embedded-cluster.js';
import { kubectlOf, type Kubectl } from '../support/kubectl.js';
import { manifests } from './built-in-manifests.js';

/** A command and what it printed. */
type Step = readonly [command: string, output: string];

/** What the manifests make. */
const NAMED = [
  'cm/settings',
  'secret/login',
  'sa/robot',
  'svc/web',
  'deploy/web',
  'cronjob/nightly',
  'pvc/data',
  'netpol/closed',
  'ing/web',
  'pdb/web',
  'hpa/web',
  'role/reader',
  'rolebinding/reader',
];

/** What somebody does with the kinds of Kubernetes itself, in the words of kubectl. */
async function walkThrough(kubectl: Kubectl, folder: string): Promise<Step[]> {
  const steps: Step[] = [];
  const type = async (command: string): Promise<void> => {
    const { out, err } = await kubectl.attempt(...command.split(' '));
    steps.push([command, `${out}${err}`.replaceAll(`${folder}/`, '')]);
  };
  const all = path.join(folder, 'all.yaml');
  const changed = path.join(folder, 'changed.yaml');
  await type('api-resources --sort-by=name');
  await type('api-versions');
  await type(`create -f ${all}`);
  await type(`create -f ${all}`);
  await type(`create -f ${path.join(folder, 'unknown-field.yaml')}`);
  await type(`create -f ${path.join(folder, 'wrong-type.yaml')}`);
  await type(`create -f ${path.join(folder, 'unknown-field.yaml')} --validate=warn`);
  await type('get all,cm,secret,sa,pvc,netpol,pdb,hpa,ing,role,rolebinding -o name');
  for (const kind of [
    'deploy',
    'pods.spec.containers',
    'cronjob.spec.jobTemplate',
    'hpa --recursive',
  ]) {
    await type(`explain ${kind}`.replace(/ --recursive$/, ' --recursive'));
  }
  await type('get deploy/web -o jsonpath={.spec.template.spec.containers[*].name}');
  for (const name of NAMED) await type(`get ${name} -o yaml`);
  for (const name of NAMED) await type(`describe ${name}`);
  for (const name of NAMED) await type(`get ${name} -o wide`);
  await type('get secret/login -o jsonpath={.data},{.stringData}');
  await type('scale deploy/web --replicas=3');
  await type('get deploy/web -o jsonpath={.spec.replicas},{.metadata.generation}');
  await type('label cm/settings tier=web');
  await type('annotate secret/login by=hand');
  await type('get cm -l tier=web -o name');
  await type(
    'patch deploy/web -p {"spec":{"template":{"spec":{"containers":[{"name":"side","image":"b:2"}]}}}}',
  );
  await type('get deploy/web -o jsonpath={.spec.template.spec.containers[*].image}');
  await type(
    'patch deploy/web --type=json -p [{"op":"remove","path":"/spec/template/spec/containers/1"}]',
  );
  await type('get deploy/web -o jsonpath={.spec.template.spec.containers[*].image}');
  await type('set image deploy/web app=a:3');
  await type(`apply -f ${changed}`);
  await type(
    'get deploy/web -o jsonpath={.spec.template.spec.containers[*].image},{.spec.replicas}',
  );
  await type(`apply --server-side --field-manager=other -f ${changed}`);
  await type(`apply --server-side --field-manager=other --force-conflicts -f ${changed}`);
  await type('get svc/web -o jsonpath={.spec.ports[*].port},{.spec.clusterIP}');
  await type(
    'patch deploy/web --subresource=status --type=merge -p {"status":{"availableReplicas":1,"replicas":1,"readyReplicas":1,"conditions":[{"type":"Available","status":"True","reason":"a","message":"b"}]}}',
  );
  await type('wait --for=condition=Available deploy/web --timeout=5s');
  await type('get deploy/web --subresource=scale -o jsonpath={.status.selector}');
  await type('create token robot --duration=30s');
  await type('auth can-i create deployments');
  await type('create configmap made --from-literal=a=b');
  await type('create namespace team');
  await type('create deployment made --image=a:1');
  await type('get deploy/made -o name');
  await type('run one --image=a:1 --labels=app=one');
  await type('create job once --image=j:1');
  await type('create job again --from=cronjob/nightly');
  await type('get job/again -o jsonpath={.spec.template.spec.containers[*].image}');
  await type('expose deploy/made --port=80 --cluster-ip=None');
  await type('set env deploy/made COLOUR=blue');
  await type('set resources deploy/made --limits=cpu=1500m,memory=2048Mi');
  await type('get deploy/made -o jsonpath={.spec.template.spec.containers[0].resources.limits}');
  await type('rollout restart deploy/made');
  await type('rollout pause deploy/made');
  await type('autoscale deploy/made --max=3 --cpu=80%');
  await type('create role looker --verb=get,list --resource=pods,deployments.apps');
  await type('create clusterrolebinding all --clusterrole=admin --user=me');
  await type('create quota small --hard=pods=3,cpu=1500m');
  await type('get quota/small -o jsonpath={.spec.hard}');
  await type('create priorityclass high --value=10 --description=x');
  await type('create pdb made --selector=app=made --min-available=50%');
  await type('create ingress made --rule=example.com/*=made:80');
  await type(`apply -f ${all} --dry-run=server`);
  await type(`replace -f ${changed}`);
  await type(`diff -f ${changed}`);
  await type('get cm,deploy,svc,job,pod,hpa,ing,pdb -o name');
  await type('get cm --field-selector metadata.name=made -o name');
  await type('get pods --field-selector spec.nodeName= -o name');
  await type('delete pod/one --now');
  await type('delete cm settings made');
  await type('delete deploy/web secret/login --wait=false --cascade=background');
  await type('get cm,secret,deploy -o name');
  await type('delete pdb --all');
  return steps;
}

/** Takes out what differs between two runs of the same thing, and what only a whole cluster has. */
function normalised([command, output]: Step): Step {
  const text = output
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UID')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME')
    .replaceAll(/(resourceVersion: )"\d+"/g, '$1VERSION')
    .replaceAll(/^(Age|CreationTimestamp|Created on): .*$/gm, '$1')
    .replaceAll(/\b(\d+m)?\d+s\b */g, 'AGE ')
    // kube-apiserver also names the Go type that contains the field.
    .replaceAll(/into Go struct field \w+\.(\S+ of type)/g, 'into $1')
    .replace(/^service\/kubernetes\n/m, '');
  return [command, command.startsWith('explain') ? withoutProse(text) : text];
}

/** The fields that `kubectl explain` names: descriptions were Kubernetes' own, and left out here. */
function withoutProse(text: string): string {
  return text
    .split('\n')
    .filter((line) => /^ *\S+\t<.*>/.test(line) || /^(GROUP|KIND|VERSION):/.test(line))
    .join('\n');
}

async function written(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-manifests-'));
  for (const [name, text] of Object.entries(manifests)) {
    await writeFile(path.join(folder, name), text);
  }
  return folder;
}

test('kubectl prints the same for the built-in kinds on a real cluster and on the embedded server', async () => {
  const folder = await written();
  try {
    const plane = await startEnvtest();
    let real: Step[];
    try {
      real = await walkThrough(kubectlOf(plane.assets, plane.kubeconfig), folder);
    } finally {
      await plane.stop();
    }
    const cluster = await startBareEmbeddedCluster();
    let embedded: Step[];
    try {
      embedded = await walkThrough(kubectlOf(plane.assets, cluster.kubeconfig), folder);
    } finally {
      await cluster.stop();
    }
    const expected = real.map(normalised);
    const differing = embedded
      .map(normalised)
      .map(([command, output], index) => ({ command, output, expected: expected[index]?.[1] }))
      .filter((step) => step.output !== step.expected);
    assert.deepEqual(differing, []);
  } finally {
    await rm(folder, { recursive: true });
  }
});
