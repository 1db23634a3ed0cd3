import type { JsonObject, JsonValue } from '@vmgen/base/json';
import type { JSONSchemaProps, ValidationRule } from '@vmgen/base/schema';
import { baseSchema, withRules } from './base-schema.test.data.js';

/** A schema and a new `spec`, or an update if `old` is set. */
export interface ObjectCase {
  readonly name: string;
  readonly schema: JSONSchemaProps;
  readonly spec: JsonValue;
  readonly old?: JsonValue;
}

type Row = readonly [rule: string | ValidationRule, spec: JsonObject, old?: JsonObject];

const rows: readonly Row[] = [
  // comparisons and arithmetic
  ['self.a > 1', { a: 2 }],
  ['self.a > 1', { a: 1 }],
  ['self.a > 1', {}],
  ['self.a / self.b == 2', { a: 1, b: 0 }],
  ['self.a % self.b == 2', { a: 1, b: 0 }],
  ['self.a + self.b > 0', { a: 9223372036854775807n, b: 1 }],
  ['self.a - self.b > 0', { a: -9223372036854775808n, b: 1 }],
  ['self.a * 2 > 0', { a: 9223372036854775807n }],
  ['-self.a > 0', { a: -9223372036854775808n }],
  ['self.a / 2 == -3 && self.a % 2 == -1', { a: -7 }],
  ['self.d / 0.0 > 1.0', { d: 1.5 }],
  ['self.d == 1.5 && self.d < 2 && self.d >= self.a', { d: 1.5, a: 1 }],
  ['self.s < self.s2', { s: 'Z', s2: 'a' }],
  ['self.s < self.s2', { s: '\u{1f600}', s2: '\ufffd' }],
  ['self.bo == (self.a == 1)', { bo: true, a: 2 }],
  ['self.bo < true', { bo: false }],
  // ignored errors
  ['self.a == 1 || self.b / 0 == 1', { a: 1 }],
  ['self.b / 0 == 1 || self.a == 1', { a: 1 }],
  ['self.b / 0 == 1 && self.a == 1', { a: 2 }],
  ['self.b / 0 == 1 && self.a == 1', { a: 1 }],
  ['self.li.all(x, 6 / x > 0)', { li: [0, -1] }],
  ['self.li.all(x, 6 / x > 0)', { li: [0, 1] }],
  ['self.li.exists(x, 6 / x == 3)', { li: [0, 2] }],
  ['self.li.exists_one(x, 6 / x == 3)', { li: [0, 2] }],
  ['self.li.map(x, 6 / x).size() > 0', { li: [0, 2] }],
  // presence
  ['has(self.o.x)', { o: {} }],
  ['has(self.o.x)', {}],
  ['self.o.x > 1', { o: {} }],
  ['self.o.x > 1', {}],
  ['has(self.nul)', { nul: null }],
  ['!has(self.nul) || self.nul == "a"', { nul: 'b' }],
  ['self.m.key == "v"', { m: { other: 'v' } }],
  ['self.m["key"] == "v"', { m: { key: 'w' } }],
  ['"key" in self.m', { m: { other: 'v' } }],
  ['self.l[1] == "a"', { l: ['a'] }],
  ['self.l[-1] == "a"', { l: ['a'] }],
  ['self.l[self.a] == "a"', { l: ['a'], a: 7 }],
  ['self.?o.x.orValue(3) == 4', {}],
  ['self.?o.x.orValue(3) == 4', { o: { x: 4 } }],
  ['self.?o.?x.value() == 4', {}],
  ['self.l[?3].orValue("none") == "some"', { l: ['a'] }],
  ['self.m[?"k"].optMap(v, v.size()).orValue(0) == 2', { m: { k: 'v' } }],
  ['self.?o.optFlatMap(o, o.?x).orValue(7) == 6', { o: {} }],
  ['optional.none().value() == 1', {}],
  ['optional.ofNonZeroValue(self.a).hasValue()', { a: 0 }],
  // identifiers
  [
    'self.da__dash__sh + self.do__dot__t + self.sl__slash__ash + self.un__underscores__der == 10',
    { 'da-sh': 1, 'do.t': 2, 'sl/ash': 3, un__der: 4 },
  ],
  ['self.__namespace__ == "x"', { namespace: 'y' }],
  ['self.da__dash__sh > 1', {}],
  // lists and maps
  [
    'self.li.sum() == 6 && self.li.max() == 3 && self.li.min() == 1 && self.li.isSorted()',
    { li: [1, 2, 3] },
  ],
  ['self.li.max() == 3', { li: [] }],
  ['self.l.isSorted()', { l: ['b', 'a'] }],
  [
    'self.l.indexOf("b") == 1 && self.l.lastIndexOf("b") == 2 && self.l.indexOf("z") == -1',
    { l: ['a', 'b', 'b'] },
  ],
  ['self.li.slice(1, 5).size() == 1', { li: [1, 2, 3] }],
  ['self.li.slice(self.a, 1).size() == 1', { li: [1, 2, 3], a: 2 }],
  ['self.ll.flatten() == [1, 2, 3]', { ll: [[1], [2, 3]] }],
  [
    'self.lm.sortBy(e, e.v).map(e, e.k) == ["b", "a"]',
    {
      lm: [
        { k: 'a', v: 2 },
        { k: 'b', v: 1 },
      ],
    },
  ],
  ['self.li.distinct() == [1, 2] && self.li.reverse() == [2, 1, 1]', { li: [1, 1, 2] }],
  ['self.mi.transformMap(k, v, v * 2) == {"a": 2, "b": 4}', { mi: { a: 1, b: 2 } }],
  ['self.mi.transformMapEntry(k, v, {v: k}).size() == 2', { mi: { a: 1, b: 1 } }],
  ['self.li.transformList(i, v, i * v) == [0, 2, 6]', { li: [1, 2, 3] }],
  ['self.mi.all(k, v, v > 0)', { mi: { a: 0 } }],
  ['sets.contains(self.l, ["a"]) && sets.intersects(self.l, ["z"])', { l: ['a', 'b'] }],
  ['sets.equivalent(self.l, ["b", "a", "a"])', { l: ['a', 'b'] }],
  ['self.set == self.l', { set: ['a', 'b'], l: ['b', 'a'] }],
  ['self.set + self.l == ["a", "b", "c"]', { set: ['a', 'b'], l: ['b', 'c'] }],
  ['self.l + self.l == ["a", "a"]', { l: ['a'] }],
  [
    'self.lm[0] == self.lm[1]',
    {
      lm: [
        { k: 'a', v: 1 },
        { k: 'b', v: 1 },
      ],
    },
  ],
  ['self.o == oldSelf.o', { o: { x: 1 } }, { o: { x: 1, y: 'a' } }],
  ['self.l == ["a", "b"] && self.m == {"k": "v"}', { l: ['a', 'b'], m: { k: 'v' } }],
  ['self.mi == {"a": 1}', { mi: { a: 2 } }],
  ['self.l.first().value() == "a" && self.l.last().value() == "c"', { l: ['a', 'b'] }],
  ['self.l.join(",") == "a,b" && self.l.join() == "ab"', { l: ['a', 'b'] }],
  ['self.l.filter(x, x > "a").size() == 3', { l: ['a', 'b', 'c'] }],
  // strings
  ['self.s.size() == 2 && self.s.charAt(1) == "é"', { s: '\u{1f600}é' }],
  ['self.s.charAt(9) == "a"', { s: 'abc' }],
  ['self.s.substring(2, 1) == "a"', { s: 'abc' }],
  ['self.s.substring(9) == "a"', { s: 'abc' }],
  ['self.s.split(",", 2) == ["a", "b,c"] && self.s.split("").size() == 5', { s: 'a,b,c' }],
  ['self.s.replace("a", "b", 1) == "ba" && self.s.replace("", "-") == "-a-a-"', { s: 'aa' }],
  ['self.s.indexOf("a", 1) == 1 && self.s.lastIndexOf("a", 0) == 0', { s: 'aa' }],
  ['self.s.indexOf("a", -1) == 1', { s: 'aa' }],
  ['self.s.trim() == "a" && self.s.upperAscii() == " A "', { s: ' a ' }],
  ['self.s.matches("^[a-z]+$")', { s: 'ab1' }],
  ['self.s.matches(self.s2)', { s: 'a', s2: '(' }],
  ['self.s.find("[0-9]+") == "12" && self.s.findAll("[0-9]") == ["1", "2"]', { s: 'a12' }],
  ['self.s.findAll("[0-9]*", 2) == ["", "12"]', { s: 'a12' }],
  ['self.s.find(self.s2) == ""', { s: 'a', s2: '[' }],
  ['strings.quote(self.s) == "\\"a\\\\n\\""', { s: 'a\n' }],
  [
    '"%s|%d|%x|%b|%o".format([self.s, self.a, self.a, self.a, self.a]) == self.s',
    { s: 'x', a: 255 },
  ],
  ['int(self.s) == 12 && double(self.s) == 12.0 && uint(self.s) == 12u', { s: '12' }],
  ['int(self.s) == 12', { s: 'x' }],
  ['bool(self.s)', { s: 'maybe' }],
  ['string(self.d) == "1e+21" || string(self.d) == "0.1"', { d: 0.1 }],
  ['bytes(self.s) == b"\\xc3\\xa9" && string(bytes(self.s)) == self.s', { s: 'é' }],
  ['self.by == b"abc" && self.by.size() == 3', { by: 'YWJj' }],
  // dynamic values
  ['self.ios > 3', { ios: 5 }],
  ['self.ios > 3', { ios: 'a' }],
  ['self.ios.endsWith("%")', { ios: 5 }],
  ['self.ios.endsWith("%")', { ios: '5%' }],
  ['self.ios == 5 || self.ios == "5"', { ios: '5' }],
  ['type(self.ios) == string', { ios: 5 }],
  ['self.ios + 1 == 6', { ios: 'a' }],
  ['size(self.ios) == 1', { ios: 5 }],
  ['self.ios.x == 1', { ios: 5 }],
  ['string(self.ios) == "5" && int(self.ios) == 5', { ios: 5 }],
  ['self.ios ? true : false', { ios: 5 }],
  ['!self.ios', { ios: 5 }],
  ['dyn(self.a) == 1.0 && dyn(self.a) in [1.0, 2.0]', { a: 1 }],
  // times
  ['self.t < self.t2', { t: '2020-01-01T00:00:00Z', t2: '2020-01-01T00:30:00+01:00' }],
  [
    'self.t2 - self.t == duration("24h")',
    { t: '2020-01-01T00:00:00Z', t2: '2020-01-02T00:00:00Z' },
  ],
  ['self.t + duration("1h") == timestamp("2020-01-01T01:00:00Z")', { t: '2020-01-01T00:00:00Z' }],
  [
    'self.t.getFullYear() == 2020 && self.t.getMonth() == 1 && self.t.getDate() == 29 && self.t.getDayOfMonth() == 28',
    { t: '2020-02-29T12:13:14.015Z' },
  ],
  [
    'self.t.getDayOfWeek() == 6 && self.t.getDayOfYear() == 59 && self.t.getHours() == 12 && self.t.getMilliseconds() == 15',
    { t: '2020-02-29T12:13:14.015Z' },
  ],
  [
    'self.t.getHours("America/New_York") == 7 && self.t.getMinutes("+05:30") == 43',
    { t: '2020-02-29T12:13:14.015Z' },
  ],
  ['self.t.getHours("Nowhere/At_All") == 7', { t: '2020-02-29T12:13:14.015Z' }],
  ['string(self.t) == "x"', { t: '2020-02-29T12:13:14.5+02:00' }],
  ['self.day == timestamp("2020-01-02T00:00:00Z")', { day: '2020-01-02' }],
  ['self.du > duration("1h") && self.du.getMinutes() == 90', { du: '1h30m' }],
  ['string(self.du) == "5400s" && int(self.du) == 5400000000000', { du: '1h30m' }],
  ['self.du + self.du2 == duration("2m")', { du: '1m', du2: '60s' }],
  [
    'timestamp(self.a) == timestamp("1970-01-01T00:00:05Z") && int(timestamp(self.a)) == 5',
    { a: 5 },
  ],
  // libraries
  ['quantity(self.s).isGreaterThan(quantity("1Gi"))', { s: '1500Mi' }],
  ['quantity(self.s).isLessThan(quantity("1"))', { s: 'x' }],
  ['quantity(self.s).asInteger() == 1', { s: '1500m' }],
  ['quantity(self.s).add(1).sub(quantity("500m")).compareTo(quantity("2")) == 0', { s: '1500m' }],
  ['isQuantity(self.s) && quantity(self.s).asApproximateFloat() == 1.5', { s: '1500m' }],
  ['ip(self.s).family() == 4', { s: '1.2.3' }],
  ['ip(self.s).isLoopback() && ip.isCanonical(self.s)', { s: '::1' }],
  ['ip.isCanonical(self.s)', { s: '2001:db8:0:0::1' }],
  ['isIP(self.s)', { s: '::ffff:1.2.3.4' }],
  ['ip(self.s).isGlobalUnicast()', { s: '::ffff:1.2.3.4' }],
  ['cidr("10.0.0.0/8").containsIP(self.s)', { s: '10.2.3.4' }],
  ['cidr("10.0.0.0/8").containsIP(self.s)', { s: 'nope' }],
  ['cidr(self.s).prefixLength() == 33', { s: '10.0.0.0/33' }],
  [
    'cidr(self.s).masked() == cidr("10.0.0.0/8") && string(cidr(self.s).ip()) == "10.1.2.3"',
    { s: '10.1.2.3/8' },
  ],
  ['cidr("10.0.0.0/8").containsCIDR(self.s)', { s: '10.1.0.0/16' }],
  ['url(self.s).getHost() == "h:80" && url(self.s).getPort() == "80"', { s: 'https://h:80/p?q=1' }],
  ['url(self.s).getScheme() == "x"', { s: '../x' }],
  [
    'url(self.s).getEscapedPath() == "/a%20b" && url(self.s).getQuery()["q"] == ["1"]',
    { s: 'http://h/a b?q=1' },
  ],
  ['semver(self.s).isGreaterThan(semver("1.2.3-alpha"))', { s: '1.2.3-alpha.1' }],
  ['semver(self.s).major() == 1', { s: '01.2.3' }],
  ['semver(self.s, true).minor() == 2 && !isSemver(self.s)', { s: 'v1.2' }],
  ['!format.dns1123Label().validate(self.s).hasValue()', { s: 'Ab' }],
  [
    {
      rule: '!format.dns1123Label().validate(self.s).hasValue()',
      messageExpression: 'format.dns1123Label().validate(self.s).value()[0]',
    },
    { s: 'A.b' },
  ],
  [
    '"%f|%.2f|%e|%.1e".format([self.d, self.d, self.d, self.d]) == self.s',
    { d: 1234567.891, s: 'x' },
  ],
  // messages, reasons and paths
  [{ rule: 'self.a > 1', message: 'a must be above 1' }, { a: 1 }],
  [{ rule: 'self.a > 1', message: ' padded ' }, { a: 1 }],
  [{ rule: 'self.a > 1', messageExpression: '"a is %d".format([self.a])' }, { a: 1 }],
  [
    { rule: 'self.a > 1', message: 'fallback', messageExpression: 'string(1 / (self.a - 1))' },
    { a: 1 },
  ],
  [{ rule: 'self.a > 1', message: 'fallback', messageExpression: '"  "' }, { a: 1 }],
  [{ rule: 'self.a > 1', messageExpression: '"a\\nb"' }, { a: 1 }],
  [{ rule: 'self.a > 1', message: 'm', reason: 'FieldValueForbidden', fieldPath: '.a' }, { a: 1 }],
  [{ rule: 'self.a > 1', message: 'm', reason: 'FieldValueRequired', fieldPath: '.o.x' }, { a: 1 }],
  [{ rule: 'self.a > 1', message: 'm', reason: 'FieldValueDuplicate' }, { a: 1 }],
  [
    { rule: 'self.a > 1', message: 'm', reason: 'FieldValueInvalid', fieldPath: ".m['x.y']" },
    { a: 1 },
  ],
  [{ rule: 'self.o.x > 1', message: 'needs x' }, { o: {} }],
  ['  self.a > 1  ', { a: 1 }],
  [
    {
      rule: 'self.a > 1',
      messageExpression: '"%f|%.2f|%e|%.1e|%f".format([self.d, self.d, self.d, 0.00012, 5.0])',
    },
    { a: 1, d: 1234567.891 },
  ],
  [
    {
      rule: 'self.a > 1',
      messageExpression: '"%s|%s|%s|%s".format([self.d, self.li, self.m, self.t])',
    },
    { a: 1, d: 0.1, li: [1, 2], m: { b: 'x"', a: 'y' }, t: '2020-02-29T12:13:14.5+02:00' },
  ],
  [
    {
      rule: 'self.a > 1',
      messageExpression:
        '"%s|%s|%s|%s".format([[1.5, 2.0], self.du, [self.du, self.du2], [self.t]])',
    },
    { a: 1, du: '1h30m', du2: '1.5s', t: '2020-02-29T12:13:14Z' },
  ],
  [
    {
      rule: 'self.a > 1',
      messageExpression: '"%s|%s|%s|%s|%s".format([type(self.a), null, true, b"ab", {1: "x"}])',
    },
    { a: 1 },
  ],
  [
    {
      rule: 'self.a > 1',
      messageExpression:
        '"%x|%X|%x|%b|%o|%d|%s".format([self.a, 255, "hi", self.a, self.a, 7u, 3u])',
    },
    { a: -10 },
  ],
  [
    {
      rule: 'self.a > 1',
      messageExpression:
        '"%s|%s|%s|%s|%s|%s".format([string(100000.0), string(123456789.0), string(1e20), string(1e21), string(0.00001), string(-0.0), ])',
    },
    { a: 1 },
  ],
  [
    {
      rule: 'self.a > 1',
      messageExpression: '"%s|%s|%s".format([string(self.t), string(self.du), string(self.by)])',
    },
    { a: 1, t: '2020-02-29T12:13:14.5+02:00', du: '1h0.5s', by: 'YWJj' },
  ],
  [
    { rule: 'self.a > 1', messageExpression: '"%s".format([self.s.findAll("[a-z]*")])' },
    { a: 1, s: 'ab1c' },
  ],
  [
    {
      rule: 'self.a > 1',
      messageExpression:
        '"%s|%s|%s".format([self.s.split(""), self.s.replace("", "_", 2), self.s.split("x", 0)])',
    },
    { a: 1, s: 'aéb' },
  ],
  [
    {
      rule: 'self.a > 1',
      messageExpression:
        '"%s|%s|%s|%s".format([url(self.long).getHostname(), url(self.long).getPort(), url(self.long).getEscapedPath(), url(self.long).getQuery()])',
    },
    { a: 1, long: 'http://[::1]:8/a%2Fb?x=1+2&y' },
  ],
  // updates
  ['self.a >= oldSelf.a', { a: 1 }, { a: 2 }],
  ['self.a >= oldSelf.a', { a: 3 }, { a: 2 }],
  ['self.a >= oldSelf.a', { a: 1 }],
  ['has(self.s) == has(oldSelf.s)', { a: 1 }, { s: 'x', a: 1 }],
  ['self == oldSelf', { a: 1, unk: { x: 1 } }, { a: 1, unk: { x: 2 } }],
  [{ rule: 'oldSelf.hasValue() || self.a == 5', optionalOldSelf: true }, { a: 1 }],
  [
    { rule: '!oldSelf.hasValue() || oldSelf.value().a < self.a', optionalOldSelf: true },
    { a: 1 },
    { a: 2 },
  ],
  [{ rule: 'oldSelf.?a.orValue(0) < self.a', optionalOldSelf: true }, { a: 1 }, { a: 2 }],
  [
    { rule: 'self.a >= oldSelf.a', messageExpression: '"was %d".format([oldSelf.a])' },
    { a: 1 },
    { a: 2 },
  ],
  [
    {
      rule: 'self.lm.all(e, !oldSelf.lm.exists(o, o.k == e.k && o.v > e.v))',
      message: 'no v may shrink',
    },
    { lm: [{ k: 'a', v: 1 }] },
    { lm: [{ k: 'a', v: 2 }] },
  ],
  // reserved words after a dot
  ['self.namespace == "x" && self.__namespace__ == "x"', { namespace: 'x' }],
  // durations in words
  [
    'self.du == duration("72h") && self.du2 == duration("26h3m")',
    { du: '3 days', du2: '1d 2 hours 3min' },
  ],
  ['self.du == duration("336h") && self.du2 == duration("168h")', { du: '2 weeks', du2: '1wk' }],
  ['self.du == duration("504h")', { du: '3 fortnights 3 WEEKS' }],
  // optionals whose field is selected lose information that Go does not have
  [
    '(self.bo ? optional.of(quantity("1024Mi")) : optional.none()).value().isInteger()',
    { bo: true },
  ],
  [
    '(self.bo ? optional.of(quantity("1500m")) : optional.none()).value().isInteger()',
    { bo: true },
  ],
  ['(self.bo ? optional.of(quantity("2e3")) : optional.none()).value().isInteger()', { bo: true }],
  [
    'optional.of(1).optMap(x, quantity("1k").sub(quantity("1k")).add(quantity("1Ki"))).value().isInteger()',
    {},
  ],
  ['[optional.of(ip("::1"))].all(x, x.value().isLoopback())', {}],
  ['[optional.of(ip("::1"))].all(x, x.hasValue())', {}],
  ['[optional.of(ip("::1"))][0].value().isLoopback()', {}],
  ['optional.of(1).optMap(x, cidr("10.0.0.1/8")).value().prefixLength() == 8', {}],
  ['optional.of(1).optMap(x, url("HTTP://u@A:1/b c?d=e")).value().getPort() == "1"', {}],
  ['optional.of(1).optMap(x, semver("1.2.3-a+b")).value().major() == 1', {}],
  ['optional.of(1).optMap(x, format.uuid()).value().validate("a").hasValue()', {}],
  ['optional.of(1).optMap(x, optional.of(x)).value().hasValue()', {}],
  [
    {
      rule: 'false',
      messageExpression:
        '"%s".format([[optional.of(type(1)), optional.of(optional.none())].map(x, x.value())])',
    },
    {},
  ],
  [
    { rule: 'false', messageExpression: '"%s".format([[optional.of(self)].map(x, x.value())])' },
    { t: '2020-01-02T03:04:05Z', by: 'aGk=', d: 1, lm: [{ k: 'a', v: 1 }], 'da-sh': 1 },
  ],
  ['self.?a.optMap(a, self).value().da__dash__sh == 1', { a: 1, 'da-sh': 1 }],
  ['self.?a.optMap(a, self.set).value() == ["b", "a"]', { a: 1, set: ['a', 'b'] }],
  [
    { rule: 'oldSelf.value().t == self.t', optionalOldSelf: true },
    { a: 1, t: '2020-01-02T03:04:05Z' },
    { t: '2020-01-02T03:04:05Z' },
  ],
  [{ rule: 'oldSelf.?da__dash__sh.hasValue()', optionalOldSelf: true }, { a: 1 }, { 'da-sh': 1 }],
  [
    { rule: 'self.set == oldSelf.value().set', optionalOldSelf: true },
    { a: 1, set: ['a', 'b'] },
    { set: ['b', 'a'] },
  ],
  // expressions for which cel-go panics
  ['self.l.distinct() == [] || true', {}],
  ['[self.a].sort().size() == 1', {}],
  ['[1, 0].sortBy(x, 1 / x).size() == 2', {}],
  [{ rule: 'false', messageExpression: '"%s".format([[self.a].sort()])' }, {}],
  // lists of values that cannot be ordered
  ['[dyn(1), dyn([1])].max() == 1', {}],
  ['[dyn([1])].max() == 1', {}],
  ['[dyn([1]), dyn([1])].isSorted()', {}],
  ['[dyn(1), dyn("a"), dyn(2)].max() == 2', {}],
  ['[dyn(null)].min() == 1', {}],
  ['[dyn(1.5), dyn(2)].sum() == 3.5', {}],
  ['dyn([null]).sort() == []', {}],
  ['dyn([1]).flatten() == [1]', {}],
  ['[dyn(1u), dyn(2u)].sum() == 3u', {}],
  // rounding
  ...[
    '"%.2f %.1f %.0f %.0f".format([0.125, 0.25, 0.5, 1.5])',
    '"%.2f %.2f %.3f".format([123456789.125, -0.125, 1.0005])',
    '"%f %.1f".format([1e21, -1.5e22])',
  ].map((messageExpression): Row => [{ rule: 'false', messageExpression }, {}]),
  ['semver("é", true).major() == 1', {}],
  // zero values
  [
    'optional.ofNonZeroValue(self.l).hasValue() && optional.ofNonZeroValue(self.o).hasValue()',
    { l: [], o: {} },
  ],
  ['optional.ofNonZeroValue([]).hasValue() || optional.ofNonZeroValue({}).hasValue()', {}],
  ['optional.ofNonZeroValue(optional.none()).hasValue()', {}],
  // valid and invalid keys
  ['{"a": 1}[dyn(self.t)] == 1', { t: '2020-01-02T03:04:05Z' }],
  ['[1][?dyn(self.l)].hasValue()', { l: ['a'] }],
  ['[1][dyn(self.o)] == 1', { o: {} }],
  ['[1][dyn(quantity("1"))] == 1', {}],
  ['self.m[dyn(optional.of("a"))] == "1"', { m: {} }],
  ['self.l[?dyn(self.nul)].hasValue()', { l: [], nul: null }],
  ['self.l[dyn(self.d)] == "b"', { l: ['a'], d: 1 }],
  ['self.l[dyn(self.d)] == "b"', { l: ['a', 'b'], d: 1 }],
  ['self.l[self.ios] == "b"', { l: ['a'], ios: 'x' }],

  ['url("mailto:a@b").getEscapedPath() == "" && url("/a").getEscapedPath() == "/a"', {}],
  ['self.a % -1 == 0', { a: -9223372036854775808n }],
  ['self.a % -1 == 0', { a: 7 }],
];

const obj = (properties: Record<string, JSONSchemaProps>): JSONSchemaProps => ({
  type: 'object',
  properties,
});
const int: JSONSchemaProps = { type: 'integer' };
const text: JSONSchemaProps = { type: 'string', maxLength: 100 };
const keyed: JSONSchemaProps = {
  type: 'array',
  maxItems: 5,
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['k'],
  items: withRules(
    { ...obj({ k: text, v: withRules(int, 'self > 0') }), required: ['k'] },
    {
      rule: 'self.v >= oldSelf.v',
      message: 'v may not shrink',
    },
  ),
};
const nested = obj({
  i: withRules(int, 'self > 5'),
  n: withRules({ type: 'number' }, 'self > 5.0'),
  s: withRules(text, { rule: 'self == "good"', message: 'be good' }),
  b: withRules({ type: 'boolean' }, 'self'),
  o: withRules(obj({ x: int }), 'self.x > 5'),
  l: withRules(
    { type: 'array', maxItems: 5, items: withRules(int, 'self < 10') },
    'self.size() > 1',
  ),
  m: {
    type: 'object',
    maxProperties: 5,
    additionalProperties: withRules(text, {
      rule: 'self.size() > 1',
      reason: 'FieldValueForbidden',
    }),
  },
  k: keyed,
  p: withRules({ 'x-kubernetes-int-or-string': true }, 'self == 1 || self == "1%"'),
  t: withRules({ type: 'string', format: 'date-time' }, 'self > timestamp("2020-01-01T00:00:00Z")'),
  e: withRules(
    {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
    { rule: 'self.metadata.name.startsWith("x")', message: 'name' },
  ),
  nu: withRules({ ...text, nullable: true }, 'self == "x"'),
  d: withRules(
    obj({ a: withRules({ ...int, default: 3 }, 'self == 3'), b: { ...int, default: 4 } }),
    'self.b == 4 && self.a != 9',
  ),
});

const set = (items: JSONSchemaProps): JSONSchemaProps => ({
  type: 'array',
  maxItems: 5,
  'x-kubernetes-list-type': 'set',
  items,
});
const sets = obj({
  numbers: set({ type: 'number' }),
  fractions: set({ type: 'number' }),
  bytes: set({ type: 'string', format: 'byte', maxLength: 10 }),
  objects: set({ ...obj({ x: int }), 'x-kubernetes-map-type': 'atomic' }),
  refs: {
    type: 'array',
    maxItems: 5,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name', 'namespace'],
    items: { ...obj({ name: text, namespace: text }), required: ['name', 'namespace'] },
  },
  texts: set(text),
  nullable: { type: 'array', maxItems: 5, items: { ...text, nullable: true } },
});

const more: readonly ObjectCase[] = [
  {
    name: 'all scalars refused',
    schema: nested,
    spec: { i: 1, n: 1.5, s: 'bad', b: false, p: 5, t: '2019-01-01T00:00:00Z' },
  },
  { name: 'int-or-string text refused', schema: nested, spec: { p: 'x' } },
  {
    name: 'containers refused',
    schema: nested,
    spec: { o: { x: 1 }, l: [20], m: { k: 'a', 'x.y': 'b' } },
  },
  {
    name: 'all kept',
    schema: nested,
    spec: { i: 6, n: 6, s: 'good', b: true, o: { x: 6 }, l: [1, 2], m: { k: 'aa' } },
  },
  {
    name: 'a list of type map on create',
    schema: nested,
    spec: {
      k: [
        { k: 'a', v: 0 },
        { k: 'b', v: 1 },
      ],
    },
  },
  {
    name: 'a list of type map on update',
    schema: nested,
    spec: {
      k: [
        { k: 'b', v: 1 },
        { k: 'a', v: 1 },
      ],
    },
    old: {
      k: [
        { k: 'a', v: 2 },
        { k: 'b', v: 1 },
      ],
    },
  },
  {
    name: 'a new item in a list of type map',
    schema: nested,
    spec: { k: [{ k: 'c', v: 1 }] },
    old: { k: [{ k: 'a', v: 2 }] },
  },
  {
    name: 'an embedded resource',
    schema: nested,
    spec: { e: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'abc' } } },
  },
  {
    name: 'an embedded resource without a name',
    schema: nested,
    spec: { e: { apiVersion: 'v1', kind: 'Pod', metadata: {} } },
  },
  { name: 'a null where one is allowed', schema: nested, spec: { nu: null } },
  { name: 'defaults are filled in first', schema: nested, spec: { d: {} } },
  { name: 'defaults do not hide what is given', schema: nested, spec: { d: { a: 9 } } },
  {
    name: 'a rule broken before and after',
    schema: nested,
    spec: { i: 1, s: 'other' },
    old: { i: 1, s: 'good' },
  },
  {
    name: 'only unchanged values break rules',
    schema: nested,
    spec: { i: 1, s: 'good' },
    old: { i: 1, s: 'bad' },
  },
  {
    name: 'an unchanged object with a changed neighbour',
    schema: nested,
    spec: { o: { x: 1 }, i: 7 },
    old: { o: { x: 1 }, i: 8 },
  },
  {
    name: 'an object in which another field changed',
    schema: nested,
    spec: { d: { a: 9, b: 5 } },
    old: { d: { a: 9, b: 4 } },
  },
  {
    name: 'unchanged items of an atomic list',
    schema: nested,
    spec: { l: [20, 3], i: 9 },
    old: { l: [20, 3], i: 8 },
  },
  {
    name: 'changed items of an atomic list',
    schema: nested,
    spec: { l: [20, 4] },
    old: { l: [20, 3] },
  },
  {
    name: 'unchanged items of a list of type map',
    schema: nested,
    spec: {
      k: [
        { k: 'a', v: 0 },
        { k: 'b', v: 3 },
      ],
    },
    old: {
      k: [
        { k: 'a', v: 0 },
        { k: 'b', v: 2 },
      ],
    },
  },
  {
    name: 'unchanged entries of a map',
    schema: nested,
    spec: { m: { a: 'x', b: 'yy' } },
    old: { m: { a: 'x', b: 'zz' } },
  },
  {
    name: 'a rule that fails and did not change',
    schema: nested,
    spec: { o: {}, i: 6 },
    old: { o: {}, i: 7 },
  },
  ...[
    'self.numbers == self.numbers',
    'self.fractions == self.fractions',
    '(self.numbers + self.numbers).size() == 4',
    'self.bytes == self.bytes',
    '(self.bytes + self.bytes).size() == 1',
    'self.objects == self.objects',
    'self.refs == self.refs',
    '(self.refs + self.refs).size() == 3',
    'self.texts == self.texts',
    'self.nullable.max() == "b"',
    'self.nullable.isSorted()',
    'self.nullable.join() == "ab"',
  ].map((rule): ObjectCase => ({
    name: `sets: ${rule}`,
    schema: withRules(sets, rule),
    spec: {
      numbers: [1, 2],
      fractions: [0.5, 1.5],
      bytes: ['aGk='],
      objects: [{ x: 1 }],
      refs: [
        { name: 'a', namespace: 'b' },
        { name: 'a', namespace: 'c' },
        { name: 'b', namespace: 'c' },
      ],
      texts: ['a', 'b'],
      nullable: ['a', null, 'b'],
    },
  })),
  ...(['string', 'integer', 'number', 'boolean'] as const).flatMap((type) =>
    [1, 1.5, true, 'a', [], {}].map((value): ObjectCase => ({
      name: `${JSON.stringify(value)} from before the type was ${type}`,
      schema: obj({ p: withRules(obj({ x: { type } }), 'type(self.x) == null_type') }),
      spec: { p: { x: value } },
      old: { p: { x: value } },
    })),
  ),
  {
    name: 'text expected where an object has a list',
    schema: withRules(obj({ du: { type: 'string', format: 'duration' } }), 'self.du == self.du'),
    spec: { du: [1] },
  },
  {
    name: 'a call beyond its cost',
    schema: withRules(
      obj({ a: { type: 'array', maxItems: 500, items: { type: 'string', maxLength: 10 } } }),
      { rule: 'self.a.all(x, self.a.all(y, x == y || x != y))', message: 'too much' },
    ),
    spec: { a: Array.from({ length: 500 }, (_, i) => `item${i}`) },
  },
  {
    name: 'an object beyond its cost',
    schema: obj({
      l: {
        type: 'array',
        maxItems: 40,
        items: withRules(
          { type: 'array', maxItems: 200, items: int },
          'self.all(x, self.exists(y, y == x))',
        ),
      },
    }),
    spec: { l: Array.from({ length: 40 }, () => Array.from({ length: 200 }, (_, i) => i)) },
  },
];

export const objectCases: readonly ObjectCase[] = [
  ...rows.flatMap(([rule, spec, old], i): ObjectCase[] => {
    const shown = typeof rule === 'string' ? rule : JSON.stringify(rule);
    const name = `${i}: ${shown}`;
    const schema = baseSchema(rule);
    return [old === undefined ? { name, schema, spec } : { name, schema, spec, old }];
  }),
  ...more,
];
