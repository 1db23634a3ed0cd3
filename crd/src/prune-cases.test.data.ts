import type { JsonObject } from '@vmgen/cel/json';
import type { JSONSchemaProps } from '@vmgen/cel/schema';

// What kube-apiserver 1.36.3 answered, recorded case by case. Errors are sorted.

/** A spec, its unknown fields, its errors, and the spec as it was stored. */
export interface PruneCase {
  readonly spec: JsonObject;
  readonly dropped: readonly string[];
  readonly errors: readonly string[];
  readonly result?: JsonObject;
}

// prettier-ignore
export const pruneSchema: JSONSchemaProps = {"type":"object","properties":{"spec":{"type":"object","properties":{"pa":{"type":"array","x-kubernetes-preserve-unknown-fields":true,"items":{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"string"}}}}}},"pal":{"type":"array","x-kubernetes-preserve-unknown-fields":true,"items":{"type":"array","items":{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"string"}}}}}}},"po":{"x-kubernetes-preserve-unknown-fields":true,"properties":{"a":{"type":"object","properties":{"b":{"type":"string"}}},"l":{"type":"array","items":{"type":"object","properties":{"b":{"type":"string"}}}}}},"addT":{"type":"object","additionalProperties":true},"addO":{"type":"object","additionalProperties":{"type":"object","properties":{"b":{"type":"string"}}}},"none":{"type":"object"},"poadd":{"type":"object","x-kubernetes-preserve-unknown-fields":true,"additionalProperties":{"type":"object","properties":{"b":{"type":"string"}}}},"emb":{"type":"object","x-kubernetes-embedded-resource":true,"properties":{"spec":{"type":"object","properties":{"b":{"type":"string"}}}}},"emba":{"type":"array","items":{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}},"embp":{"type":"array","x-kubernetes-preserve-unknown-fields":true,"items":{"type":"object","x-kubernetes-embedded-resource":true,"properties":{"spec":{"type":"object","properties":{"b":{"type":"string"}}}}}},"embm":{"type":"object","additionalProperties":{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}},"nl":{"type":"object","nullable":true,"properties":{"a":{"type":"array","nullable":true,"items":{"type":"object","nullable":true,"properties":{"x":{"type":"string"}}}},"ps":{"x-kubernetes-preserve-unknown-fields":true,"nullable":true}}}}}}};

// prettier-ignore
export const pruneCases: readonly PruneCase[] = [
  { spec: {"pa":[{"a":{"b":"x","c":1},"z":1},5]},
    dropped: ["spec.pa[0].a.c"], errors: ["spec.pa[1]: Invalid value: \"integer\": spec.pa[1] in body must be of type object: \"integer\""], },
  { spec: {"pal":[[{"a":{"b":"x","c":1},"z":{"q":null}}]]},
    dropped: ["spec.pal[0][0].a.c"], errors: [],
    result: {"pal":[[{"a":{"b":"x"},"z":{"q":null}}]]}, },
  { spec: {"po":{"a":{"c":1},"l":[{"b":"x","c":1}],"z":{"y":null}}},
    dropped: ["spec.po.a.c","spec.po.l[0].c"], errors: [],
    result: {"po":{"a":{},"l":[{"b":"x"}],"z":{"y":null}}}, },
  { spec: {"addT":{"a":1,"b":{"c":1},"d":[{"e":1}]}},
    dropped: ["spec.addT.b.c","spec.addT.d[0].e"], errors: [],
    result: {"addT":{"a":1,"b":{},"d":[{}]}}, },
  { spec: {"addO":{"x":{"b":"q","c":1}}},
    dropped: ["spec.addO.x.c"], errors: [],
    result: {"addO":{"x":{"b":"q"}}}, },
  { spec: {"none":{"a":1}},
    dropped: ["spec.none.a"], errors: [],
    result: {"none":{}}, },
  { spec: {"none":[{"a":1}]},
    dropped: ["spec.none[0].a"], errors: ["spec.none: Invalid value: \"array\": spec.none in body must be of type object: \"array\""], },
  { spec: {"poadd":{"x":{"b":"x","c":1}}},
    dropped: ["spec.poadd.x.c"], errors: [],
    result: {"poadd":{"x":{"b":"x"}}}, },
  { spec: {"emb":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","zz":1},"spec":{"b":"x","c":1},"other":1}},
    dropped: ["spec.emb.other","spec.emb.spec.c","spec.emb.metadata.zz"], errors: [],
    result: {"emb":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"b":"x"}}}, },
  { spec: {"emba":[{"apiVersion":"v1","kind":"Pod","metadata":{"labels":{"a":"b"},"zz":1},"spec":{"b":"x","c":1},"other":1},{"apiVersion":"v1","kind":"Pod","metadata":{"name":"x"},"spec":{"b":"x","c":1},"other":1}]},
    dropped: ["spec.emba[0].metadata.zz"], errors: [],
    result: {"emba":[{"apiVersion":"v1","kind":"Pod","metadata":{"labels":{"a":"b"}},"other":1,"spec":{"b":"x","c":1}},{"apiVersion":"v1","kind":"Pod","metadata":{"name":"x"},"other":1,"spec":{"b":"x","c":1}}]}, },
  { spec: {"embp":[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","q":1},"spec":{"b":"x","c":1},"other":1}]},
    dropped: ["spec.embp[0].spec.c","spec.embp[0].metadata.q"], errors: [],
    result: {"embp":[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"other":1,"spec":{"b":"x"}}]}, },
  { spec: {"embm":{"a.b":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","q":1},"spec":{"b":"x","c":1},"other":1}}},
    dropped: ["spec.embm[a.b].metadata.q"], errors: [],
    result: {"embm":{"a.b":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"other":1,"spec":{"b":"x","c":1}}}}, },
  { spec: {"embm":{"a.b":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"A/"},"spec":{"b":"x","c":1},"other":1}}},
    dropped: [], errors: ["spec.embm[a.b].metadata.name: Invalid value: \"A/\": may not contain '/'"], },
  { spec: {"emba":[{"metadata":{"creationTimestamp":"2020-01-01T00:00:00.5Z"},"apiVersion":"v1","kind":"P"}]},
    dropped: [], errors: [],
    result: {"emba":[{"apiVersion":"v1","kind":"P","metadata":{"creationTimestamp":"2020-01-01T00:00:00Z"}}]}, },
  { spec: {"nl":null},
    dropped: [], errors: [],
    result: {"nl":null}, },
  { spec: {"nl":{"a":null,"ps":null}},
    dropped: [], errors: [],
    result: {"nl":{"a":null,"ps":null}}, },
  { spec: {"nl":{"a":[null,{"x":null}],"ps":{"q":null}}},
    dropped: [], errors: [],
    result: {"nl":{"a":[null,{}],"ps":{"q":null}}}, },
  { spec: {"nl":{"zz":null}},
    dropped: ["spec.nl.zz"], errors: [],
    result: {"nl":{}}, },
];
