import { HEADER_LINE } from '../settings/generated-file.js';
import type { EmittedFile } from './emitter.js';
import type { TemplateContext } from './template-context.js';

/** The schema of each kind and version, for editors of YAML files. */
export function emitSchemas({ crds }: TemplateContext): EmittedFile[] {
  return crds.flatMap(({ crd: { spec } }) =>
    spec.versions.map(({ name, schema }): EmittedFile => {
      const { kind } = spec.names;
      const { properties, required = [], ...root } = schema?.openAPIV3Schema ?? {};
      const whole = {
        $comment: HEADER_LINE,
        ...root,
        required: ['apiVersion', 'kind', 'metadata', ...required.filter((each) => !isMeta(each))],
        properties: {
          ...properties,
          apiVersion: { type: 'string', enum: [`${spec.group}/${name}`] },
          kind: { type: 'string', enum: [kind] },
          metadata: { type: 'object' },
        },
      };
      return {
        path: `schemas/${spec.group}_${spec.names.plural}_${name}.json`,
        print: () => `${JSON.stringify(whole, undefined, 2)}\n`,
      };
    }),
  );
}

const isMeta = (name: string): boolean => ['apiVersion', 'kind', 'metadata'].includes(name);
