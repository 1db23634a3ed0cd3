import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strictProgram } from '@vmgen/fixtures/generator/strict-problems';
import { typescript } from '@vmgen/fixtures/generator/typescript';
import { inRepository } from '../support/repository.js';

/** The compiler's messages about each of the lines below the head, in one program. */
function complaintsOf(head: string, lines: readonly string[]): string[][] {
  const path = inRepository('test/unit/code-of-a-user.ts');
  const program = strictProgram(new Map([[path, [head, ...lines].join('\n')]]), {
    exactOptionalPropertyTypes: false,
    noUncheckedIndexedAccess: false,
    verbatimModuleSyntax: false,
  });
  const source = program.getSourceFile(path);
  const messages: string[][] = [[], ...lines.map(() => [])];
  const first = head.split('\n').length;
  for (const { start, messageText } of typescript.getPreEmitDiagnostics(program, source)) {
    const line = source?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0;
    const text = typescript.flattenDiagnosticMessageText(messageText, '\n');
    messages[Math.max(0, line - first + 1)]?.push(text);
  }
  return messages;
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
  const expected: readonly (readonly [line: string, message: RegExp])[] = [
    ['cached.spec.sice;', /on type 'DeepReadonlyFields<CacheSpec>'/],
    ['cached.nothing;', /on type 'DeepReadonlyFields<Persisted<Cache, "Namespaced">>'/],
    [
      "void client.create({ metadata: { name: 'a' } });",
      /required in type 'DeepReadonlyFields<Cache>'/,
    ],
    [
      "void client.apply({ metadata: { name: 'a' }, spec: { sice: 1 } }, owner);",
      /exist in type 'DeepReadonlyFields<DeepPartialFields<CacheSpec>>'/,
    ],
    [
      "void client.mergePatch('a', { spec: { sice: 1 } });",
      /exist in type 'MergePatchFields<CacheSpec>'/,
    ],
    [
      'export const patch: StrategicMergePatch<Cache> = { spec: { sice: 1 } };',
      /exist in type 'StrategicMergePatchFields<CacheSpec>'/,
    ],
  ];
  const [ofHead, ...complaints] = complaintsOf(
    head,
    expected.map(([line]) => line),
  );
  assert.deepEqual(ofHead, []);
  for (const [index, [, message]] of expected.entries()) {
    assert.match(complaints[index]?.join('\n') ?? '', message);
  }
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
  const right =
    "void inOne.get('a'); void ofCluster.get('a'); everywhere.watch(); void perhaps.list();";
  const verbs = ['get', 'find', 'create', 'update', 'mergePatch', 'delete', 'deleteCollection'];
  const wrong = verbs.flatMap((verb) => [`everywhere.${verb};`, `perhaps.${verb};`]);
  assert.deepEqual(complaintsOf(head, [right, ...wrong]), [
    [],
    [],
    ...verbs.flatMap((verb) => {
      const missing = `Property '${verb}' does not exist on type 'ListWatchClient<Lease, "Namespaced">'.`;
      return [[missing], [missing]];
    }),
  ]);
});
