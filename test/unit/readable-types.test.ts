import assert from 'node:assert/strict';
import { test } from 'node:test';
import ts from 'typescript';
import { inRepository } from '../support/repository.js';

/** The compiler's messages for code in memory, a line each. */
function complaints(code: string): string[] {
  const file = inRepository('test/unit/code-of-a-user.ts');
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (name) => name === file || disk.fileExists(name),
    readFile: (name) => (name === file ? code : disk.readFile(name)),
    getSourceFile: (name, target) =>
      name === file ? ts.createSourceFile(name, code, target) : disk.getSourceFile(name, target),
  };
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('the compiler shows parameters and results of clients and caches by type name', () => {
  const head = `
    import type { Cached, Condition, ResourceClient, TypeMeta, ObjectMeta } from '@vmgen/runtime';
import type { StrategicMergePatch } from '@vmgen/runtime/meta';
    interface CacheSpec { size: number; tags?: string[] }
    interface CacheStatus { conditions?: Condition[] }
    interface Cache extends TypeMeta { metadata: ObjectMeta; spec: CacheSpec; status?: CacheStatus }
    declare const cached: Cached<Cache, 'Namespaced'>;
    declare const client: ResourceClient<Cache, 'Namespaced'>;
    const owner = { fieldManager: 'me' };
  `;
  const said = (line: string): string => complaints(head + line).join('\n');
  assert.equal(said(''), '');
  assert.match(said('cached.spec.sice;'), /on type 'DeepReadonlyFields<CacheSpec>'/);
  assert.match(
    said('cached.nothing;'),
    /on type 'DeepReadonlyFields<Persisted<Cache, "Namespaced">>'/,
  );
  assert.match(
    said("void client.create({ metadata: { name: 'a' } });"),
    /required in type 'DeepReadonlyFields<Cache>'/,
  );
  assert.match(
    said("void client.apply({ metadata: { name: 'a' }, spec: { sice: 1 } }, owner);"),
    /exist in type 'DeepReadonlyFields<DeepPartialFields<CacheSpec>>'/,
  );
  assert.match(
    said("void client.mergePatch('a', { spec: { sice: 1 } });"),
    /exist in type 'MergePatchFields<CacheSpec>'/,
  );
  assert.match(
    said('export const patch: StrategicMergePatch<Cache> = { spec: { sice: 1 } };'),
    /exist in type 'StrategicMergePatchFields<CacheSpec>'/,
  );
});

test("the type of a namespaced kind's client without a namespace has only list and watch", () => {
  const head = `
    import { createResourceClient, type Transport } from '@vmgen/runtime';
import { leaseResource, namespaceResource } from '@vmgen/runtime/api';
    declare const transport: Transport;
    declare const configured: string | undefined;
    const everywhere = createResourceClient(transport, leaseResource);
    const perhaps = createResourceClient(transport, leaseResource, { namespace: configured });
    const inOne = createResourceClient(transport, leaseResource, { namespace: 'default' });
    const ofCluster = createResourceClient(transport, namespaceResource);
  `;
  const said = (line: string): string => complaints(head + line).join('\n');
  const right =
    "void inOne.get('a'); void ofCluster.get('a'); everywhere.watch(); void perhaps.list();";
  assert.equal(said(right), '');
  const verbs = ['get', 'find', 'create', 'update', 'mergePatch', 'delete', 'deleteCollection'];
  const wrong = verbs.flatMap((verb) => [`everywhere.${verb};`, `perhaps.${verb};`]);
  assert.deepEqual(
    said(wrong.join('')).split('\n'),
    verbs.flatMap((verb) => {
      const missing = `Property '${verb}' does not exist on type 'ListWatchClient<Lease, "Namespaced">'.`;
      return [missing, missing];
    }),
  );
});
