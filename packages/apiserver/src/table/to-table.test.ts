import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '@vmgen/runtime';
import { customResource, namespaces } from '../discovery/resources.test.fixture.js';
import type { JsonObject } from '@vmgen/base/json';
import { columnCell } from './table-columns.js';
import { negotiateRepresentation } from './negotiate-representation.js';
import { represent } from './represent.js';
import { requestWork } from '../request/request-work.js';
import { toTable, type TableOptions } from './to-table.js';

const now = Date.parse('2026-01-01T01:00:00Z');
const work = requestWork();
const options: TableOptions = { includeObject: 'None', now, work };
const metadata = { name: 'w1', resourceVersion: '7', creationTimestamp: '2026-01-01T00:54:30Z' };
const widget: JsonObject = { metadata, status: { cpu: 0.10977787071142493 } };

function rowsOf(table: JsonObject): JsonObject[] {
  return table['rows'] as JsonObject[];
}

function columnNames(table: JsonObject): unknown[] {
  return (table['columnDefinitions'] as JsonObject[]).map((column) => column['name']);
}

describe('a table', () => {
  test('has a name and an age if the CRD specifies no columns', () => {
    const table = toTable(customResource(), widget, 'v1', options);
    assert.deepEqual(columnNames(table), ['Name', 'Age']);
    assert.deepEqual(rowsOf(table), [{ cells: ['w1', '5m30s'], object: null }]);
    assert.deepEqual(table['metadata'], { resourceVersion: '7' });
  });

  test("has the values of the CRD's columns", () => {
    const columns = [
      { name: 'CPU', type: 'number', jsonPath: '.status.cpu', priority: 1 },
      { name: 'Broken', type: 'string', jsonPath: '.status.cpu[0]', description: '' },
    ];
    const table = toTable(customResource({ columns }), widget, 'v1', options);
    assert.deepEqual(rowsOf(table)[0]?.['cells'], ['w1', 0.10977787071142493, null]);
    const definitions = table['columnDefinitions'] as JsonObject[];
    assert.deepEqual(definitions[1], {
      name: 'CPU',
      type: 'number',
      format: '',
      description: 'Custom resource definition column (in JSONPath format): .status.cpu',
      priority: 1,
    });
    assert.equal(
      definitions[2]?.['description'],
      'Custom resource definition column (in JSONPath format): .status.cpu[0]',
    );
  });

  test("of a list has a row for each item, and the list's metadata", () => {
    const list = {
      kind: 'WidgetList',
      metadata: { resourceVersion: '9', continue: '', remainingItemCount: 3 },
      items: [widget, widget],
    };
    const table = toTable(customResource(), list, 'v1', options);
    assert.equal(rowsOf(table).length, 2);
    assert.deepEqual(table['metadata'], { resourceVersion: '9', remainingItemCount: 3 });
  });

  test('includes metadata or whole objects as requested', () => {
    const withMetadata = toTable(customResource(), widget, 'v1', { now, work });
    assert.deepEqual(rowsOf(withMetadata)[0]?.['object'], {
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata,
    });
    const whole = toTable(customResource(), widget, 'v1', { ...options, includeObject: 'Object' });
    assert.equal(rowsOf(whole)[0]?.['object'], widget);
  });

  test('omits the column definitions in later events of a watch', () => {
    const table = toTable(customResource(), widget, 'v1', { ...options, withColumns: false });
    assert.equal(table['columnDefinitions'], null);
    assert.equal(rowsOf(table).length, 1);
  });

  test('of a bookmark has one empty row', () => {
    const table = toTable(customResource(), { metadata: { resourceVersion: '8' } }, 'v1', options);
    assert.deepEqual(rowsOf(table), [{ cells: ['', null], object: null }]);
  });

  test("of namespaces and events has kube-apiserver's columns", () => {
    const namespace = { metadata, status: { phase: 'Active' } };
    assert.deepEqual(rowsOf(toTable(namespaces, namespace, 'v1', options))[0]?.['cells'], [
      'w1',
      'Active',
      '5m30s',
    ]);
    const event = {
      metadata: { name: 'e1' },
      regarding: { kind: 'VirtualMachine', name: 'test-vm' },
      reason: 'Started',
      note: ' it runs ',
      type: 'Normal',
      eventTime: '2026-01-01T00:00:00.000000Z',
      reportingController: 'ctrl',
      reportingInstance: 'i-1',
      series: { count: 4, lastObservedTime: '2026-01-01T00:59:00.000000Z' },
    };
    const events = customResource({ group: 'events.k8s.io', kind: 'Event' });
    assert.deepEqual(rowsOf(toTable(events, event, 'v1', options))[0]?.['cells'], [
      '60s',
      'Normal',
      'Started',
      'virtualmachine/test-vm',
      '',
      'ctrl, i-1',
      'it runs',
      '60m',
      4,
      'e1',
    ]);
  });
});

test("sets a cell to null if the value does not have the column's type", () => {
  const cell = (type: string, value: JsonObject[string]) => columnCell(type, [value], now);
  assert.equal(cell('integer', 5.5), 5);
  assert.equal(cell('integer', '7'), null);
  assert.equal(cell('integer', 9007199254740993n), 9007199254740993n);
  assert.equal(cell('number', 'x'), null);
  assert.equal(cell('boolean', 'true'), null);
  assert.equal(cell('date', 'notadate'), '<invalid>');
  assert.equal(cell('date', 5), null);
});

test('formats values in string cells as Go does', () => {
  const text = (value: JsonObject[string]) => columnCell('string', [value], now);
  assert.equal(text(true), 'true');
  assert.equal(text(1234567), '1234567');
  assert.equal(text(123456.5), '123456.5');
  assert.equal(text(1234567.5), '1.2345675e+06');
  assert.equal(text(0.00001), '1e-05');
  assert.equal(text(1e20), '1e+20');
  assert.equal(text({ z: 1.5, c: 'a\nb<' }), '{"c":"a\\nb\\u003c","z":1.5}');
});

describe('the representation', () => {
  const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

  test('is the first supported one', () => {
    const cases: [string | undefined, object | undefined][] = [
      [undefined, { mediaType: 'application/json', version: 'v1' }],
      ['*/*', { mediaType: 'application/json', version: 'v1' }],
      [
        'application/vnd.kubernetes.protobuf,application/json',
        { mediaType: 'application/json', version: 'v1' },
      ],
      [
        'application/json;q=0.1, application/yaml',
        { mediaType: 'application/yaml', version: 'v1' },
      ],
      [`${TABLE},application/json`, { mediaType: 'application/json', as: 'Table', version: 'v1' }],
      [TABLE.replace('v=v1', 'v=v2'), undefined],
      ['text/html', undefined],
      ['application/vnd.kubernetes.protobuf', undefined],
    ];
    for (const [accept, expected] of cases) {
      assert.deepEqual(negotiateRepresentation(accept), expected, accept);
    }
  });

  test('of metadata distinguishes objects and lists', () => {
    const list = { kind: 'WidgetList', metadata: { resourceVersion: '9' }, items: [widget] };
    const partialList = {
      mediaType: 'application/json',
      as: 'PartialObjectMetadataList',
      version: 'v1',
    } as const;
    assert.deepEqual(represent(customResource(), list, partialList, { now, work }), {
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: '9' },
      items: [{ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata }],
    });
    assert.throws(
      () => represent(customResource(), widget, partialList, { now, work }),
      (error: unknown) => error instanceof ApiError && error.statusCode === 500,
    );
    const builtIn = customResource({ isCustom: false });
    assert.throws(
      () => represent(builtIn, widget, partialList, { now, work }),
      (error: unknown) => error instanceof ApiError && error.statusCode === 406,
    );
  });

  test('of metadata has null for a list without items', () => {
    const list = { metadata: { continue: '', resourceVersion: '9' }, items: [] };
    const partial = { mediaType: 'application/json', as: 'PartialObjectMetadataList' } as const;
    const shown = represent(customResource(), list, { ...partial, version: 'v1' }, { now, work });
    assert.deepEqual(shown, {
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: '9' },
      items: null,
    });
  });

  test('does not change a Status', () => {
    const status = { kind: 'Status', code: 410 };
    const asTable = { mediaType: 'application/json', as: 'Table', version: 'v1' } as const;
    assert.equal(represent(customResource(), status, asTable, { now, work }), status);
  });
});
