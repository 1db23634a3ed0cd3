/** What kube-apiserver 1.36.3 said of each case of object-cases.ts; recorded, do not edit by hand. */
export const objectAnswers: Readonly<
  Record<string, { readonly errors: readonly string[]; readonly warnings: readonly string[] }>
> = {
  '0: self.a > 1': { errors: [], warnings: [] },
  '1: self.a > 1': { errors: ['spec: Invalid value: failed rule: self.a > 1'], warnings: [] },
  '2: self.a > 1': {
    errors: ['spec: Invalid value: "object": no such key: a evaluating rule: self.a > 1'],
    warnings: [],
  },
  '3: self.a / self.b == 2': {
    errors: [
      'spec: Invalid value: "object": division by zero evaluating rule: self.a / self.b == 2',
    ],
    warnings: [],
  },
  '4: self.a % self.b == 2': {
    errors: [
      'spec: Invalid value: "object": modulus by zero evaluating rule: self.a % self.b == 2',
    ],
    warnings: [],
  },
  '5: self.a + self.b > 0': {
    errors: [
      'spec: Invalid value: "object": integer overflow evaluating rule: self.a + self.b > 0',
    ],
    warnings: [],
  },
  '6: self.a - self.b > 0': {
    errors: [
      'spec: Invalid value: "object": integer overflow evaluating rule: self.a - self.b > 0',
    ],
    warnings: [],
  },
  '7: self.a * 2 > 0': {
    errors: ['spec: Invalid value: "object": integer overflow evaluating rule: self.a * 2 > 0'],
    warnings: [],
  },
  '8: -self.a > 0': {
    errors: ['spec: Invalid value: "object": integer overflow evaluating rule: -self.a > 0'],
    warnings: [],
  },
  '9: self.a / 2 == -3 && self.a % 2 == -1': { errors: [], warnings: [] },
  '10: self.d / 0.0 > 1.0': { errors: [], warnings: [] },
  '11: self.d == 1.5 && self.d < 2 && self.d >= self.a': { errors: [], warnings: [] },
  '12: self.s < self.s2': { errors: [], warnings: [] },
  '13: self.s < self.s2': {
    errors: ['spec: Invalid value: failed rule: self.s < self.s2'],
    warnings: [],
  },
  '14: self.bo == (self.a == 1)': {
    errors: ['spec: Invalid value: failed rule: self.bo == (self.a == 1)'],
    warnings: [],
  },
  '15: self.bo < true': { errors: [], warnings: [] },
  '16: self.a == 1 || self.b / 0 == 1': { errors: [], warnings: [] },
  '17: self.b / 0 == 1 || self.a == 1': { errors: [], warnings: [] },
  '18: self.b / 0 == 1 && self.a == 1': {
    errors: ['spec: Invalid value: failed rule: self.b / 0 == 1 && self.a == 1'],
    warnings: [],
  },
  '19: self.b / 0 == 1 && self.a == 1': {
    errors: [
      'spec: Invalid value: "object": division by zero evaluating rule: self.b / 0 == 1 && self.a == 1',
    ],
    warnings: [],
  },
  '20: self.li.all(x, 6 / x > 0)': {
    errors: ['spec: Invalid value: failed rule: self.li.all(x, 6 / x > 0)'],
    warnings: [],
  },
  '21: self.li.all(x, 6 / x > 0)': {
    errors: [
      'spec: Invalid value: "object": division by zero evaluating rule: self.li.all(x, 6 / x > 0)',
    ],
    warnings: [],
  },
  '22: self.li.exists(x, 6 / x == 3)': { errors: [], warnings: [] },
  '23: self.li.exists_one(x, 6 / x == 3)': {
    errors: [
      'spec: Invalid value: "object": division by zero evaluating rule: self.li.exists_one(x, 6 / x == 3)',
    ],
    warnings: [],
  },
  '24: self.li.map(x, 6 / x).size() > 0': {
    errors: [
      'spec: Invalid value: "object": division by zero evaluating rule: self.li.map(x, 6 / x).size() > 0',
    ],
    warnings: [],
  },
  '25: has(self.o.x)': {
    errors: ['spec: Invalid value: failed rule: has(self.o.x)'],
    warnings: [],
  },
  '26: has(self.o.x)': {
    errors: ['spec: Invalid value: "object": no such key: o evaluating rule: has(self.o.x)'],
    warnings: [],
  },
  '27: self.o.x > 1': {
    errors: ['spec: Invalid value: "object": no such key: x evaluating rule: self.o.x > 1'],
    warnings: [],
  },
  '28: self.o.x > 1': {
    errors: ['spec: Invalid value: "object": no such key: o evaluating rule: self.o.x > 1'],
    warnings: [],
  },
  '29: has(self.nul)': {
    errors: ['spec: Invalid value: failed rule: has(self.nul)'],
    warnings: [],
  },
  '30: !has(self.nul) || self.nul == "a"': {
    errors: ['spec: Invalid value: failed rule: !has(self.nul) || self.nul == "a"'],
    warnings: [],
  },
  '31: self.m.key == "v"': {
    errors: ['spec: Invalid value: "object": no such key: key evaluating rule: self.m.key == "v"'],
    warnings: [],
  },
  '32: self.m["key"] == "v"': {
    errors: ['spec: Invalid value: failed rule: self.m["key"] == "v"'],
    warnings: [],
  },
  '33: "key" in self.m': {
    errors: ['spec: Invalid value: failed rule: "key" in self.m'],
    warnings: [],
  },
  '34: self.l[1] == "a"': {
    errors: [
      'spec: Invalid value: "object": index out of bounds: 1 evaluating rule: self.l[1] == "a"',
    ],
    warnings: [],
  },
  '35: self.l[-1] == "a"': {
    errors: [
      'spec: Invalid value: "object": index out of bounds: -1 evaluating rule: self.l[-1] == "a"',
    ],
    warnings: [],
  },
  '36: self.l[self.a] == "a"': {
    errors: [
      'spec: Invalid value: "object": index out of bounds: 7 evaluating rule: self.l[self.a] == "a"',
    ],
    warnings: [],
  },
  '37: self.?o.x.orValue(3) == 4': {
    errors: ['spec: Invalid value: failed rule: self.?o.x.orValue(3) == 4'],
    warnings: [],
  },
  '38: self.?o.x.orValue(3) == 4': { errors: [], warnings: [] },
  '39: self.?o.?x.value() == 4': {
    errors: [
      'spec: Invalid value: "object": optional.none() dereference evaluating rule: self.?o.?x.value() == 4',
    ],
    warnings: [],
  },
  '40: self.l[?3].orValue("none") == "some"': {
    errors: ['spec: Invalid value: failed rule: self.l[?3].orValue("none") == "some"'],
    warnings: [],
  },
  '41: self.m[?"k"].optMap(v, v.size()).orValue(0) == 2': {
    errors: ['spec: Invalid value: failed rule: self.m[?"k"].optMap(v, v.size()).orValue(0) == 2'],
    warnings: [],
  },
  '42: self.?o.optFlatMap(o, o.?x).orValue(7) == 6': {
    errors: ['spec: Invalid value: failed rule: self.?o.optFlatMap(o, o.?x).orValue(7) == 6'],
    warnings: [],
  },
  '43: optional.none().value() == 1': {
    errors: [
      'spec: Invalid value: "object": optional.none() dereference evaluating rule: optional.none().value() == 1',
    ],
    warnings: [],
  },
  '44: optional.ofNonZeroValue(self.a).hasValue()': {
    errors: ['spec: Invalid value: failed rule: optional.ofNonZeroValue(self.a).hasValue()'],
    warnings: [],
  },
  '45: self.da__dash__sh + self.do__dot__t + self.sl__slash__ash + self.un__underscores__der == 10':
    { errors: [], warnings: [] },
  '46: self.__namespace__ == "x"': {
    errors: ['spec: Invalid value: failed rule: self.__namespace__ == "x"'],
    warnings: [],
  },
  '47: self.da__dash__sh > 1': {
    errors: [
      'spec: Invalid value: "object": no such key: da__dash__sh evaluating rule: self.da__dash__sh > 1',
    ],
    warnings: [],
  },
  '48: self.li.sum() == 6 && self.li.max() == 3 && self.li.min() == 1 && self.li.isSorted()': {
    errors: [],
    warnings: [],
  },
  '49: self.li.max() == 3': {
    errors: [
      'spec: Invalid value: "object": max called on empty list evaluating rule: self.li.max() == 3',
    ],
    warnings: [],
  },
  '50: self.l.isSorted()': {
    errors: ['spec: Invalid value: failed rule: self.l.isSorted()'],
    warnings: [],
  },
  '51: self.l.indexOf("b") == 1 && self.l.lastIndexOf("b") == 2 && self.l.indexOf("z") == -1': {
    errors: [],
    warnings: [],
  },
  '52: self.li.slice(1, 5).size() == 1': {
    errors: [
      'spec: Invalid value: "object": cannot slice(1, 5), list is length 3 evaluating rule: self.li.slice(1, 5).size() == 1',
    ],
    warnings: [],
  },
  '53: self.li.slice(self.a, 1).size() == 1': {
    errors: [
      'spec: Invalid value: "object": cannot slice(2, 1), start index must be less than or equal to end index evaluating rule: self.li.slice(self.a, 1).size() == 1',
    ],
    warnings: [],
  },
  '54: self.ll.flatten() == [1, 2, 3]': { errors: [], warnings: [] },
  '55: self.lm.sortBy(e, e.v).map(e, e.k) == ["b", "a"]': { errors: [], warnings: [] },
  '56: self.li.distinct() == [1, 2] && self.li.reverse() == [2, 1, 1]': {
    errors: [],
    warnings: [],
  },
  '57: self.mi.transformMap(k, v, v * 2) == {"a": 2, "b": 4}': { errors: [], warnings: [] },
  '58: self.mi.transformMapEntry(k, v, {v: k}).size() == 2': {
    errors: [
      'spec: Invalid value: "object": insert failed: key 1 already exists evaluating rule: self.mi.transformMapEntry(k, v, {v: k}).size() == 2',
    ],
    warnings: [],
  },
  '59: self.li.transformList(i, v, i * v) == [0, 2, 6]': { errors: [], warnings: [] },
  '60: self.mi.all(k, v, v > 0)': {
    errors: ['spec: Invalid value: failed rule: self.mi.all(k, v, v > 0)'],
    warnings: [],
  },
  '61: sets.contains(self.l, ["a"]) && sets.intersects(self.l, ["z"])': {
    errors: [
      'spec: Invalid value: failed rule: sets.contains(self.l, ["a"]) && sets.intersects(self.l, ["z"])',
    ],
    warnings: [],
  },
  '62: sets.equivalent(self.l, ["b", "a", "a"])': { errors: [], warnings: [] },
  '63: self.set == self.l': { errors: [], warnings: [] },
  '64: self.set + self.l == ["a", "b", "c"]': { errors: [], warnings: [] },
  '65: self.l + self.l == ["a", "a"]': { errors: [], warnings: [] },
  '66: self.lm[0] == self.lm[1]': {
    errors: ['spec: Invalid value: failed rule: self.lm[0] == self.lm[1]'],
    warnings: [],
  },
  '67: self.o == oldSelf.o': {
    errors: ['spec: Invalid value: failed rule: self.o == oldSelf.o'],
    warnings: [],
  },
  '68: self.l == ["a", "b"] && self.m == {"k": "v"}': { errors: [], warnings: [] },
  '69: self.mi == {"a": 1}': {
    errors: ['spec: Invalid value: failed rule: self.mi == {"a": 1}'],
    warnings: [],
  },
  '70: self.l.first().value() == "a" && self.l.last().value() == "c"': {
    errors: [
      'spec: Invalid value: failed rule: self.l.first().value() == "a" && self.l.last().value() == "c"',
    ],
    warnings: [],
  },
  '71: self.l.join(",") == "a,b" && self.l.join() == "ab"': { errors: [], warnings: [] },
  '72: self.l.filter(x, x > "a").size() == 3': {
    errors: ['spec: Invalid value: failed rule: self.l.filter(x, x > "a").size() == 3'],
    warnings: [],
  },
  '73: self.s.size() == 2 && self.s.charAt(1) == "é"': { errors: [], warnings: [] },
  '74: self.s.charAt(9) == "a"': {
    errors: [
      'spec: Invalid value: "object": index out of range: 9 evaluating rule: self.s.charAt(9) == "a"',
    ],
    warnings: [],
  },
  '75: self.s.substring(2, 1) == "a"': {
    errors: [
      'spec: Invalid value: "object": invalid substring range. start: 2, end: 1 evaluating rule: self.s.substring(2, 1) == "a"',
    ],
    warnings: [],
  },
  '76: self.s.substring(9) == "a"': {
    errors: [
      'spec: Invalid value: "object": index out of range: 9 evaluating rule: self.s.substring(9) == "a"',
    ],
    warnings: [],
  },
  '77: self.s.split(",", 2) == ["a", "b,c"] && self.s.split("").size() == 5': {
    errors: [],
    warnings: [],
  },
  '78: self.s.replace("a", "b", 1) == "ba" && self.s.replace("", "-") == "-a-a-"': {
    errors: [],
    warnings: [],
  },
  '79: self.s.indexOf("a", 1) == 1 && self.s.lastIndexOf("a", 0) == 0': {
    errors: [],
    warnings: [],
  },
  '80: self.s.indexOf("a", -1) == 1': {
    errors: [
      'spec: Invalid value: "object": index out of range: -1 evaluating rule: self.s.indexOf("a", -1) == 1',
    ],
    warnings: [],
  },
  '81: self.s.trim() == "a" && self.s.upperAscii() == " A "': { errors: [], warnings: [] },
  '82: self.s.matches("^[a-z]+$")': {
    errors: ['spec: Invalid value: failed rule: self.s.matches("^[a-z]+$")'],
    warnings: [],
  },
  '83: self.s.matches(self.s2)': {
    errors: [
      'spec: Invalid value: "object": error parsing regexp: missing closing ): `(` evaluating rule: self.s.matches(self.s2)',
    ],
    warnings: [],
  },
  '84: self.s.find("[0-9]+") == "12" && self.s.findAll("[0-9]") == ["1", "2"]': {
    errors: [],
    warnings: [],
  },
  '85: self.s.findAll("[0-9]*", 2) == ["", "12"]': { errors: [], warnings: [] },
  '86: self.s.find(self.s2) == ""': {
    errors: [
      'spec: Invalid value: "object": Illegal regex: error parsing regexp: missing closing ]: `[` evaluating rule: self.s.find(self.s2) == ""',
    ],
    warnings: [],
  },
  '87: strings.quote(self.s) == "\\"a\\\\n\\""': { errors: [], warnings: [] },
  '88: "%s|%d|%x|%b|%o".format([self.s, self.a, self.a, self.a, self.a]) == self.s': {
    errors: [
      'spec: Invalid value: failed rule: "%s|%d|%x|%b|%o".format([self.s, self.a, self.a, self.a, self.a]) == self.s',
    ],
    warnings: [],
  },
  '89: int(self.s) == 12 && double(self.s) == 12.0 && uint(self.s) == 12u': {
    errors: [],
    warnings: [],
  },
  '90: int(self.s) == 12': {
    errors: [
      "spec: Invalid value: \"object\": type conversion error from 'string' to 'int' evaluating rule: int(self.s) == 12",
    ],
    warnings: [],
  },
  '91: bool(self.s)': {
    errors: [
      "spec: Invalid value: \"object\": type conversion error from 'string' to 'bool' evaluating rule: bool(self.s)",
    ],
    warnings: [],
  },
  '92: string(self.d) == "1e+21" || string(self.d) == "0.1"': { errors: [], warnings: [] },
  '93: bytes(self.s) == b"\\xc3\\xa9" && string(bytes(self.s)) == self.s': {
    errors: [],
    warnings: [],
  },
  '94: self.by == b"abc" && self.by.size() == 3': { errors: [], warnings: [] },
  '95: self.ios > 3': { errors: [], warnings: [] },
  '96: self.ios > 3': {
    errors: [
      'spec: Invalid value: "object": \'no such overload\': call arguments did not match a supported operator, function or macro signature for rule: self.ios > 3',
    ],
    warnings: [],
  },
  '97: self.ios.endsWith("%")': {
    errors: [
      'spec: Invalid value: "object": \'no such overload\': call arguments did not match a supported operator, function or macro signature for rule: self.ios.endsWith("%")',
    ],
    warnings: [],
  },
  '98: self.ios.endsWith("%")': { errors: [], warnings: [] },
  '99: self.ios == 5 || self.ios == "5"': { errors: [], warnings: [] },
  '100: type(self.ios) == string': {
    errors: ['spec: Invalid value: failed rule: type(self.ios) == string'],
    warnings: [],
  },
  '101: self.ios + 1 == 6': {
    errors: [
      'spec: Invalid value: "object": \'no such overload\': call arguments did not match a supported operator, function or macro signature for rule: self.ios + 1 == 6',
    ],
    warnings: [],
  },
  '102: size(self.ios) == 1': {
    errors: [
      'spec: Invalid value: "object": \'no such overload: size\': call arguments did not match a supported operator, function or macro signature for rule: size(self.ios) == 1',
    ],
    warnings: [],
  },
  '103: self.ios.x == 1': {
    errors: ['spec: Invalid value: "object": no such key: x evaluating rule: self.ios.x == 1'],
    warnings: [],
  },
  '104: string(self.ios) == "5" && int(self.ios) == 5': { errors: [], warnings: [] },
  '105: self.ios ? true : false': {
    errors: [
      'spec: Invalid value: "object": \'no such overload\': call arguments did not match a supported operator, function or macro signature for rule: self.ios ? true : false',
    ],
    warnings: [],
  },
  '106: !self.ios': {
    errors: [
      'spec: Invalid value: "object": \'no such overload\': call arguments did not match a supported operator, function or macro signature for rule: !self.ios',
    ],
    warnings: [],
  },
  '107: dyn(self.a) == 1.0 && dyn(self.a) in [1.0, 2.0]': { errors: [], warnings: [] },
  '108: self.t < self.t2': {
    errors: ['spec: Invalid value: failed rule: self.t < self.t2'],
    warnings: [],
  },
  '109: self.t2 - self.t == duration("24h")': { errors: [], warnings: [] },
  '110: self.t + duration("1h") == timestamp("2020-01-01T01:00:00Z")': { errors: [], warnings: [] },
  '111: self.t.getFullYear() == 2020 && self.t.getMonth() == 1 && self.t.getDate() == 29 && self.t.getDayOfMonth() == 28':
    { errors: [], warnings: [] },
  '112: self.t.getDayOfWeek() == 6 && self.t.getDayOfYear() == 59 && self.t.getHours() == 12 && self.t.getMilliseconds() == 15':
    { errors: [], warnings: [] },
  '113: self.t.getHours("America/New_York") == 7 && self.t.getMinutes("+05:30") == 43': {
    errors: [],
    warnings: [],
  },
  '114: self.t.getHours("Nowhere/At_All") == 7': {
    errors: [
      'spec: Invalid value: "object": unknown time zone Nowhere/At_All evaluating rule: self.t.getHours("Nowhere/At_All") == 7',
    ],
    warnings: [],
  },
  '115: string(self.t) == "x"': {
    errors: ['spec: Invalid value: failed rule: string(self.t) == "x"'],
    warnings: [],
  },
  '116: self.day == timestamp("2020-01-02T00:00:00Z")': { errors: [], warnings: [] },
  '117: self.du > duration("1h") && self.du.getMinutes() == 90': { errors: [], warnings: [] },
  '118: string(self.du) == "5400s" && int(self.du) == 5400000000000': { errors: [], warnings: [] },
  '119: self.du + self.du2 == duration("2m")': { errors: [], warnings: [] },
  '120: timestamp(self.a) == timestamp("1970-01-01T00:00:05Z") && int(timestamp(self.a)) == 5': {
    errors: [],
    warnings: [],
  },
  '121: quantity(self.s).isGreaterThan(quantity("1Gi"))': { errors: [], warnings: [] },
  '122: quantity(self.s).isLessThan(quantity("1"))': {
    errors: [
      'spec: Invalid value: "object": quantities must match the regular expression \'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$\' evaluating rule: quantity(self.s).isLessThan(quantity("1"))',
    ],
    warnings: [],
  },
  '123: quantity(self.s).asInteger() == 1': {
    errors: [
      'spec: Invalid value: "object": cannot convert value to integer evaluating rule: quantity(self.s).asInteger() == 1',
    ],
    warnings: [],
  },
  '124: quantity(self.s).add(1).sub(quantity("500m")).compareTo(quantity("2")) == 0': {
    errors: [],
    warnings: [],
  },
  '125: isQuantity(self.s) && quantity(self.s).asApproximateFloat() == 1.5': {
    errors: [],
    warnings: [],
  },
  '126: ip(self.s).family() == 4': {
    errors: [
      'spec: Invalid value: "object": IP Address "1.2.3" parse error during conversion from string: ParseAddr("1.2.3"): IPv4 address too short evaluating rule: ip(self.s).family() == 4',
    ],
    warnings: [],
  },
  '127: ip(self.s).isLoopback() && ip.isCanonical(self.s)': { errors: [], warnings: [] },
  '128: ip.isCanonical(self.s)': {
    errors: ['spec: Invalid value: failed rule: ip.isCanonical(self.s)'],
    warnings: [],
  },
  '129: isIP(self.s)': { errors: ['spec: Invalid value: failed rule: isIP(self.s)'], warnings: [] },
  '130: ip(self.s).isGlobalUnicast()': {
    errors: [
      'spec: Invalid value: "object": IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed evaluating rule: ip(self.s).isGlobalUnicast()',
    ],
    warnings: [],
  },
  '131: cidr("10.0.0.0/8").containsIP(self.s)': { errors: [], warnings: [] },
  '132: cidr("10.0.0.0/8").containsIP(self.s)': {
    errors: [
      'spec: Invalid value: "object": \'no such overload\': call arguments did not match a supported operator, function or macro signature for rule: cidr("10.0.0.0/8").containsIP(self.s)',
    ],
    warnings: [],
  },
  '133: cidr(self.s).prefixLength() == 33': {
    errors: [
      'spec: Invalid value: "object": network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("10.0.0.0/33"): prefix length out of range evaluating rule: cidr(self.s).prefixLength() == 33',
    ],
    warnings: [],
  },
  '134: cidr(self.s).masked() == cidr("10.0.0.0/8") && string(cidr(self.s).ip()) == "10.1.2.3"': {
    errors: [],
    warnings: [],
  },
  '135: cidr("10.0.0.0/8").containsCIDR(self.s)': { errors: [], warnings: [] },
  '136: url(self.s).getHost() == "h:80" && url(self.s).getPort() == "80"': {
    errors: [],
    warnings: [],
  },
  '137: url(self.s).getScheme() == "x"': {
    errors: [
      'spec: Invalid value: "object": URL parse error during conversion from string: parse "../x": invalid URI for request evaluating rule: url(self.s).getScheme() == "x"',
    ],
    warnings: [],
  },
  '138: url(self.s).getEscapedPath() == "/a%20b" && url(self.s).getQuery()["q"] == ["1"]': {
    errors: [],
    warnings: [],
  },
  '139: semver(self.s).isGreaterThan(semver("1.2.3-alpha"))': { errors: [], warnings: [] },
  '140: semver(self.s).major() == 1': {
    errors: [
      'spec: Invalid value: "object": Major number must not contain leading zeroes "01" evaluating rule: semver(self.s).major() == 1',
    ],
    warnings: [],
  },
  '141: semver(self.s, true).minor() == 2 && !isSemver(self.s)': { errors: [], warnings: [] },
  '142: !format.dns1123Label().validate(self.s).hasValue()': {
    errors: [
      'spec: Invalid value: failed rule: !format.dns1123Label().validate(self.s).hasValue()',
    ],
    warnings: [],
  },
  '143: {"rule":"!format.dns1123Label().validate(self.s).hasValue()","messageExpression":"format.dns1123Label().validate(self.s).value()[0]"}':
    {
      errors: [
        "spec: Invalid value: a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
      ],
      warnings: [],
    },
  '144: "%f|%.2f|%e|%.1e".format([self.d, self.d, self.d, self.d]) == self.s': {
    errors: [
      'spec: Invalid value: failed rule: "%f|%.2f|%e|%.1e".format([self.d, self.d, self.d, self.d]) == self.s',
    ],
    warnings: [],
  },
  '145: {"rule":"self.a > 1","message":"a must be above 1"}': {
    errors: ['spec: Invalid value: a must be above 1'],
    warnings: [],
  },
  '146: {"rule":"self.a > 1","message":" padded "}': {
    errors: ['spec: Invalid value: padded'],
    warnings: [],
  },
  '147: {"rule":"self.a > 1","messageExpression":"\\"a is %d\\".format([self.a])"}': {
    errors: ['spec: Invalid value: a is 1'],
    warnings: [],
  },
  '148: {"rule":"self.a > 1","message":"fallback","messageExpression":"string(1 / (self.a - 1))"}':
    { errors: ['spec: Invalid value: fallback'], warnings: [] },
  '149: {"rule":"self.a > 1","message":"fallback","messageExpression":"\\"  \\""}': {
    errors: ['spec: Invalid value: fallback'],
    warnings: [],
  },
  '150: {"rule":"self.a > 1","messageExpression":"\\"a\\\\nb\\""}': {
    errors: ['spec: Invalid value: failed rule: self.a > 1'],
    warnings: [],
  },
  '151: {"rule":"self.a > 1","message":"m","reason":"FieldValueForbidden","fieldPath":".a"}': {
    errors: ['spec.a: Forbidden: m'],
    warnings: [],
  },
  '152: {"rule":"self.a > 1","message":"m","reason":"FieldValueRequired","fieldPath":".o.x"}': {
    errors: ['spec.o.x: Required value: m'],
    warnings: [],
  },
  '153: {"rule":"self.a > 1","message":"m","reason":"FieldValueDuplicate"}': {
    errors: ['spec: Duplicate value'],
    warnings: [],
  },
  '154: {"rule":"self.a > 1","message":"m","reason":"FieldValueInvalid","fieldPath":".m[\'x.y\']"}':
    { errors: ['spec.m[x.y]: Invalid value: m'], warnings: [] },
  '155: {"rule":"self.o.x > 1","message":"needs x"}': {
    errors: ['spec: Invalid value: "object": no such key: x evaluating rule: needs x'],
    warnings: [],
  },
  '156:   self.a > 1  ': { errors: ['spec: Invalid value: failed rule: self.a > 1'], warnings: [] },
  '157: {"rule":"self.a > 1","messageExpression":"\\"%f|%.2f|%e|%.1e|%f\\".format([self.d, self.d, self.d, 0.00012, 5.0])"}':
    {
      errors: [
        'spec: Invalid value: 1,234,567.891000|1,234,567.89|1.234568×10⁰⁶|1.200000×10⁻⁰⁴|5.000000',
      ],
      warnings: [],
    },
  '158: {"rule":"self.a > 1","messageExpression":"\\"%s|%s|%s|%s\\".format([self.d, self.li, self.m, self.t])"}':
    {
      errors: ['spec: Invalid value: 0.1|[1, 2]|{"a":"y", "b":"x\\""}|2020-02-29T12:13:14.5+02:00'],
      warnings: [],
    },
  '159: {"rule":"self.a > 1","messageExpression":"\\"%s|%s|%s|%s\\".format([[1.5, 2.0], self.du, [self.du, self.du2], [self.t]])"}':
    {
      errors: [
        'spec: Invalid value: [1.500000, 2.000000]|5400s|[duration("5400s"), duration("1.5s")]|[timestamp("2020-02-29T12:13:14Z")]',
      ],
      warnings: [],
    },
  '160: {"rule":"self.a > 1","messageExpression":"\\"%s|%s|%s|%s|%s\\".format([type(self.a), null, true, b\\"ab\\", {1: \\"x\\"}])"}':
    { errors: ['spec: Invalid value: int|null|true|ab|{1:"x"}'], warnings: [] },
  '161: {"rule":"self.a > 1","messageExpression":"\\"%x|%X|%x|%b|%o|%d|%s\\".format([self.a, 255, \\"hi\\", self.a, self.a, 7u, 3u])"}':
    { errors: ['spec: Invalid value: -a|FF|6869|-1010|-12|7|3'], warnings: [] },
  '162: {"rule":"self.a > 1","messageExpression":"\\"%s|%s|%s|%s|%s|%s\\".format([string(100000.0), string(123456789.0), string(1e20), string(1e21), string(0.00001), string(-0.0), ])"}':
    { errors: ['spec: Invalid value: 100000|1.23456789e+08|1e+20|1e+21|1e-05|-0'], warnings: [] },
  '163: {"rule":"self.a > 1","messageExpression":"\\"%s|%s|%s\\".format([string(self.t), string(self.du), string(self.by)])"}':
    { errors: ['spec: Invalid value: 2020-02-29T12:13:14.5+02:00|3600.5s|abc'], warnings: [] },
  '164: {"rule":"self.a > 1","messageExpression":"\\"%s\\".format([self.s.findAll(\\"[a-z]*\\")])"}':
    { errors: ['spec: Invalid value: ["ab", "c"]'], warnings: [] },
  '165: {"rule":"self.a > 1","messageExpression":"\\"%s|%s|%s\\".format([self.s.split(\\"\\"), self.s.replace(\\"\\", \\"_\\", 2), self.s.split(\\"x\\", 0)])"}':
    { errors: ['spec: Invalid value: ["a", "é", "b"]|_a_éb|[]'], warnings: [] },
  '166: {"rule":"self.a > 1","messageExpression":"\\"%s|%s|%s|%s\\".format([url(self.long).getHostname(), url(self.long).getPort(), url(self.long).getEscapedPath(), url(self.long).getQuery()])"}':
    { errors: ['spec: Invalid value: ::1|8|/a%2Fb|{"x":["1 2"], "y":[""]}'], warnings: [] },
  '167: self.a >= oldSelf.a': {
    errors: ['spec: Invalid value: failed rule: self.a >= oldSelf.a'],
    warnings: [],
  },
  '168: self.a >= oldSelf.a': { errors: [], warnings: [] },
  '169: self.a >= oldSelf.a': { errors: [], warnings: [] },
  '170: has(self.s) == has(oldSelf.s)': {
    errors: ['spec: Invalid value: failed rule: has(self.s) == has(oldSelf.s)'],
    warnings: [],
  },
  '171: self == oldSelf': {
    errors: ['spec: Invalid value: failed rule: self == oldSelf'],
    warnings: [],
  },
  '172: {"rule":"oldSelf.hasValue() || self.a == 5","optionalOldSelf":true}': {
    errors: ['spec: Invalid value: failed rule: oldSelf.hasValue() || self.a == 5'],
    warnings: [],
  },
  '173: {"rule":"!oldSelf.hasValue() || oldSelf.value().a < self.a","optionalOldSelf":true}': {
    errors: ['spec: Invalid value: failed rule: !oldSelf.hasValue() || oldSelf.value().a < self.a'],
    warnings: [],
  },
  '174: {"rule":"oldSelf.?a.orValue(0) < self.a","optionalOldSelf":true}': {
    errors: ['spec: Invalid value: failed rule: oldSelf.?a.orValue(0) < self.a'],
    warnings: [],
  },
  '175: {"rule":"self.a >= oldSelf.a","messageExpression":"\\"was %d\\".format([oldSelf.a])"}': {
    errors: ['spec: Invalid value: was 2'],
    warnings: [],
  },
  '176: {"rule":"self.lm.all(e, !oldSelf.lm.exists(o, o.k == e.k && o.v > e.v))","message":"no v may shrink"}':
    { errors: ['spec: Invalid value: no v may shrink'], warnings: [] },
  'all scalars refused': {
    errors: [
      'spec.b: Invalid value: false: failed rule: self',
      'spec.i: Invalid value: 1: failed rule: self > 5',
      'spec.n: Invalid value: 1.5: failed rule: self > 5.0',
      'spec.p: Invalid value: 5: failed rule: self == 1 || self == "1%"',
      'spec.s: Invalid value: "bad": be good',
      'spec.t: Invalid value: "2019-01-01T00:00:00Z": failed rule: self > timestamp("2020-01-01T00:00:00Z")',
    ],
    warnings: [],
  },
  'int-or-string text refused': {
    errors: ['spec.p: Invalid value: "x": failed rule: self == 1 || self == "1%"'],
    warnings: [],
  },
  'containers refused': {
    errors: [
      'spec.l: Invalid value: failed rule: self.size() > 1',
      'spec.l[0]: Invalid value: 20: failed rule: self < 10',
      'spec.m[k]: Forbidden: failed rule: self.size() > 1',
      'spec.m[x.y]: Forbidden: failed rule: self.size() > 1',
      'spec.o: Invalid value: failed rule: self.x > 5',
    ],
    warnings: [],
  },
  'all kept': { errors: [], warnings: [] },
  'a list of type map on create': {
    errors: ['spec.k[0].v: Invalid value: 0: failed rule: self > 0'],
    warnings: [],
  },
  'a list of type map on update': {
    errors: ['spec.k[1]: Invalid value: v may not shrink'],
    warnings: [],
  },
  'a new item in a list of type map': { errors: [], warnings: [] },
  'an embedded resource': { errors: ['spec.e: Invalid value: name'], warnings: [] },
  'an embedded resource without a name': {
    errors: ['spec.e: Invalid value: "object": no such key: name evaluating rule: name'],
    warnings: [],
  },
  'a null where one is allowed': { errors: [], warnings: [] },
  'defaults are filled in first': { errors: [], warnings: [] },
  'defaults do not hide what is given': {
    errors: [
      'spec.d.a: Invalid value: 9: failed rule: self == 3',
      'spec.d: Invalid value: failed rule: self.b == 4 && self.a != 9',
    ],
    warnings: [],
  },
  'a rule broken before and after': {
    errors: ['spec.s: Invalid value: "other": be good'],
    warnings: ['spec.i: Invalid value: 1: failed rule: self > 5'],
  },
  'only unchanged values break rules': {
    errors: [],
    warnings: ['spec.i: Invalid value: 1: failed rule: self > 5'],
  },
  'an unchanged object with a changed neighbour': {
    errors: [],
    warnings: ['spec.o: Invalid value: failed rule: self.x > 5'],
  },
  'an object in which another field changed': {
    errors: ['spec.d: Invalid value: failed rule: self.b == 4 && self.a != 9'],
    warnings: ['spec.d.a: Invalid value: 9: failed rule: self == 3'],
  },
  'unchanged items of an atomic list': {
    errors: [],
    warnings: ['spec.l[0]: Invalid value: 20: failed rule: self < 10'],
  },
  'changed items of an atomic list': {
    errors: ['spec.l[0]: Invalid value: 20: failed rule: self < 10'],
    warnings: [],
  },
  'unchanged items of a list of type map': {
    errors: [],
    warnings: ['spec.k[0].v: Invalid value: 0: failed rule: self > 0'],
  },
  'unchanged entries of a map': {
    errors: [],
    warnings: ['spec.m[a]: Forbidden: failed rule: self.size() > 1'],
  },
  'a rule that fails and did not change': {
    errors: ['spec.o: Invalid value: "object": no such key: x evaluating rule: self.x > 5'],
    warnings: [],
  },
  'a call beyond its cost': {
    errors: [
      'spec: Invalid value: "object": \'operation cancelled: actual cost limit exceeded\': no further validation rules will be run due to call cost exceeds limit for rule: too much',
    ],
    warnings: [],
  },
  'an object beyond its cost': { errors: [], warnings: [] },
  '177: self.namespace == "x" && self.__namespace__ == "x"': { errors: [], warnings: [] },
  '178: self.du == duration("72h") && self.du2 == duration("26h3m")': { errors: [], warnings: [] },
  '179: self.du == duration("336h") && self.du2 == duration("168h")': { errors: [], warnings: [] },
  '180: self.du == duration("504h")': { errors: [], warnings: [] },
  '181: (self.bo ? optional.of(quantity("1024Mi")) : optional.none()).value().isInteger()': {
    errors: [
      'spec: Invalid value: "object": unsupported conversion to ref.Val: (*resource.Quantity)1Gi evaluating rule: (self.bo ? optional.of(quantity("1024Mi")) : optional.none()).value().isInteger()',
    ],
    warnings: [],
  },
  '182: (self.bo ? optional.of(quantity("1500m")) : optional.none()).value().isInteger()': {
    errors: [
      'spec: Invalid value: "object": unsupported conversion to ref.Val: (*resource.Quantity)1500m evaluating rule: (self.bo ? optional.of(quantity("1500m")) : optional.none()).value().isInteger()',
    ],
    warnings: [],
  },
  '183: (self.bo ? optional.of(quantity("2e3")) : optional.none()).value().isInteger()': {
    errors: [
      'spec: Invalid value: "object": unsupported conversion to ref.Val: (*resource.Quantity)2e3 evaluating rule: (self.bo ? optional.of(quantity("2e3")) : optional.none()).value().isInteger()',
    ],
    warnings: [],
  },
  '184: optional.of(1).optMap(x, quantity("1k").sub(quantity("1k")).add(quantity("1Ki"))).value().isInteger()':
    {
      errors: [
        'spec: Invalid value: "object": unsupported conversion to ref.Val: (*resource.Quantity)1Ki evaluating rule: optional.of(1).optMap(x, quantity("1k").sub(quantity("1k")).add(quantity("1Ki"))).value().isInteger()',
      ],
      warnings: [],
    },
  '185: [optional.of(ip("::1"))].all(x, x.value().isLoopback())': {
    errors: [
      'spec: Invalid value: "object": unsupported conversion to ref.Val: (netip.Addr)::1 evaluating rule: [optional.of(ip("::1"))].all(x, x.value().isLoopback())',
    ],
    warnings: [],
  },
  '186: [optional.of(ip("::1"))].all(x, x.hasValue())': { errors: [], warnings: [] },
  '187: [optional.of(ip("::1"))][0].value().isLoopback()': { errors: [], warnings: [] },
  '188: optional.of(1).optMap(x, cidr("10.0.0.1/8")).value().prefixLength() == 8': {
    errors: [
      'spec: Invalid value: "object": unsupported conversion to ref.Val: (netip.Prefix)10.0.0.1/8 evaluating rule: optional.of(1).optMap(x, cidr("10.0.0.1/8")).value().prefixLength() == 8',
    ],
    warnings: [],
  },
  '189: optional.of(1).optMap(x, url("HTTP://u@A:1/b c?d=e")).value().getPort() == "1"': {
    errors: [
      'spec: Invalid value: "object": unsupported conversion to ref.Val: (*url.URL)http://u@A:1/b%20c?d=e evaluating rule: optional.of(1).optMap(x, url("HTTP://u@A:1/b c?d=e")).value().getPort() == "1"',
    ],
    warnings: [],
  },
  '190: optional.of(1).optMap(x, semver("1.2.3-a+b")).value().major() == 1': {
    errors: [
      'spec: Invalid value: "object": unsupported conversion to ref.Val: (semver.Version)1.2.3-a+b evaluating rule: optional.of(1).optMap(x, semver("1.2.3-a+b")).value().major() == 1',
    ],
    warnings: [],
  },
  '191: optional.of(1).optMap(x, format.uuid()).value().validate("a").hasValue()': {
    errors: [],
    warnings: [],
  },
  '192: optional.of(1).optMap(x, optional.of(x)).value().hasValue()': {
    errors: [
      'spec: Invalid value: "object": \'no such overload: hasValue(int)\': call arguments did not match a supported operator, function or macro signature for rule: optional.of(1).optMap(x, optional.of(x)).value().hasValue()',
    ],
    warnings: [],
  },
  '193: {"rule":"false","messageExpression":"\\"%s\\".format([[optional.of(type(1)), optional.of(optional.none())].map(x, x.value())])"}':
    { errors: ['spec: Invalid value: ["int", null]'], warnings: [] },
  '194: {"rule":"false","messageExpression":"\\"%s\\".format([[optional.of(self)].map(x, x.value())])"}':
    {
      errors: [
        'spec: Invalid value: [{"b":5, "by":"aGk=", "d":1, "da-sh":1, "lm":[{"k":"a", "v":1}], "t":"2020-01-02T03:04:05Z"}]',
      ],
      warnings: [],
    },
  '195: self.?a.optMap(a, self).value().da__dash__sh == 1': {
    errors: [
      'spec: Invalid value: "object": no such key: da__dash__sh evaluating rule: self.?a.optMap(a, self).value().da__dash__sh == 1',
    ],
    warnings: [],
  },
  '196: self.?a.optMap(a, self.set).value() == ["b", "a"]': {
    errors: ['spec: Invalid value: failed rule: self.?a.optMap(a, self.set).value() == ["b", "a"]'],
    warnings: [],
  },
  '197: {"rule":"oldSelf.value().t == self.t","optionalOldSelf":true}': {
    errors: ['spec: Invalid value: failed rule: oldSelf.value().t == self.t'],
    warnings: [],
  },
  '198: {"rule":"oldSelf.?da__dash__sh.hasValue()","optionalOldSelf":true}': {
    errors: ['spec: Invalid value: failed rule: oldSelf.?da__dash__sh.hasValue()'],
    warnings: [],
  },
  '199: {"rule":"self.set == oldSelf.value().set","optionalOldSelf":true}': {
    errors: [],
    warnings: [],
  },
  '200: self.l.distinct() == [] || true': {
    errors: [
      'spec: Invalid value: "object": internal error: interface conversion: *types.Err is not traits.Lister: missing method Add evaluating rule: self.l.distinct() == [] || true',
    ],
    warnings: [],
  },
  '201: [self.a].sort().size() == 1': {
    errors: [
      'spec: Invalid value: "object": internal error: interface conversion: *types.Err is not traits.Lister: missing method Add evaluating rule: [self.a].sort().size() == 1',
    ],
    warnings: [],
  },
  '202: [1, 0].sortBy(x, 1 / x).size() == 2': {
    errors: [
      'spec: Invalid value: "object": internal error: interface conversion: *types.Err is not traits.Lister: missing method Add evaluating rule: [1, 0].sortBy(x, 1 / x).size() == 2',
    ],
    warnings: [],
  },
  '204: [dyn(1), dyn([1])].max() == 1': {
    errors: [
      'spec: Invalid value: "object": \'no such overload\': call arguments did not match a supported operator, function or macro signature for rule: [dyn(1), dyn([1])].max() == 1',
    ],
    warnings: [],
  },
  '205: [dyn([1])].max() == 1': {
    errors: [
      'spec: Invalid value: "object": \'no such overload: max(list)\': call arguments did not match a supported operator, function or macro signature for rule: [dyn([1])].max() == 1',
    ],
    warnings: [],
  },
  '206: [dyn([1]), dyn([1])].isSorted()': {
    errors: [
      'spec: Invalid value: "object": \'no such overload: isSorted(list)\': call arguments did not match a supported operator, function or macro signature for rule: [dyn([1]), dyn([1])].isSorted()',
    ],
    warnings: [],
  },
  '207: [dyn(1), dyn("a"), dyn(2)].max() == 2': { errors: [], warnings: [] },
  '208: [dyn(null)].min() == 1': {
    errors: [
      'spec: Invalid value: "object": \'no such overload: min(list)\': call arguments did not match a supported operator, function or macro signature for rule: [dyn(null)].min() == 1',
    ],
    warnings: [],
  },
  '209: [dyn(1.5), dyn(2)].sum() == 3.5': {
    errors: [
      'spec: Invalid value: "object": \'no such overload\': call arguments did not match a supported operator, function or macro signature for rule: [dyn(1.5), dyn(2)].sum() == 3.5',
    ],
    warnings: [],
  },
  '210: dyn([null]).sort() == []': {
    errors: [
      'spec: Invalid value: "object": list elements must be comparable evaluating rule: dyn([null]).sort() == []',
    ],
    warnings: [],
  },
  '211: dyn([1]).flatten() == [1]': { errors: [], warnings: [] },
  '213: {"rule":"false","messageExpression":"\\"%.2f %.1f %.0f %.0f\\".format([0.125, 0.25, 0.5, 1.5])"}':
    { errors: ['spec: Invalid value: 0.12 0.2 0 2'], warnings: [] },
  '214: {"rule":"false","messageExpression":"\\"%.2f %.2f %.3f\\".format([123456789.125, -0.125, 1.0005])"}':
    { errors: ['spec: Invalid value: 123,456,789.12 -0.12 1.000'], warnings: [] },
  '215: {"rule":"false","messageExpression":"\\"%f %.1f\\".format([1e21, -1.5e22])"}': {
    errors: [
      'spec: Invalid value: 1,000,000,000,000,000,000,000.000000 -15,000,000,000,000,000,000,000.0',
    ],
    warnings: [],
  },
  '216: semver("é", true).major() == 1': {
    errors: [
      'spec: Invalid value: "object": Invalid character(s) found in major number "0é" evaluating rule: semver("é", true).major() == 1',
    ],
    warnings: [],
  },
  'sets: self.numbers == self.numbers': {
    errors: ['spec: Invalid value: failed rule: self.numbers == self.numbers'],
    warnings: [],
  },
  'sets: self.fractions == self.fractions': { errors: [], warnings: [] },
  'sets: (self.numbers + self.numbers).size() == 4': { errors: [], warnings: [] },
  'sets: self.bytes == self.bytes': {
    errors: [
      'spec: Invalid value: "object": internal error: runtime error: hash of unhashable type []uint8 evaluating rule: self.bytes == self.bytes',
    ],
    warnings: [],
  },
  'sets: (self.bytes + self.bytes).size() == 1': {
    errors: [
      'spec: Invalid value: "object": internal error: runtime error: hash of unhashable type []uint8 evaluating rule: (self.bytes + self.bytes).size() == 1',
    ],
    warnings: [],
  },
  'sets: self.objects == self.objects': {
    errors: [
      'spec: Invalid value: "object": internal error: runtime error: hash of unhashable type map[string]interface {} evaluating rule: self.objects == self.objects',
    ],
    warnings: [],
  },
  'sets: self.refs == self.refs': {
    errors: ['spec: Invalid value: failed rule: self.refs == self.refs'],
    warnings: [],
  },
  'sets: (self.refs + self.refs).size() == 3': { errors: [], warnings: [] },
  'sets: self.texts == self.texts': { errors: [], warnings: [] },
  'sets: self.nullable.max() == "b"': {
    errors: [
      'spec: Invalid value: "object": \'no such overload\': call arguments did not match a supported operator, function or macro signature for rule: self.nullable.max() == "b"',
    ],
    warnings: [],
  },
  'sets: self.nullable.isSorted()': {
    errors: [
      'spec: Invalid value: "object": \'no such overload\': call arguments did not match a supported operator, function or macro signature for rule: self.nullable.isSorted()',
    ],
    warnings: [],
  },
  'text expected where an object has a list': {
    errors: [
      'spec: Invalid value: "object": invalid data, expected string, got []interface {} evaluating rule: self.du == self.du',
    ],
    warnings: [],
  },
  '203: {"rule":"false","messageExpression":"\\"%s\\".format([[self.a].sort()])"}': {
    errors: ['spec: Invalid value: failed rule: false'],
    warnings: [],
  },
  '212: [dyn(1u), dyn(2u)].sum() == 3u': { errors: [], warnings: [] },
  'sets: self.nullable.join() == "ab"': {
    errors: [
      'spec: Invalid value: "object": join: invalid input: 0 evaluating rule: self.nullable.join() == "ab"',
    ],
    warnings: [],
  },
  '217: optional.ofNonZeroValue(self.l).hasValue() && optional.ofNonZeroValue(self.o).hasValue()': {
    errors: [],
    warnings: [],
  },
  '218: optional.ofNonZeroValue([]).hasValue() || optional.ofNonZeroValue({}).hasValue()': {
    errors: [
      'spec: Invalid value: failed rule: optional.ofNonZeroValue([]).hasValue() || optional.ofNonZeroValue({}).hasValue()',
    ],
    warnings: [],
  },
  '219: optional.ofNonZeroValue(optional.none()).hasValue()': { errors: [], warnings: [] },
  '220: {"a": 1}[dyn(self.t)] == 1': {
    errors: [
      'spec: Invalid value: "object": invalid qualifier type: types.Timestamp evaluating rule: {"a": 1}[dyn(self.t)] == 1',
    ],
    warnings: [],
  },
  '221: [1][?dyn(self.l)].hasValue()': {
    errors: [
      'spec: Invalid value: "object": invalid qualifier type: *common.unstructuredList evaluating rule: [1][?dyn(self.l)].hasValue()',
    ],
    warnings: [],
  },
  '222: [1][dyn(self.o)] == 1': {
    errors: [
      'spec: Invalid value: "object": invalid qualifier type: *common.unstructuredMap evaluating rule: [1][dyn(self.o)] == 1',
    ],
    warnings: [],
  },
  '223: [1][dyn(quantity("1"))] == 1': {
    errors: [
      'spec: Invalid value: "object": invalid qualifier type: cel.Quantity evaluating rule: [1][dyn(quantity("1"))] == 1',
    ],
    warnings: [],
  },
  '224: self.m[dyn(optional.of("a"))] == "1"': {
    errors: [
      'spec: Invalid value: "object": invalid qualifier type: *types.Optional evaluating rule: self.m[dyn(optional.of("a"))] == "1"',
    ],
    warnings: [],
  },
  '225: self.l[?dyn(self.nul)].hasValue()': {
    errors: [
      'spec: Invalid value: "object": no such key: nul evaluating rule: self.l[?dyn(self.nul)].hasValue()',
    ],
    warnings: [],
  },
  '226: self.l[dyn(self.d)] == "b"': {
    errors: [
      'spec: Invalid value: "object": index out of bounds: 1 evaluating rule: self.l[dyn(self.d)] == "b"',
    ],
    warnings: [],
  },
  '227: self.l[dyn(self.d)] == "b"': {
    errors: [
      'spec: Invalid value: "object": unsupported index: 1 evaluating rule: self.l[dyn(self.d)] == "b"',
    ],
    warnings: [],
  },
  '228: self.l[self.ios] == "b"': {
    errors: [
      'spec: Invalid value: "object": unsupported index type \'string\' in list evaluating rule: self.l[self.ios] == "b"',
    ],
    warnings: [],
  },
  '1 from before the type was string': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected string, got int64 evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  '1.5 from before the type was string': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected string, got float64 evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  'true from before the type was string': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected string, got bool evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  '"a" from before the type was string': {
    errors: [],
    warnings: ['spec.p: Invalid value: failed rule: type(self.x) == null_type'],
  },
  '[] from before the type was string': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected string, got []interface {} evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  '{} from before the type was string': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected string, got map[string]interface {} evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  '1 from before the type was integer': {
    errors: [],
    warnings: ['spec.p: Invalid value: failed rule: type(self.x) == null_type'],
  },
  '1.5 from before the type was integer': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected int, got float64 evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  'true from before the type was integer': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected int, got bool evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  '"a" from before the type was integer': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected int, got string evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  '[] from before the type was integer': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected int, got []interface {} evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  '{} from before the type was integer': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected int, got map[string]interface {} evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  '1 from before the type was number': {
    errors: [],
    warnings: ['spec.p: Invalid value: failed rule: type(self.x) == null_type'],
  },
  '1.5 from before the type was number': {
    errors: [],
    warnings: ['spec.p: Invalid value: failed rule: type(self.x) == null_type'],
  },
  'true from before the type was number': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected float, got bool evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  '"a" from before the type was number': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected float, got string evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  '[] from before the type was number': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected float, got []interface {} evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  '{} from before the type was number': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected float, got map[string]interface {} evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  '1 from before the type was boolean': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected bool, got int64 evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  '1.5 from before the type was boolean': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected bool, got float64 evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  'true from before the type was boolean': {
    errors: [],
    warnings: ['spec.p: Invalid value: failed rule: type(self.x) == null_type'],
  },
  '"a" from before the type was boolean': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected bool, got string evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  '[] from before the type was boolean': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected bool, got []interface {} evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  '{} from before the type was boolean': {
    errors: [
      'spec.p: Invalid value: "object": invalid data, expected bool, got map[string]interface {} evaluating rule: type(self.x) == null_type',
    ],
    warnings: [],
  },
  '229: url("mailto:a@b").getEscapedPath() == "" && url("/a").getEscapedPath() == "/a"': {
    errors: [],
    warnings: [],
  },
  '230: self.a % -1 == 0': {
    errors: ['spec: Invalid value: "object": integer overflow evaluating rule: self.a % -1 == 0'],
    warnings: [],
  },
  '231: self.a % -1 == 0': { errors: [], warnings: [] },
};
