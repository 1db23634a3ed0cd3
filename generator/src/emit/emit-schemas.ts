import { jsonLines } from '../text/json-text.js';
import { HEADER_LINE } from '../settings/generated-file.js';
import { editorSchema } from './editor-schema.js';
import type { EmittedFile } from './emitter.js';
import { OUTPUT_FILES, schemaFile } from './output-files.js';
import type { TemplateContext } from './template-context.js';

// The header is the first value: JSON has no comments.
const HEADER = { $comment: HEADER_LINE, $schema: 'http://json-schema.org/draft-07/schema#' };

/** The JSON Schema of each kind and version, and one of all of them, for editors and linters of YAML files. */
export function emitSchemas({ crds }: TemplateContext): EmittedFile[] {
  const all = crds.flatMap(({ crd: { spec } }) =>
    spec.versions.map(({ name: version, schema }) => {
      const { group } = spec;
      const { kind } = spec.names;
      const path = schemaFile(group, kind, version);
      return { group, version, kind, path, props: schema?.openAPIV3Schema ?? {} };
    }),
  );
  const files = all.map(({ props, path, ...kind }): EmittedFile => {
    return { path, print: () => jsonLines({ ...HEADER, ...editorSchema(props, kind) }) };
  });
  return all.length === 0
    ? []
    : [...files, { path: OUTPUT_FILES.schemas, print: () => printAll(all) }];
}

interface Described {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly path: string;
}

/** For files with objects of several kinds: the kind selects the schema. */
function printAll(all: readonly Described[]): string {
  const folder = OUTPUT_FILES.schemas.replace(/[^/]+$/, '');
  const apiVersions = all.map(({ group, version }) => `${group}/${version}`);
  return jsonLines({
    ...HEADER,
    type: 'object',
    required: ['apiVersion', 'kind'],
    properties: {
      apiVersion: { enum: [...new Set(apiVersions)] },
      kind: { enum: [...new Set(all.map(({ kind }) => kind))] },
    },
    allOf: all.map(({ group, version, kind, path }) => ({
      if: {
        properties: { apiVersion: { const: `${group}/${version}` }, kind: { const: kind } },
        required: ['apiVersion', 'kind'],
      },
      then: { $ref: `./${path.slice(folder.length)}` },
    })),
  });
}
