import type { JsonObject, JsonValue } from '@vmgen/cel/json';
import type { JSONSchemaProps } from '@vmgen/cel/schema';

// What kube-apiserver 1.36.3 answered, recorded case by case. Errors are sorted.

/** The schema after it was tightened. */
// prettier-ignore
export const tightSchema: JSONSchemaProps = {"type":"object","properties":{"status":{"type":"object","properties":{"n":{"type":"integer","maximum":5},"m":{"type":"integer","maximum":5}}},"spec":{"type":"object","required":["zz"],"properties":{"zz":{"type":"string"},"a":{"type":"string","maxLength":1},"b":{"type":"string","maxLength":1},"o":{"type":"object","properties":{"a":{"type":"string","maxLength":1},"b":{"type":"integer"}},"required":["q"]},"l":{"type":"array","items":{"type":"string","maxLength":1}},"lm":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],"items":{"type":"object","required":["k"],"properties":{"k":{"type":"string"},"v":{"type":"string","maxLength":1}}}},"st":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}},"m":{"type":"object","additionalProperties":{"type":"string","maxLength":1}},"any":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"],"properties":{"a":{"maxLength":1}}},{"required":["b"]}]}}}}};

/** An object from before that. */
// prettier-ignore
export const stored: JsonObject = {"apiVersion":"r.example.com/v1","kind":"Thing","metadata":{"name":"a"},"spec":{"a":"aa","b":"bb","o":{"a":"aa","b":1},"l":["aa","b"],"lm":[{"k":"x","v":"vv"},{"k":"y","v":"ww"}],"st":["d","d"],"m":{"p":"pp","q":"qq"},"any":{"a":"aa"}},"status":{"m":9,"n":9}};

/** What an update changes in spec, and the errors. */
// prettier-ignore
export const specUpdates: readonly (readonly [change: JsonObject, errors: readonly string[]])[] = [
  [{},
    []],
  [{"a":"aaa"},
    ["spec.a: Too long: may not be more than 1 byte","spec.zz: Required value"]],
  [{"a":"x"},
    ["spec.zz: Required value"]],
  [{"o":{"a":"aa","b":2}},
    ["spec.o.q: Required value","spec.zz: Required value"]],
  [{"o":{"a":"aaa","b":1}},
    ["spec.o.a: Too long: may not be more than 1 byte","spec.o.q: Required value","spec.zz: Required value"]],
  [{"l":["aa","c"]},
    ["spec.l[0]: Too long: may not be more than 1 byte","spec.zz: Required value"]],
  [{"l":["aa","b"]},
    []],
  [{"lm":[{"k":"y","v":"ww"},{"k":"x","v":"vvv"}]},
    ["spec.lm[1].v: Too long: may not be more than 1 byte","spec.zz: Required value"]],
  [{"lm":[{"k":"y","v":"ww"},{"k":"x","v":"vv"}]},
    []],
  [{"lm":[{"k":"x","v":"vv"},{"k":"z","v":"zz"}]},
    ["spec.lm[1].v: Too long: may not be more than 1 byte","spec.zz: Required value"]],
  [{"st":["d","d","e","e"]},
    ["spec.zz: Required value"]],
  [{"m":{"p":"pp","q":"rr"}},
    ["spec.m.q: Too long: may not be more than 1 byte","spec.zz: Required value"]],
  [{"any":{"a":"aaa"}},
    ["<nil>: Invalid value: \"\": \"spec.any\" must validate at least one schema (anyOf)","spec.any.a: Too long: may not be more than 1 byte","spec.zz: Required value"]],
  [{"any":{"a":"aa"},"zz":"x"},
    []],
  [{"zz":"x"},
    []],
];

/** The status that an update of the status subresource brings, and the errors. */
// prettier-ignore
export const statusUpdates: readonly (readonly [status: JsonValue, errors: readonly string[]])[] = [
  [{"n":9,"m":8},
    ["status.m: Invalid value: 8: m in body should be less than or equal to 5"]],
  [{"n":9,"m":9},
    []],
  [{"n":10,"m":"x"},
    ["status.m: Invalid value: \"string\": m in body must be of type integer: \"string\"","status.n: Invalid value: 10: n in body should be less than or equal to 5"]],
  [{"n":1,"m":1},
    []],
  ["x",
    ["status: Invalid value: \"string\":  in body must be of type object: \"string\""]],
  [{"n":null},
    []],
];
