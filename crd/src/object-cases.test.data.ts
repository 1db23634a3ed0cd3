import type { JsonObject, JsonValue } from '@vmgen/cel/json';
import type { JSONSchemaProps } from '@vmgen/cel/schema';

// What kube-apiserver 1.36.3 answered, recorded case by case. Errors are sorted.

export interface ObjectCase {
  readonly object: JsonObject;
  /** Unknown fields. */
  readonly dropped: readonly string[];
  readonly errors: readonly string[];
  /** The spec as it was stored. */
  readonly spec?: JsonValue;
}

// prettier-ignore
export const objectSchema: JSONSchemaProps = {"type":"object","properties":{"spec":{"type":"object","properties":{"str":{"type":"string"},"int":{"type":"integer"},"arr":{"type":"array","items":{"type":"integer"}},"obj":{"type":"object","properties":{"a":{"type":"string"}}},"ios":{"x-kubernetes-int-or-string":true},"nul":{"type":"string","nullable":true},"map":{"type":"object","additionalProperties":{"type":"integer"}},"req":{"type":"object","required":["a","b"],"properties":{"a":{"type":"string"},"b":{"type":"string"}}},"any":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b","c"]}]},"lmap":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],"items":{"type":"object","required":["k"],"properties":{"k":{"type":"string"},"v":{"type":"integer","maximum":5}}}},"emb":{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true},"pres":{"type":"object","x-kubernetes-preserve-unknown-fields":true,"properties":{"a":{"type":"integer"}}},"any2":{"x-kubernetes-preserve-unknown-fields":true},"def":{"type":"object","default":{},"properties":{"a":{"type":"string","default":"x"},"n":{"type":"string","nullable":true,"default":"y"},"l":{"type":"array","items":{"type":"object","properties":{"q":{"type":"integer","default":7}}}},"m":{"type":"object","additionalProperties":{"type":"string","default":"mm"}},"mo":{"type":"object","additionalProperties":{"type":"object","properties":{"z":{"type":"boolean","default":true}}}},"li":{"type":"array","items":{"type":"string","default":"li"}}}}}}}};

// prettier-ignore
export const objectCases: readonly ObjectCase[] = [
  { object: {"spec":"x"},
    dropped: [], errors: ["spec: Invalid value: \"string\": spec in body must be of type object: \"string\""], },
  { object: {"spec":null},
    dropped: [], errors: [], },
  { object: {},
    dropped: [], errors: [], },
  { object: {"spec":{"unknown":1,"obj":{"b":1,"a":"x"},"arr":[{"z":1}],"map":{},"lmap":[{"k":"a","zz":1}],"pres":{"b":1,"a":1},"emb":{"apiVersion":"v1","kind":"P","metadata":{"name":"a","zz":1},"extra":1}},"top":1},
    dropped: ["spec.arr[0].z","spec.lmap[0].zz","spec.obj.b","spec.unknown","top","spec.emb.metadata.zz"], errors: ["spec.arr[0]: Invalid value: \"object\": spec.arr[0] in body must be of type integer: \"object\""], },
  { object: {"spec":{"def":{}}},
    dropped: [], errors: [],
    spec: {"def":{"a":"x","n":"y"}}, },
  { object: {"spec":{"def":{"a":null,"n":null}}},
    dropped: [], errors: [],
    spec: {"def":{"a":"x","n":null}}, },
  { object: {"spec":{"def":{"l":[{},{"q":null},null],"m":{"a":null,"b":"c"},"mo":{"a":{},"b":null},"li":[null,"a"]}}},
    dropped: [], errors: ["spec.def.l[2]: Invalid value: \"null\": spec.def.l[2] in body must be of type object: \"null\""], },
  { object: {"spec":{"def":null}},
    dropped: [], errors: [],
    spec: {"def":{"a":"x","n":"y"}}, },
  { object: {"spec":{"def":{"l":null,"m":null}}},
    dropped: [], errors: [],
    spec: {"def":{"a":"x","n":"y"}}, },
  { object: {"spec":{"str":"a","int":5,"any":{"a":"x","zz":null}}},
    dropped: ["spec.any.zz"], errors: [],
    spec: {"any":{"a":"x"},"def":{"a":"x","n":"y"},"int":5,"str":"a"}, },
  { object: {"spec":{"str":5,"int":"x","req":{}}},
    dropped: [], errors: ["spec.int: Invalid value: \"string\": spec.int in body must be of type integer: \"string\"","spec.req.a: Required value","spec.req.b: Required value","spec.str: Invalid value: \"integer\": spec.str in body must be of type string: \"integer\""], },
  { object: {"spec":{"any2":{"a":null,"b":[null]},"nul":null,"str":null}},
    dropped: [], errors: [],
    spec: {"any2":{"a":null,"b":[null]},"def":{"a":"x","n":"y"},"nul":null}, },
  { object: {"spec":{"str":null}},
    dropped: [], errors: [],
    spec: {"def":{"a":"x","n":"y"}}, },
  { object: {"spec":{"int":null}},
    dropped: [], errors: [],
    spec: {"def":{"a":"x","n":"y"}}, },
  { object: {"spec":{"obj":{"a":null}}},
    dropped: [], errors: [],
    spec: {"def":{"a":"x","n":"y"},"obj":{}}, },
  { object: {"spec":{"ios":null}},
    dropped: [], errors: [],
    spec: {"def":{"a":"x","n":"y"}}, },
  { object: {"spec":{"map":{"c d":null}}},
    dropped: [], errors: [],
    spec: {"def":{"a":"x","n":"y"},"map":{}}, },
  { object: {"spec":{"any2":null}},
    dropped: [], errors: [],
    spec: {"def":{"a":"x","n":"y"}}, },
];
