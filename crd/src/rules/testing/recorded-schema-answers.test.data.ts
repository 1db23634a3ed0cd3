/** What kube-apiserver 1.36.3 said of each case of schema-cases.ts: `field: message`, sorted; none where it accepted; recorded, do not edit by hand. */
export const schemaAnswers: Readonly<Record<string, readonly string[]>> = {
  'self.a > 1': [],
  'self.a >= self.b && self.a != 3 || !self.bo': [],
  'self.s.startsWith("x") ? self.a == 1 : self.b == 2': [],
  'self.s in ["a", "b"]': [],
  'self.l.all(x, x.size() > 1)': [],
  'self.li.exists(x, x > 3) && self.li.exists_one(x, x == 4)': [],
  'self.li.map(x, x * 2).sum() < 100': [],
  'self.li.filter(x, x % 2 == 0).size() == self.li.size()': [],
  'self.li.map(x, x > 1, x + 1) == [1, 2]': [],
  'self.m.all(k, self.m[k] != "")': [],
  'self.m.all(k, v, k != v)': [],
  'self.mi.transformMap(k, v, v + 1) == {"a": 2}': [],
  'self.mi.transformList(k, v, v > 1, v).size() > 0': [],
  'self.mi.transformMapEntry(k, v, {k + "x": v}).size() > 0': [],
  'self.li.transformList(i, v, i + v).size() > 0': [],
  'self.li.existsOne(i, v, i == v)': [],
  'has(self.o) && has(self.o.x) && self.o.x > 0': [],
  'self.?o.x.orValue(3) > 2': [],
  'self.?o.?x.hasValue()': [],
  'optional.of(1).value() == 1 && optional.none().or(optional.of(2)).value() == 2': [],
  'self.?s.optMap(v, v + "x").orValue("") == "ax"': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    'spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  'self.m[?"a"].orValue("b") == "b"': [],
  'self.l[?0].hasValue()': [],
  'self.t < self.t2 && self.t2 - self.t < duration("24h")': [],
  'self.t.getFullYear() == 2020 && self.t.getHours("+01:00") == 3': [],
  'self.du > duration("1h") && self.du.getMinutes() > 3': [],
  'self.by == b"abc" && self.by.size() == 3': [],
  'self.ios == 3 || self.ios == "50%"': [],
  'type(self.ios) == int ? self.ios > 3 : self.ios.endsWith("%")': [],
  'self.nul == null || self.nul == "x"': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.nul == null || self.nul == \\"x\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:10: found no matching overload for \'_==_\' applied to \'(string, null)\'\n | self.nul == null || self.nul == "x"\n | .........^',
  ],
  'self.da__dash__sh + self.do__dot__t + self.sl__slash__ash + self.un__underscores__der > 0': [],
  'self.__namespace__ == "x"': [],
  'self.emb.metadata.name == "x" && self.emb.kind == "Pod"': [],
  'self.pre.known == 1': [],
  'self.o == self.o2': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.o == self.o2","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:8: found no matching overload for \'_==_\' applied to \'(selfType0.o, selfType0.o2)\'\n | self.o == self.o2\n | .......^',
  ],
  'self.lm.exists(e, e.k == "a" && e.v > 1)': [],
  'self.lm == self.lm': [],
  'self.set + ["x"] == self.set': [],
  'self.a == 1.0 || self.d > 1 || self.a < 2u': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a == 1.0 || self.d \\u003e 1 || self.a \\u003c 2u","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:8: found no matching overload for \'_==_\' applied to \'(int, double)\'\n | self.a == 1.0 || self.d > 1 || self.a < 2u\n | .......^',
  ],
  'self.d == double(self.a) && int(self.d) == self.a && string(self.a) == "1"': [],
  'self.s.matches("^[a-z]+$") && self.s.find("[0-9]+") != "" && self.s.findAll("a", 2).size() == 1':
    [],
  'self.s.lowerAscii() == self.s.upperAscii() && self.s.trim() == self.s.substring(1, 2)': [],
  'self.s.split(",").join("-") == self.s.replace(",", "-") && self.s.charAt(0) == "a"': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    'spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  'self.s.indexOf("a") == self.s.lastIndexOf("a") && self.s.contains("b")': [],
  '"%s is %d".format([self.s, self.a]) == strings.quote(self.s)': [],
  'self.li.isSorted() && self.li.min() < self.li.max() && self.li.indexOf(3) == 1': [],
  'self.li.sort() == self.li.distinct() && self.li.reverse().slice(0, 1).size() == 1': [],
  'self.lm.sortBy(e, e.v)[0].k == "a" && lists.range(3) == [0, 1, 2]': [],
  'self.ll.flatten().size() > 1 && self.li.first().hasValue()': [],
  'sets.contains(self.l, ["a"]) && sets.equivalent(self.l, self.set) && sets.intersects(self.l, self.l)':
    [],
  'isQuantity(self.s) && quantity(self.s).add(quantity("1Gi")).isGreaterThan(quantity("2Gi"))': [],
  'quantity(self.s).asInteger() == 3 && sign(quantity(self.s)) == 1': [],
  'isIP(self.s) && ip(self.s).family() == 4 && ip.isCanonical(self.s)': [],
  'cidr("10.0.0.0/8").containsIP(self.s) && cidr("10.0.0.0/8").containsCIDR(cidr("10.1.0.0/16"))':
    [],
  'isURL(self.s) && url(self.s).getScheme() == "https" && url(self.s).getQuery().size() == 0': [],
  'isSemver(self.s) && semver(self.s).major() == 1 && semver(self.s, true).isLessThan(semver("2.0.0"))':
    [],
  '!format.dns1123Label().validate(self.s).hasValue()': [],
  'format.named("uuid").value().validate(self.s).orValue([]).size() == 0': [],
  'self.en == "red"': [],
  '-self.a < 0 && --self.a > 0 && !!self.bo': [],
  'self.bo // a comment': [],
  'r"\\d" == "\\\\d" && "\\u00e9" == "é" && b"\\xff" != b"\\377a"': [],
  'self.a < 0x10 && self.d < 1e3 && 5u > 3u': [],
  '{"a": 1}.a == 1 && {1: "x"}[1] == "x" && ["a", ?self.?s].size() > 0 && {?"k": self.?s}.size() == 0':
    [],
  'oldSelf.a == self.a': [],
  '{"rule":"oldSelf.hasValue() || self.a == 1","optionalOldSelf":true}': [],
  '{"rule":"self.a > 1","message":"must be large","reason":"FieldValueForbidden","fieldPath":".a"}':
    [],
  '{"rule":"self.a > 1","messageExpression":"\\"a is \\" + string(self.a)"}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression: Forbidden: estimated messageExpression cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    'spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  '{"rule":"self.m.size() > 1","fieldPath":".m[\'key\']"}': [],
  'self.a +': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a +","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:9: Syntax error: mismatched input \'<EOF>\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.a +\n | ........^',
  ],
  'self.a > 1 &&': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a \\u003e 1 \\u0026\\u0026","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:14: Syntax error: mismatched input \'<EOF>\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.a > 1 &&\n | .............^',
  ],
  ')': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":")","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:1: Syntax error: mismatched input \')\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | )\n | ^',
  ],
  'self.a == 1 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a == 1 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:13: Syntax error: extraneous input \'1\' expecting <EOF>\n | self.a == 1 1\n | ............^',
  ],
  'self.a == 1 1 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a == 1 1 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:13: Syntax error: mismatched input \'1\' expecting <EOF>\n | self.a == 1 1 1\n | ............^',
  ],
  '"abc': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"\\"abc","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:1: Syntax error: token recognition error at: \'"abc\'\n | "abc\n | ^\nERROR: <input>:1:5: Syntax error: mismatched input \'<EOF>\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | "abc\n | ....^',
  ],
  'self.a @ 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a @ 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:8: Syntax error: token recognition error at: \'@\'\n | self.a @ 1\n | .......^\nERROR: <input>:1:10: Syntax error: extraneous input \'1\' expecting <EOF>\n | self.a @ 1\n | .........^',
  ],
  'self..a': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self..a","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:6: Syntax error: no viable alternative at input \'..\'\n | self..a\n | .....^',
  ],
  'self.': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:6: Syntax error: no viable alternative at input \'.\'\n | self.\n | .....^',
  ],
  'self.true': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.true","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:6: Syntax error: mismatched input \'true\' expecting IDENTIFIER\n | self.true\n | .....^',
  ],
  'self.in': [
    "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {\"Rule\":\"self.in\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR: <input>:1:6: Syntax error: no viable alternative at input '.in'\n | self.in\n | .....^\nERROR: <input>:1:8: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.in\n | .......^",
  ],
  if: [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"if","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:1: reserved identifier: if\n | if\n | ^',
  ],
  'self.a == for': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a == for","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:11: reserved identifier: for\n | self.a == for\n | ..........^',
  ],
  '[1,2': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"[1,2","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: Syntax error: mismatched input \'<EOF>\' expecting {\']\', \',\'}\n | [1,2\n | ....^',
  ],
  '[1 2]': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"[1 2]","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:4: Syntax error: extraneous input \'2\' expecting {\']\', \',\'}\n | [1 2]\n | ...^',
  ],
  'self.a ? 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a ? 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:11: Syntax error: mismatched input \'<EOF>\' expecting \':\'\n | self.a ? 1\n | ..........^',
  ],
  'self.a ? 1 : ': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a ? 1 : ","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:14: Syntax error: mismatched input \'<EOF>\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.a ? 1 : \n | .............^',
  ],
  'true & false': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"true \\u0026 false","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:6: Syntax error: token recognition error at: \'& \'\n | true & false\n | .....^\nERROR: <input>:1:8: Syntax error: extraneous input \'false\' expecting <EOF>\n | true & false\n | .......^',
  ],
  'true | false': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"true | false","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:6: Syntax error: token recognition error at: \'| \'\n | true | false\n | .....^\nERROR: <input>:1:8: Syntax error: extraneous input \'false\' expecting <EOF>\n | true | false\n | .......^',
  ],
  'a.b(': [
    "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {\"Rule\":\"a.b(\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR: <input>:1:5: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', ')', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | a.b(\n | ....^",
  ],
  'a.b(1 2)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"a.b(1 2)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:7: Syntax error: extraneous input \'2\' expecting \')\'\n | a.b(1 2)\n | ......^',
  ],
  'size(self.s': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"size(self.s","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:12: Syntax error: missing \')\' at \'<EOF>\'\n | size(self.s\n | ...........^',
  ],
  '{1:}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"{1:}","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:4: Syntax error: mismatched input \'}\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | {1:}\n | ...^',
  ],
  '{1}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"{1}","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:3: Syntax error: mismatched input \'}\' expecting \':\'\n | {1}\n | ..^',
  ],
  '{"a" 1}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"{\\"a\\" 1}","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:6: Syntax error: missing \':\' at \'1\'\n | {"a" 1}\n | .....^',
  ],
  '(1 + 2': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"(1 + 2","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:7: Syntax error: missing \')\' at \'<EOF>\'\n | (1 + 2\n | ......^',
  ],
  '(1 + 2))': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"(1 + 2))","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:8: Syntax error: extraneous input \')\' expecting <EOF>\n | (1 + 2))\n | .......^',
  ],
  '1 + * 2': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"1 + * 2","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: Syntax error: extraneous input \'*\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | 1 + * 2\n | ....^',
  ],
  '!-self.a': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"!-self.a","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:3: Syntax error: no viable alternative at input \'-self\'\n | !-self.a\n | ..^',
  ],
  '-!self.bo': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"-!self.bo","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:2: Syntax error: no viable alternative at input \'-!\'\n | -!self.bo\n | .^',
  ],
  '! > 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"! \\u003e 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:3: Syntax error: extraneous input \'>\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | ! > 1\n | ..^',
  ],
  'self. + 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self. + 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:7: Syntax error: no viable alternative at input \'. +\'\n | self. + 1\n | ......^',
  ],
  'self.(1)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.(1)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:6: Syntax error: no viable alternative at input \'.(\'\n | self.(1)\n | .....^',
  ],
  'self.? == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.? == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:8: Syntax error: mismatched input \'==\' expecting {IDENTIFIER, ESC_IDENTIFIER}\n | self.? == 1\n | .......^\nERROR: <input>:1:8: unsupported ident kind\n | self.? == 1\n | .......^',
  ],
  'self[': [
    "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {\"Rule\":\"self[\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR: <input>:1:6: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', '?', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self[\n | .....^",
  ],
  'self[1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self[1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:7: Syntax error: missing \']\' at \'<EOF>\'\n | self[1\n | ......^',
  ],
  'self[]': [
    "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {\"Rule\":\"self[]\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR: <input>:1:6: Syntax error: mismatched input ']' expecting {'[', '{', '(', '.', '-', '!', '?', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self[]\n | .....^",
  ],
  'self.l[1 2]': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.l[1 2]","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:10: Syntax error: extraneous input \'2\' expecting \']\'\n | self.l[1 2]\n | .........^',
  ],
  '[1,': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"[1,","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:4: Syntax error: missing \']\' at \'<EOF>\'\n | [1,\n | ...^',
  ],
  '[,]': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"[,]","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: cel expression must evaluate to a bool',
  ],
  '{,}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"{,}","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: cel expression must evaluate to a bool',
  ],
  '[,1]': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"[,1]","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:3: Syntax error: extraneous input \'1\' expecting \']\'\n | [,1]\n | ..^',
  ],
  '{"a": 1,, }': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"{\\"a\\": 1,, }","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:9: Syntax error: extraneous input \',\' expecting \'}\'\n | {"a": 1,, }\n | ........^',
  ],
  'size(,)': [
    "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {\"Rule\":\"size(,)\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR: <input>:1:6: Syntax error: extraneous input ',' expecting {'[', '{', '(', ')', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | size(,)\n | .....^",
  ],
  'size(self.s,)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"size(self.s,)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:13: Syntax error: mismatched input \')\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | size(self.s,)\n | ............^',
  ],
  'f(1,,2)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"f(1,,2)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: Syntax error: extraneous input \',\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | f(1,,2)\n | ....^',
  ],
  '(self.bo': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"(self.bo","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:9: Syntax error: missing \')\' at \'<EOF>\'\n | (self.bo\n | ........^',
  ],
  '((self.bo)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"((self.bo)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:11: Syntax error: missing \')\' at \'<EOF>\'\n | ((self.bo)\n | ..........^',
  ],
  '()': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"()","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:2: Syntax error: mismatched input \')\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | ()\n | .^',
  ],
  '.': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":".","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:2: Syntax error: no viable alternative at input \'.\'\n | .\n | .^',
  ],
  '..a': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"..a","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:2: Syntax error: no viable alternative at input \'..\'\n | ..a\n | .^',
  ],
  '.self.bo': [],
  'self.a == 1 ? true': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a == 1 ? true","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:19: Syntax error: mismatched input \'<EOF>\' expecting \':\'\n | self.a == 1 ? true\n | ..................^',
  ],
  'self.a == 1 ? : 2': [
    "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {\"Rule\":\"self.a == 1 ? : 2\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR: <input>:1:15: Syntax error: extraneous input ':' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.a == 1 ? : 2\n | ..............^\nERROR: <input>:1:18: Syntax error: mismatched input '<EOF>' expecting ':'\n | self.a == 1 ? : 2\n | .................^",
  ],
  'self.a == 1 ?? 2': [
    "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {\"Rule\":\"self.a == 1 ?? 2\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR: <input>:1:14: Syntax error: extraneous input '?' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.a == 1 ?? 2\n | .............^\nERROR: <input>:1:17: Syntax error: mismatched input '<EOF>' expecting ':'\n | self.a == 1 ?? 2\n | ................^",
  ],
  '? 1 : 2': [
    "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {\"Rule\":\"? 1 : 2\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR: <input>:1:1: Syntax error: extraneous input '?' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | ? 1 : 2\n | ^\nERROR: <input>:1:5: Syntax error: mismatched input ':' expecting <EOF>\n | ? 1 : 2\n | ....^",
  ],
  'self.a == == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a == == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:11: Syntax error: extraneous input \'==\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.a == == 1\n | ..........^',
  ],
  'self.a ==': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a ==","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:10: Syntax error: mismatched input \'<EOF>\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.a ==\n | .........^',
  ],
  '== 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"== 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:1: Syntax error: extraneous input \'==\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | == 1\n | ^',
  ],
  'self.a, self.b': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a, self.b","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:7: Syntax error: mismatched input \',\' expecting <EOF>\n | self.a, self.b\n | ......^',
  ],
  'self.a; self.b': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a; self.b","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:7: Syntax error: token recognition error at: \';\'\n | self.a; self.b\n | ......^\nERROR: <input>:1:9: Syntax error: mismatched input \'self\' expecting <EOF>\n | self.a; self.b\n | ........^',
  ],
  'self.s == "a\nb': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].message: Required value: message must be specified if rule contains line breaks',
  ],
  "self.s == 'a": [
    "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {\"Rule\":\"self.s == 'a\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR: <input>:1:11: Syntax error: token recognition error at: ''a'\n | self.s == 'a\n | ..........^\nERROR: <input>:1:13: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.s == 'a\n | ............^",
  ],
  'self.s == "\\q"': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.s == \\"\\\\q\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:11: Syntax error: token recognition error at: \'"\\q\'\n | self.s == "\\q"\n | ..........^\nERROR: <input>:1:14: Syntax error: token recognition error at: \'"\'\n | self.s == "\\q"\n | .............^\nERROR: <input>:1:15: Syntax error: mismatched input \'<EOF>\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.s == "\\q"\n | ..............^',
  ],
  'self.a == 08': [],
  'self.a == 1.': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a == 1.","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:13: Syntax error: no viable alternative at input \'.\'\n | self.a == 1.\n | ............^',
  ],
  'self.a == 0x': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a == 0x","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:12: Syntax error: extraneous input \'x\' expecting <EOF>\n | self.a == 0x\n | ...........^',
  ],
  'self.a # 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a # 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:8: Syntax error: token recognition error at: \'#\'\n | self.a # 1\n | .......^\nERROR: <input>:1:10: Syntax error: extraneous input \'1\' expecting <EOF>\n | self.a # 1\n | .........^',
  ],
  'self.a && && self.b': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a \\u0026\\u0026 \\u0026\\u0026 self.b","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:11: Syntax error: extraneous input \'&&\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.a && && self.b\n | ..........^',
  ],
  'in self.l': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"in self.l","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:1: Syntax error: extraneous input \'in\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | in self.l\n | ^',
  ],
  'self.a in': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a in","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:10: Syntax error: mismatched input \'<EOF>\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.a in\n | .........^',
  ],
  'Foo{a 1}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"Foo{a 1}","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:7: Syntax error: missing \':\' at \'1\'\n | Foo{a 1}\n | ......^',
  ],
  'Foo{1: 1}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"Foo{1: 1}","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: Syntax error: mismatched input \'1\' expecting {\'}\', \',\', \'?\', IDENTIFIER, ESC_IDENTIFIER}\n | Foo{1: 1}\n | ....^',
  ],
  'self.a.b(': [
    "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {\"Rule\":\"self.a.b(\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR: <input>:1:10: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', ')', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.a.b(\n | .........^",
  ],
  'self.a == 1)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a == 1)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:12: Syntax error: extraneous input \')\' expecting <EOF>\n | self.a == 1)\n | ...........^',
  ],
  'self.a == 1]': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a == 1]","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:12: Syntax error: extraneous input \']\' expecting <EOF>\n | self.a == 1]\n | ...........^',
  ],
  '{"a": 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"{\\"a\\": 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:8: Syntax error: mismatched input \'<EOF>\' expecting {\'}\', \',\'}\n | {"a": 1\n | .......^',
  ],
  '{"a": ': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"{\\"a\\": ","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:7: Syntax error: mismatched input \'<EOF>\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | {"a": \n | ......^',
  ],
  'true false': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"true false","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:6: Syntax error: extraneous input \'false\' expecting <EOF>\n | true false\n | .....^',
  ],
  '"a" "b"': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"\\"a\\" \\"b\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: Syntax error: extraneous input \'"b"\' expecting <EOF>\n | "a" "b"\n | ....^',
  ],
  'b"\\u00e9" == b"a"': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"b\\"\\\\u00e9\\" == b\\"a\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:1: unable to unescape string\n | b"\\u00e9" == b"a"\n | ^',
  ],
  '"\\ud800" == "a"': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"\\"\\\\ud800\\" == \\"a\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:1: invalid unicode code point\n | "\\ud800" == "a"\n | ^',
  ],
  '1u2 == 3': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"1u2 == 3","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:3: Syntax error: mismatched input \'2\' expecting <EOF>\n | 1u2 == 3\n | ..^',
  ],
  'self.a === 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a === 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:10: Syntax error: token recognition error at: \'= \'\n | self.a === 1\n | .........^',
  ],
  'self.a <> 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a \\u003c\\u003e 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:9: Syntax error: extraneous input \'>\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.a <> 1\n | ........^',
  ],
  'not self.bo': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"not self.bo","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: Syntax error: mismatched input \'self\' expecting <EOF>\n | not self.bo\n | ....^',
  ],
  '!': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"!","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:2: Syntax error: extraneous input \'<EOF>\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | !\n | .^',
  ],
  '-': [
    "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {\"Rule\":\"-\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR: <input>:1:2: Syntax error: no viable alternative at input '-'\n | -\n | .^\nERROR: <input>:1:2: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | -\n | .^",
  ],
  '--': [
    "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {\"Rule\":\"--\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR: <input>:1:3: Syntax error: no viable alternative at input '-'\n | --\n | ..^\nERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | --\n | ..^",
  ],
  '!!)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"!!)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:3: Syntax error: extraneous input \')\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | !!)\n | ..^',
  ],
  '[1,,2]': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"[1,,2]","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:4: Syntax error: mismatched input \',\' expecting \']\'\n | [1,,2]\n | ...^',
  ],
  '{1: 2, 3}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"{1: 2, 3}","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:9: Syntax error: mismatched input \'}\' expecting \':\'\n | {1: 2, 3}\n | ........^',
  ],
  'self.?': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.?","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:7: Syntax error: mismatched input \'<EOF>\' expecting {IDENTIFIER, ESC_IDENTIFIER}\n | self.?\n | ......^\nERROR: <input>:1:7: unsupported ident kind\n | self.?\n | ......^',
  ],
  'self.a > 1 && (self.b > 2 || self.s == "x"': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a \\u003e 1 \\u0026\\u0026 (self.b \\u003e 2 || self.s == \\"x\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:43: Syntax error: missing \')\' at \'<EOF>\'\n | self.a > 1 && (self.b > 2 || self.s == "x"\n | ..........................................^',
  ],
  'self.l.all(x, x == "a"': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.l.all(x, x == \\"a\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:23: Syntax error: missing \')\' at \'<EOF>\'\n | self.l.all(x, x == "a"\n | ......................^',
  ],
  'self.l.all(x, )': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.l.all(x, )","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:15: Syntax error: mismatched input \')\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.l.all(x, )\n | ..............^',
  ],
  'self.l.all(, x)': [
    "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {\"Rule\":\"self.l.all(, x)\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR: <input>:1:12: Syntax error: extraneous input ',' expecting {'[', '{', '(', ')', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self.l.all(, x)\n | ...........^",
  ],
  'self.bo and self.bo': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.bo and self.bo","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:9: Syntax error: mismatched input \'and\' expecting <EOF>\n | self.bo and self.bo\n | ........^',
  ],
  "'it''s'": [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"\'it\'\'s\'","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: Syntax error: extraneous input \'\'s\'\' expecting <EOF>\n | \'it\'\'s\'\n | ....^',
  ],
  '"\\d" == "d"': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"\\"\\\\d\\" == \\"d\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:1: Syntax error: token recognition error at: \'"\\d\'\n | "\\d" == "d"\n | ^\nERROR: <input>:1:10: Syntax error: extraneous input \'d\' expecting <EOF>\n | "\\d" == "d"\n | .........^\nERROR: <input>:1:11: Syntax error: token recognition error at: \'"\'\n | "\\d" == "d"\n | ..........^',
  ],
  'self.a = 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a = 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:8: Syntax error: token recognition error at: \'= \'\n | self.a = 1\n | .......^\nERROR: <input>:1:10: Syntax error: extraneous input \'1\' expecting <EOF>\n | self.a = 1\n | .........^',
  ],
  '99999999999999999999 > 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"99999999999999999999 \\u003e 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:1: invalid int literal\n | 99999999999999999999 > 1\n | ^',
  ],
  'self.`x-y` == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.`x-y` == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:6: unsupported syntax: \'`\'\n | self.`x-y` == 1\n | .....^',
  ],
  '': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Required value: rule is not specified',
  ],
  '   ': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Required value: rule is not specified',
  ],
  'self.a > 1\n  && self.s == ?': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].message: Required value: message must be specified if rule contains line breaks',
  ],
  'é == 1': [
    "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {\"Rule\":\"é == 1\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR: <input>:1:1: Syntax error: token recognition error at: 'é'\n | é == 1\n | ＾\nERROR: <input>:1:3: Syntax error: extraneous input '==' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | é == 1\n | ．.^",
  ],
  'self.s == "é" && self.x': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.s == \\"é\\" \\u0026\\u0026 self.x","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:22: undefined field \'x\'\n | self.s == "é" && self.x\n | ...........．.........^',
  ],
  'self.x': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.x","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: undefined field \'x\'\n | self.x\n | ....^',
  ],
  'self.o.z == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.o.z == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:7: undefined field \'z\'\n | self.o.z == 1\n | ......^',
  ],
  'self.a': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: cel expression must evaluate to a bool',
  ],
  self: [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: cel expression must evaluate to a bool',
  ],
  'self.s': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.s","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: cel expression must evaluate to a bool',
  ],
  'foo(self)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"foo(self)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:4: undeclared reference to \'foo\' (in container \'\')\n | foo(self)\n | ...^',
  ],
  'self.a.foo()': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a.foo()","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:11: undeclared reference to \'foo\' (in container \'\')\n | self.a.foo()\n | ..........^',
  ],
  'foo.bar(1)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"foo.bar(1)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:1: undeclared reference to \'foo\' (in container \'\')\n | foo.bar(1)\n | ^\nERROR: <input>:1:8: undeclared reference to \'bar\' (in container \'\')\n | foo.bar(1)\n | .......^',
  ],
  'self.a > "x"': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a \\u003e \\"x\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:8: found no matching overload for \'_>_\' applied to \'(int, string)\'\n | self.a > "x"\n | .......^',
  ],
  'self.a + self.s == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a + self.s == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:8: found no matching overload for \'_+_\' applied to \'(int, string)\'\n | self.a + self.s == 1\n | .......^',
  ],
  'self.a && self.bo': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a \\u0026\\u0026 self.bo","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: expected type \'bool\' but found \'int\'\n | self.a && self.bo\n | ....^',
  ],
  'self.bo && self.s': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.bo \\u0026\\u0026 self.s","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:16: expected type \'bool\' but found \'string\'\n | self.bo && self.s\n | ...............^',
  ],
  'self.s.size': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.s.size","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:7: type \'string\' does not support field selection\n | self.s.size\n | ......^',
  ],
  'self.s.startsWith(1)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.s.startsWith(1)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:18: found no matching overload for \'startsWith\' applied to \'string.(int)\'\n | self.s.startsWith(1)\n | .................^',
  ],
  'self.a.all(x, x > 1)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a.all(x, x \\u003e 1)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: expression of type \'int\' cannot be range of a comprehension (must be list, map, or dynamic)\n | self.a.all(x, x > 1)\n | ....^',
  ],
  'self.l.all(1, true)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.l.all(1, true)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:12: argument must be a simple name\n | self.l.all(1, true)\n | ...........^',
  ],
  'self.l.all(x.y, true)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.l.all(x.y, true)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:13: argument must be a simple name\n | self.l.all(x.y, true)\n | ............^',
  ],
  'self.l.map(1, 2)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.l.map(1, 2)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:12: argument is not an identifier\n | self.l.map(1, 2)\n | ...........^',
  ],
  'self.li.all(i, i, true)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.li.all(i, i, true)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:16: duplicate variable name: i\n | self.li.all(i, i, true)\n | ...............^',
  ],
  'self.l.all(__result__, true)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.l.all(__result__, true)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:12: iteration variable overwrites accumulator variable\n | self.l.all(__result__, true)\n | ...........^',
  ],
  'has(self)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"has(self)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: invalid argument to has() macro\n | has(self)\n | ....^',
  ],
  'has(self.l[0])': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"has(self.l[0])","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:11: invalid argument to has() macro\n | has(self.l[0])\n | ..........^',
  ],
  'has(self.x)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"has(self.x)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:4: undefined field \'x\'\n | has(self.x)\n | ...^',
  ],
  'self.o == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.o == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:8: found no matching overload for \'_==_\' applied to \'(selfType0.o, int)\'\n | self.o == 1\n | .......^',
  ],
  'self.o == self.lm[0]': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.o == self.lm[0]","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:8: found no matching overload for \'_==_\' applied to \'(selfType0.o, selfType0.lm.@idx)\'\n | self.o == self.lm[0]\n | .......^',
  ],
  '1 == 1 == "a"': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"1 == 1 == \\"a\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:8: found no matching overload for \'_==_\' applied to \'(bool, string)\'\n | 1 == 1 == "a"\n | .......^',
  ],
  'null == self.a': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"null == self.a","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:6: found no matching overload for \'_==_\' applied to \'(null, int)\'\n | null == self.a\n | .....^',
  ],
  '[1, "a"].size() > 0': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"[1, \\"a\\"].size() \\u003e 0","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: expected type \'int\' but found \'string\'\n | [1, "a"].size() > 0\n | ....^',
  ],
  '{"a": 1, "b": "c"}.size() > 0': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"{\\"a\\": 1, \\"b\\": \\"c\\"}.size() \\u003e 0","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:15: expected type \'int\' but found \'string\'\n | {"a": 1, "b": "c"}.size() > 0\n | ..............^',
  ],
  '{"a": 1, 2: 3}.size() > 0': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"{\\"a\\": 1, 2: 3}.size() \\u003e 0","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:10: expected type \'string\' but found \'int\'\n | {"a": 1, 2: 3}.size() > 0\n | .........^',
  ],
  'self.unk == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.unk == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: undefined field \'unk\'\n | self.unk == 1\n | ....^',
  ],
  'self.pre.other == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.pre.other == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:9: undefined field \'other\'\n | self.pre.other == 1\n | ........^',
  ],
  'self.emb.spec == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.emb.spec == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:9: undefined field \'spec\'\n | self.emb.spec == 1\n | ........^',
  ],
  'self.metadata.name == "x"': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.metadata.name == \\"x\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: undefined field \'metadata\'\n | self.metadata.name == "x"\n | ....^',
  ],
  'self.$dollar == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.$dollar == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:6: Syntax error: token recognition error at: \'$\'\n | self.$dollar == 1\n | .....^',
  ],
  'self.s.matches("(")': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.s.matches(\\"(\\")","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:16: invalid matches argument\n | self.s.matches("(")\n | ...............^',
  ],
  'self.s.find("(") == ""': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.s.find(\\"(\\") == \\"\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: program instantiation failed: error parsing regexp: missing closing ): `(`',
  ],
  'duration("x") > duration("1h")': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"duration(\\"x\\") \\u003e duration(\\"1h\\")","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:10: invalid duration argument\n | duration("x") > duration("1h")\n | .........^',
  ],
  'timestamp("2020") > self.t': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"timestamp(\\"2020\\") \\u003e self.t","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:11: invalid timestamp argument\n | timestamp("2020") > self.t\n | ..........^',
  ],
  'int("x") == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"int(\\"x\\") == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: program instantiation failed: type conversion error from \'string\' to \'int\'',
  ],
  '"%d".format(["a"]) == ""': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"\\"%d\\".format([\\"a\\"]) == \\"\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:14: error during formatting: decimal clause can only be used on integers, was given string\n | "%d".format(["a"]) == ""\n | .............^',
  ],
  '"%s %s".format([1]) == ""': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"\\"%s %s\\".format([1]) == \\"\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:15: index 1 out of range\n | "%s %s".format([1]) == ""\n | ..............^',
  ],
  '"%s".format([1, 2]) == ""': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"\\"%s\\".format([1, 2]) == \\"\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:12: too many arguments supplied to string.format (expected 1, got 2)\n | "%s".format([1, 2]) == ""\n | ...........^',
  ],
  '"%z".format([1]) == ""': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"\\"%z\\".format([1]) == \\"\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:12: could not parse formatting clause: unrecognized formatting clause "z"\n | "%z".format([1]) == ""\n | ...........^',
  ],
  'self.a ? true : false': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.a ? true : false","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:8: found no matching overload for \'_?_:_\' applied to \'(int, bool, bool)\'\n | self.a ? true : false\n | .......^',
  ],
  'self.bo ? 1 : "a"': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.bo ? 1 : \\"a\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:9: found no matching overload for \'_?_:_\' applied to \'(bool, int, string)\'\n | self.bo ? 1 : "a"\n | ........^',
  ],
  'self.m["a"] == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.m[\\"a\\"] == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:13: found no matching overload for \'_==_\' applied to \'(string, int)\'\n | self.m["a"] == 1\n | ............^',
  ],
  'self.m[1] == "a"': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.m[1] == \\"a\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:7: found no matching overload for \'_[_]\' applied to \'(map(string, string), int)\'\n | self.m[1] == "a"\n | ......^',
  ],
  'self.l["a"] == "b"': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.l[\\"a\\"] == \\"b\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:7: found no matching overload for \'_[_]\' applied to \'(list(string), string)\'\n | self.l["a"] == "b"\n | ......^',
  ],
  'self.l[0] == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.l[0] == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:11: found no matching overload for \'_==_\' applied to \'(string, int)\'\n | self.l[0] == 1\n | ..........^',
  ],
  'self.lm[0].z': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.lm[0].z","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:11: undefined field \'z\'\n | self.lm[0].z\n | ..........^',
  ],
  'Foo{a: 1} == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"Foo{a: 1} == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:4: undeclared reference to \'Foo\' (in container \'\')\n | Foo{a: 1} == 1\n | ...^',
  ],
  'int{} == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"int{} == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:4: \'int\' is not a message type\n | int{} == 1\n | ...^',
  ],
  'authorizer.path("/x").check("get").allowed()': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"authorizer.path(\\"/x\\").check(\\"get\\").allowed()","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:1: undeclared reference to \'authorizer\' (in container \'\')\n | authorizer.path("/x").check("get").allowed()\n | ^',
  ],
  'cel.bind(x, 1, x == 1)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"cel.bind(x, 1, x == 1)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:1: undeclared reference to \'cel\' (in container \'\')\n | cel.bind(x, 1, x == 1)\n | ^\nERROR: <input>:1:9: undeclared reference to \'bind\' (in container \'\')\n | cel.bind(x, 1, x == 1)\n | ........^\nERROR: <input>:1:10: undeclared reference to \'x\' (in container \'\')\n | cel.bind(x, 1, x == 1)\n | .........^\nERROR: <input>:1:16: undeclared reference to \'x\' (in container \'\')\n | cel.bind(x, 1, x == 1)\n | ...............^',
  ],
  'self.li.existsOne(x, x == 1)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.li.existsOne(x, x == 1)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:18: undeclared reference to \'existsOne\' (in container \'\')\n | self.li.existsOne(x, x == 1)\n | .................^\nERROR: <input>:1:19: undeclared reference to \'x\' (in container \'\')\n | self.li.existsOne(x, x == 1)\n | ..................^\nERROR: <input>:1:22: undeclared reference to \'x\' (in container \'\')\n | self.li.existsOne(x, x == 1)\n | .....................^',
  ],
  'self.s.reverse() == ""': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.s.reverse() == \\"\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:15: found no matching overload for \'reverse\' applied to \'string.()\'\n | self.s.reverse() == ""\n | ..............^',
  ],
  'math.greatest(1, 2) == 2': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"math.greatest(1, 2) == 2","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:1: undeclared reference to \'math\' (in container \'\')\n | math.greatest(1, 2) == 2\n | ^\nERROR: <input>:1:14: undeclared reference to \'greatest\' (in container \'\')\n | math.greatest(1, 2) == 2\n | .............^',
  ],
  'oldSelf.hasValue()': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"oldSelf.hasValue()","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:17: found no matching overload for \'hasValue\' applied to \'selfType0.()\'\n | oldSelf.hasValue()\n | ................^',
  ],
  'self.?x.hasValue()': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.?x.hasValue()","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: undefined field \'x\'\n | self.?x.hasValue()\n | ....^',
  ],
  'self.?o == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.?o == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:9: found no matching overload for \'_==_\' applied to \'(optional_type(selfType0.o), int)\'\n | self.?o == 1\n | ........^',
  ],
  'optional.of(1) == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"optional.of(1) == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:16: found no matching overload for \'_==_\' applied to \'(optional_type(int), int)\'\n | optional.of(1) == 1\n | ...............^',
  ],
  'self.x && self.y || foo(self.z)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.x \\u0026\\u0026 self.y || foo(self.z)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: undefined field \'x\'\n | self.x && self.y || foo(self.z)\n | ....^\nERROR: <input>:1:15: undefined field \'y\'\n | self.x && self.y || foo(self.z)\n | ..............^\nERROR: <input>:1:24: undeclared reference to \'foo\' (in container \'\')\n | self.x && self.y || foo(self.z)\n | .......................^\nERROR: <input>:1:29: undefined field \'z\'\n | self.x && self.y || foo(self.z)\n | ............................^',
  ],
  'self.o.x.y.z == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.o.x.y.z == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:9: type \'int\' does not support field selection\n | self.o.x.y.z == 1\n | ........^',
  ],
  'size() == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"size() == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: found no matching overload for \'size\' applied to \'()\'\n | size() == 1\n | ....^',
  ],
  'size(1) == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"size(1) == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: found no matching overload for \'size\' applied to \'(int)\'\n | size(1) == 1\n | ....^',
  ],
  'matches(self.s, 1)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"matches(self.s, 1)","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:8: found no matching overload for \'matches\' applied to \'(string, int)\'\n | matches(self.s, 1)\n | .......^',
  ],
  '-self.s == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"-self.s == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:1: found no matching overload for \'-_\' applied to \'(string)\'\n | -self.s == 1\n | ^',
  ],
  '!self.a': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"!self.a","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:1: found no matching overload for \'!_\' applied to \'(int)\'\n | !self.a\n | ^',
  ],
  'self.li.sum() == "a"': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.li.sum() == \\"a\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:15: found no matching overload for \'_==_\' applied to \'(int, string)\'\n | self.li.sum() == "a"\n | ..............^',
  ],
  'self.l.sum() == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.l.sum() == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:11: found no matching overload for \'sum\' applied to \'list(string).()\'\n | self.l.sum() == 1\n | ..........^',
  ],
  'quantity(1) == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"quantity(1) == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:9: found no matching overload for \'quantity\' applied to \'(int)\'\n | quantity(1) == 1\n | ........^',
  ],
  'dyn(self.a) == "x"': [],
  'type(self.a) == string && type(self) == map': [],
  '{"rule":"self.a > 1","messageExpression":"self.a"}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression: Invalid value: {"Rule":"self.a \\u003e 1","Message":"","MessageExpression":"self.a","Reason":null,"FieldPath":"","OptionalOldSelf":null}: messageExpression must evaluate to a string',
  ],
  '{"rule":"self.a > 1","messageExpression":"self.x"}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression: Invalid value: {"Rule":"self.a \\u003e 1","Message":"","MessageExpression":"self.x","Reason":null,"FieldPath":"","OptionalOldSelf":null}: messageExpression compilation failed: ERROR: <input>:1:5: undefined field \'x\'\n | self.x\n | ....^',
  ],
  '{"rule":"self.a > 1","messageExpression":"\\"a\\" +"}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression: Invalid value: {"Rule":"self.a \\u003e 1","Message":"","MessageExpression":"\\"a\\" +","Reason":null,"FieldPath":"","OptionalOldSelf":null}: messageExpression compilation failed: ERROR: <input>:1:6: Syntax error: mismatched input \'<EOF>\' expecting {\'[\', \'{\', \'(\', \'.\', \'-\', \'!\', \'true\', \'false\', \'null\', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | "a" +\n | .....^',
  ],
  '{"rule":"self.a > 1","messageExpression":" "}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression: Required value: messageExpression must be non-empty if specified',
  ],
  '{"rule":"self.a > 1","message":" "}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].message: Invalid value: " ": must be non-empty if specified',
  ],
  '{"rule":"self.a > 1","message":"two\\nlines"}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].message: Invalid value: "two\\nlines": must not contain line breaks',
  ],
  '{"rule":"self.a\\n > 1"}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].message: Required value: message must be specified if rule contains line breaks',
  ],
  '{"rule":"self.a\\n > 1","message":"x"}': [],
  '{"rule":"self.a > 1","reason":"NoSuchReason"}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].reason: Unsupported value: "NoSuchReason": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"',
  ],
  '{"rule":"self.a > 1","fieldPath":".nope"}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath: Invalid value: ".nope": must be a valid path',
  ],
  '{"rule":"self.a > 1","fieldPath":"a"}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath: Invalid value: "a": must be a valid path',
  ],
  '{"rule":"self.a > 1","fieldPath":" "}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath: Invalid value: " ": must be a valid path',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath: Invalid value: " ": must be non-empty if specified',
  ],
  '{"rule":"self.a > 1","fieldPath":".o[\'x\']"}': [],
  '{"rule":"self.a > 1","fieldPath":".l[0]"}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath: Invalid value: ".l[0]": must be a valid path',
  ],
  '{"rule":"self.a > 1","optionalOldSelf":true}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule',
  ],
  '{"rule":"self.a > 1 && self.s == \\"<&>\\"","optionalOldSelf":false,"message":"\\"q\\"","reason":"X"}':
    [
      'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].reason: Unsupported value: "X": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"',
    ],
  'self.free.all(x, x == "a")': [],
  'self.free.all(x, self.free.all(y, x == y))': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    'spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  'self.long.matches("^[a-z]*$")': [],
  'self.long.contains(self.long)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    'spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  'self.free.map(x, x.upperAscii()).join("").size() > 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    'spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  'self.free.sort().size() == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    'spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  'self.long.split("").size() > 3': [],
  'self.long == self.long && self.long + self.long != ""': [],
  'self.long.replace("a", "bb").size() < 1': [],
  'self.free.exists(x, x.matches(x))': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    'spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  'format.dns1123Label().validate(self.long).hasValue()': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of 1.006634x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  'self.free.filter(x, x in self.free).size() == 0': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    'spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  'self.free.isSorted() && self.free.indexOf("a") == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    'spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  'self.free.transformMap(i, v, v).size() > 0': [],
  'sets.contains(self.free, self.free)': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    'spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  'self.free.distinct().size() == self.free.size()': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    'spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  '{"rule":"self.a > 1","messageExpression":"self.long + self.long + self.long"}': [],
  '{"rule":"self.a > 1","messageExpression":"self.free.map(x, x + x).join(\\",\\")"}': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].messageExpression: Forbidden: estimated messageExpression cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    'spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  'a rule on a string': [],
  'a rule on an unbounded list item': [],
  'a dear rule on an unbounded list item': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[l].items.x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'spec.validation.openAPIV3Schema.properties[spec].properties[l].items.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    'spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  'a rule in lists of lists': [],
  'a rule in bounded lists of lists': [],
  'a rule on an unbounded map value': [],
  'a rule on objects in an unbounded map': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[m].additionalProperties.x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'spec.validation.openAPIV3Schema.properties[spec].properties[m].additionalProperties.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    'spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  'required fields make items larger': [],
  'oldSelf below an atomic list': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[l].items.x-kubernetes-validations[0].rule: Invalid value: "self > oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within spec.validation.openAPIV3Schema.properties[spec].properties[l]',
  ],
  'oldSelf below a set': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[l].items.x-kubernetes-validations[0].rule: Invalid value: "self > oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within spec.validation.openAPIV3Schema.properties[spec].properties[l]',
  ],
  'oldSelf in a list of type map': [],
  'oldSelf deep below an atomic list': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[l].items.properties[o].properties[x].x-kubernetes-validations[0].rule: Invalid value: "self > oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within spec.validation.openAPIV3Schema.properties[spec].properties[l]',
  ],
  'oldSelf in an atomic map': [],
  'a rule on a field without a type': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[u].x-kubernetes-validations: Internal error: internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations',
  ],
  'a rule on int-or-string': [],
  'a rule on a list of unknown': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[l].x-kubernetes-validations: Internal error: internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations',
  ],
  'a rule on an embedded resource': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[e].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.metadata.name == \\"x\\" \\u0026\\u0026 self.metadata.namespace == \\"y\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:43: undefined field \'namespace\'\n | self.metadata.name == "x" && self.metadata.namespace == "y"\n | ..........................................^',
  ],
  'rules on several levels': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[o].properties[x].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self \\u003e \\"a\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:6: found no matching overload for \'_>_\' applied to \'(int, string)\'\n | self > "a"\n | .....^',
    'spec.validation.openAPIV3Schema.properties[spec].properties[o].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.y == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: undefined field \'y\'\n | self.y == 1\n | ....^',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.z","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: undefined field \'z\'\n | self.z\n | ....^',
  ],
  'a sum of costs over the limit': [],
  'a rule slightly too dear': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of 4.4x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  'a default that breaks a rule': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[x].default: Invalid value: 3: failed rule: self > 5',
  ],
  'a default that keeps a rule': [],
  'a default object that breaks a rule with a message': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[o].default.x: Invalid value: x is 5',
  ],
  'a default with an optional old value': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[x].default: Invalid value: 3: failed rule: oldSelf.hasValue()',
  ],
  'a default that fails in a rule': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[o].default: Invalid value: "object": no such key: x evaluating rule: self.x > 1',
  ],
  'a default below a wrong rule': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[o].default: Invalid value: "object": rule compile error: compilation failed: ERROR: <input>:1:5: undefined field \'x\'\n | self.x > 1\n | ....^',
  ],
  'a map key cost': [],
  'a bounded map cost': [],
  'an enum bounds a string': [],
  'a negative bound': [],
  'oldSelf below lists in lists': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[l].items.items.x-kubernetes-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within spec.validation.openAPIV3Schema.properties[spec].properties[l]',
  ],
  'oldSelf below a list of type map in an atomic list': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[l].items.items.properties[k].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
    'spec.validation.openAPIV3Schema.properties[spec].properties[l].items.items.properties[k].x-kubernetes-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within spec.validation.openAPIV3Schema.properties[spec].properties[l]',
  ],
  'rules below a rule that sees no type': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[a].x-kubernetes-validations: Internal error: internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations: Internal error: internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations',
  ],
  'a rule below a field without a type': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[u].properties[a].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:6: found no matching overload for \'_==_\' applied to \'(string, int)\'\n | self == 1\n | .....^',
  ],
  'a rule below a field without a type, and one above': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[u].properties[a].x-kubernetes-validations: Internal error: internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations',
  ],
  'a field path with escapes': [
    "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].fieldPath: Invalid value: \".['it\\\\'s']\": must be a valid path",
  ],
  'field paths with escapes': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[2].fieldPath: Invalid value: "[\'x\\\\d\']": must be a valid path',
  ],
  'a rule beside a wrong list key': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[l].items.properties[k].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
    'spec.validation.openAPIV3Schema.properties[spec].properties[l].items.properties[k].type: Invalid value: "object": must be a scalar type if parent array\'s x-kubernetes-list-type is map',
    'spec.validation.openAPIV3Schema.properties[spec].properties[l].items.properties[k].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.y == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: undefined field \'y\'\n | self.y == 1\n | ....^',
  ],
  'a rule below a wrong map type': [
    'spec.validation.openAPIV3Schema.properties[spec].properties[a].x-kubernetes-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within spec.validation.openAPIV3Schema.properties[spec]',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-map-type: Unsupported value: "loose": supported values: "atomic", "granular"',
  ],
  'a wrong rule in allOf': [
    'spec.validation.openAPIV3Schema.properties[spec].allOf[0].x-kubernetes-validations: Forbidden: must be empty to be structural',
  ],
  'a default and rules that cost too much': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    'spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  'self.namespace == "x" && has(self.namespace) && self.?namespace.hasValue()': [],
  'self.namespace.matches("^a$")': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    'spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  'self.o.if == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.o.if == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:7: undefined field \'if\'\n | self.o.if == 1\n | ......^',
  ],
  'duration(1) == self.du': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"duration(1) == self.du","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:10: invalid duration argument\n | duration(1) == self.du\n | .........^',
  ],
  'duration(null) == self.du': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"duration(null) == self.du","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:10: invalid duration argument\n | duration(null) == self.du\n | .........^',
  ],
  'timestamp(253402300800) == self.t': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"timestamp(253402300800) == self.t","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:11: invalid timestamp argument\n | timestamp(253402300800) == self.t\n | ..........^',
  ],
  'timestamp(-62135596801) == self.t': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"timestamp(-62135596801) == self.t","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:11: invalid timestamp argument\n | timestamp(-62135596801) == self.t\n | ..........^',
  ],
  'timestamp(0) == self.t': [],
  'url("http://a/b").getPort == ""': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"url(\\"http://a/b\\").getPort == \\"\\"","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:18: unexpected failed resolution of \'kubernetes.URL\'\n | url("http://a/b").getPort == ""\n | .................^',
  ],
  'quantity("1").a.b == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"quantity(\\"1\\").a.b == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:14: unexpected failed resolution of \'kubernetes.Quantity\'\n | quantity("1").a.b == 1\n | .............^',
  ],
  'format.uuid().x == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"format.uuid().x == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:14: unexpected failed resolution of \'kubernetes.NamedFormat\'\n | format.uuid().x == 1\n | .............^',
  ],
  '{}[?timestamp(0)].hasValue()': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"{}[?timestamp(0)].hasValue()","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: program instantiation failed: invalid qualifier type: types.Timestamp',
  ],
  '[1][dyn([1])] == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"[1][dyn([1])] == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: program instantiation failed: invalid qualifier type: *types.baseList',
  ],
  '{"a": 1}[null] == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"{\\"a\\": 1}[null] == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:9: found no matching overload for \'_[_]\' applied to \'(map(string, int), null)\'\n | {"a": 1}[null] == 1\n | ........^',
  ],
  '[1][dyn(b"a")] == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"[1][dyn(b\\"a\\")] == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: program instantiation failed: invalid qualifier type: types.Bytes',
  ],
  '[1][dyn({"a": 1})] == 1': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"[1][dyn({\\"a\\": 1})] == 1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: program instantiation failed: invalid qualifier type: *types.baseMap',
  ],
  'self.s.split(",", -1).exists(x, x == "a")': [
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    'spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
    'spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
  ],
  'self.s.split(",", 3).exists(x, x == "a")': [],
};
