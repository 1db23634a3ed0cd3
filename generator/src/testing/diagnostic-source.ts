import type { DiagnosticExample } from '../diagnostics/definitions/definition.js';

const GROUP = '// +groupName=example.com\n\n';
const IMPORTS = `import type {
  Condition, Float, Int32, Int64, IntOrString, JSONValue, ObjectMeta, RawExtension, Time, TypeMeta,
} from '@vmgen/runtime';
`;
/** What examples may use without showing it. */
const COMMON = "\ntype Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';\n";
const STATUS = 'status?: { replicas?: Int32 };';

/** The files of an API that has the text of a diagnostic's example, by path. */
export function diagnosticFiles(
  text: string,
  place: Exclude<DiagnosticExample['place'], 'shell'>,
): Record<string, string> {
  if (place === 'files') return splitFiles(text);
  return {
    'example/v1/types.ts': `${text.includes('+groupName') ? '' : GROUP}${body(text, place)}`,
  };
}

function body(text: string, place: Exclude<DiagnosticExample['place'], 'shell' | 'files'>): string {
  switch (place) {
    case 'field':
      return `${IMPORTS}${COMMON}${kind('', text)}`;
    case 'kind':
      return `${IMPORTS}${kind(text, 'color?: string;\nreplicas?: Int32;', STATUS)}`;
    case 'package':
      return `${text}\n\n${IMPORTS}${kind('', 'color?: string;')}`;
    case 'file':
      return `${text.includes("'@vmgen/runtime'") ? '' : IMPORTS}${text}\n`;
    case 'type': {
      const names = [...text.matchAll(/(?:interface|type|enum) (\w+)(?! ?<)\b/g)];
      const name = /TypeMeta/.test(text) ? undefined : names.at(-1)?.[1];
      return `${IMPORTS}${kind('', name === undefined ? 'a?: string;' : `a: ${name};`)}\n${text}\n`;
    }
  }
}

const kind = (markers: string, fields: string, status = ''): string =>
  `\n${markers}\nexport interface Machine extends TypeMeta {\n  metadata: ObjectMeta;\n  spec: Spec;\n${status}}\nexport interface Spec {\n${fields}\n}\n`;

/** Each file follows a line with its path. */
function splitFiles(text: string): Record<string, string> {
  const parts = text.split(/^\/\/ (\S+\.ts)\n/m).slice(1);
  const files: Record<string, string> = {};
  for (let index = 0; index < parts.length; index += 2) {
    files[parts[index] ?? ''] = parts[index + 1] ?? '';
  }
  return files;
}
