import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInRange, type Version, versionOf } from './version-range.js';

const CASES: readonly [range: string, accepted: string, rejected: string][] = [
  ['>=20.19', '20.19.0 20.19.5 24.0.0', '20.18.9 18.20.0'],
  ['>= 20.19 < 27', '20.19.0 26.9.9', '27.0.0 20.0.0'],
  ['^6.0.3', '6.0.3 6.9.0', '6.0.2 7.0.0'],
  ['^0.1.0', '0.1.0 0.1.9', '0.2.0 0.0.9'],
  ['^0.0.3', '0.0.3', '0.0.4'],
  ['^0', '0.0.0 0.9.0', '1.0.0'],
  ['~5.9.2', '5.9.2 5.9.9', '5.10.0 5.9.1'],
  ['~5', '5.0.0 5.9.9', '6.0.0'],
  ['5.4', '5.4.0 5.4.9', '5.5.0 5.3.9'],
  ['20.x || 22.* || >=24', '20.1.0 22.3.0 25.0.0', '21.0.0 23.9.9'],
  ['>5.4 <=5.8', '5.5.0 5.8.9', '5.4.9 5.9.0'],
  ['18.0.0 - 20', '18.0.0 20.9.0', '17.9.9 21.0.0'],
  ['=1.2.3', '1.2.3', '1.2.4'],
  ['v1.2.3-rc.1', '1.2.3', '1.2.4'],
  ['*', '0.0.0 9.9.9', ''],
  ['', '1.0.0', ''],
];

const versions = (text: string): Version[] =>
  text
    .split(' ')
    .filter((each) => each !== '')
    .map((each) => versionOf(each) ?? assert.fail(each));

for (const [range, accepted, rejected] of CASES) {
  test(`the range ${JSON.stringify(range)} accepts ${accepted}, and not ${rejected}`, () => {
    for (const version of versions(accepted)) assert.equal(isInRange(version, range), true);
    for (const version of versions(rejected)) assert.equal(isInRange(version, range), false);
  });
}

test('tags, URLs and files are not ranges', () => {
  for (const text of [
    'latest',
    'file:packages/a.tgz',
    'workspace:^',
    'git+https://a.example/b',
    '1.2.3.4',
  ]) {
    assert.equal(isInRange([1, 0, 0], text), undefined, text);
  }
  for (const text of ['1.2', 'latest', '', '1.2.3.4']) assert.equal(versionOf(text), undefined);
});
