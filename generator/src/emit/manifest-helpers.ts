import { printYaml, printYamlText } from './print-yaml.js';
import { ChartValue, dataForHelm, escapeForHelm } from './chart-value.js';

/** Where Helm or kubectl reads what a template prints. */
export type ManifestTarget = 'chart' | 'manifest';

/** The blocks of a helper, such as `{{#if x}}...{{else}}...{{/if}}`. */
interface Blocks {
  readonly fn: (context: unknown) => string;
  readonly inverse: (context: unknown) => string;
}

/**
 * The helpers of templates for YAML. All values pass through them, so that none is printed unquoted. In a chart, a
 * {@link ChartValue} is printed as an expression of Helm, and the blocks that depend on it as blocks of Helm.
 */
export function manifestHelpers(target: ManifestTarget) {
  const escape = target === 'chart' ? escapeForHelm : (text: string) => text;
  const data = target === 'chart' ? dataForHelm : (value: object) => value;
  const joined = (parts: readonly unknown[]): string =>
    parts.map((part) => (typeof part === 'string' ? escape(part) : textOf(part))).join('');
  const conditional = (condition: unknown, then: () => string, otherwise: () => string): string => {
    if (!(condition instanceof ChartValue)) return isEmpty(condition) ? otherwise() : then();
    const { expression } = condition;
    const [yes, no] = [then(), otherwise()];
    if (yes === '') return `{{- if not ${expression} }}\n${no}{{- end }}\n`;
    return `{{- if ${expression} }}\n${yes}${no === '' ? '' : `{{- else }}\n${no}`}{{- end }}\n`;
  };
  return {
    /** A scalar, joined from its parts: `{{value name "-metrics"}}`. */
    value: (...given: unknown[]): string => {
      const parts = given.slice(0, -1);
      const [only] = parts;
      const isText = parts.length > 1 || typeof only === 'string';
      const isPlain = only instanceof ChartValue ? only.isNumber : true;
      return !isText && isPlain ? textOf(only) : printYamlText(joined(parts));
    },
    /** A text for another helper or partial. */
    join: (...given: unknown[]): string => given.slice(0, -1).map(textOf).join(''),
    /** The lines of an object or list, indented: `{{yaml this 8}}`. */
    yaml: (value: unknown, indentation: number): string =>
      value instanceof ChartValue
        ? `{{ toYaml ${value.expression} | indent ${indentation} }}`
        : printYaml(data(objectOf(value)), indentation).slice(0, -1),
    /** A key and its value, which may be empty: `{{field "env" env}}`. */
    field: (name: string, value: unknown, indentation: unknown): string => {
      const spaces = typeof indentation === 'number' ? indentation : 0;
      return printYaml(data({ [name]: objectOf(value) }), spaces).slice(0, -1);
    },
    if(this: unknown, condition: unknown, { fn, inverse }: Blocks): string {
      return conditional(
        condition,
        () => fn(this),
        () => inverse(this),
      );
    },
    unless(this: unknown, condition: unknown, { fn, inverse }: Blocks): string {
      return conditional(
        condition,
        () => inverse(this),
        () => fn(this),
      );
    },
    /** A block for a value that is not empty: `{{#with env}}...{{/with}}`. */
    with: (value: unknown, { fn }: Blocks): string => {
      if (!(value instanceof ChartValue)) return isEmpty(value) ? '' : fn(value);
      return `{{- with ${value.expression} }}\n${fn(new ChartValue('.'))}{{- end }}\n`;
    },
  };
}

function textOf(value: unknown): string {
  if (typeof value === 'string' || value instanceof ChartValue) return String(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error(`the view has no text for a template, but ${typeof value}`);
}

function objectOf(value: unknown): object {
  if (typeof value === 'object' && value !== null) return value;
  throw new Error(`the view has no object for a template, but ${typeof value}`);
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'boolean') return !value;
  return Object.keys(objectOf(value)).length === 0;
}
