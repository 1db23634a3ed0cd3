import type { ts } from 'ts-morph';
import { LineMap, type LineColumn } from '../text/line-map.js';
import { parseFile, syntaxErrorsOf } from './parse-file.js';
import { typescript } from './typescript.js';

/** A position in a config file, with the problem. */
export interface ConfigSyntaxError extends LineColumn {
  readonly message: string;
}

/** The text of a config file, in JavaScript, TypeScript or JSON, to find the places of its values. */
export class ConfigSource {
  readonly #file: ts.SourceFile;
  readonly #lines: LineMap;

  constructor(path: string, text: string) {
    this.#lines = new LineMap(text);
    this.#file = path.endsWith('.json')
      ? typescript.parseJsonText(path, text)
      : parseFile(path, text);
  }

  /** The first syntax error. */
  syntaxError(): ConfigSyntaxError | undefined {
    const [error] = syntaxErrorsOf(this.#file);
    if (!error) return undefined;
    const message = typescript.flattenDiagnosticMessageText(error.messageText, ' ');
    return { ...this.#lines.placeOf(error.start), message };
  }

  /** The position of the value at a path of keys, or of its last parent in the source. */
  placeOf(keys: readonly (string | number)[]): LineColumn | undefined {
    let value = this.#config();
    if (!value) return undefined;
    let place: ts.Node = value;
    for (const key of keys) {
      const step: Step | undefined = value && this.#stepInto(value, key);
      if (!step) break;
      ({ place, value } = step);
    }
    return this.#lines.placeOf(place.getStart(this.#file));
  }

  /** Where a module is imported whose specifier a message contains. */
  placeOfImport(message: string): LineColumn | undefined {
    for (const node of this.#file.statements) {
      if (!typescript.isImportDeclaration(node) && !typescript.isExportDeclaration(node)) continue;
      const { moduleSpecifier } = node;
      if (!moduleSpecifier || !typescript.isStringLiteral(moduleSpecifier)) continue;
      const name = moduleSpecifier.text.replace(/^(?:\.{1,2}\/)+/, '');
      if (message.includes(name)) {
        return this.#lines.placeOf(moduleSpecifier.getStart(this.#file));
      }
    }
    return undefined;
  }

  /** The expression of `export default`, `module.exports =` or the JSON text. */
  #config(): ts.Expression | undefined {
    for (const node of this.#file.statements) {
      if (typescript.isExportAssignment(node)) return this.#unwrapped(node.expression);
      if (!typescript.isExpressionStatement(node)) continue;
      const { expression } = node;
      if (this.#file.fileName.endsWith('.json')) return expression;
      if (!typescript.isBinaryExpression(expression)) continue;
      if (expression.left.getText(this.#file) === 'module.exports') {
        return this.#unwrapped(expression.right);
      }
    }
    return undefined;
  }

  /** Unwraps `defineConfig(...)`, `satisfies` and names of constants. */
  #unwrapped(node: ts.Expression, depth = 0): ts.Expression {
    const again = (inner: ts.Expression): ts.Expression =>
      depth > DEEPEST_WRAPPING ? node : this.#unwrapped(inner, depth + 1);
    if (typescript.isCallExpression(node))
      return node.arguments[0] ? again(node.arguments[0]) : node;
    if (typescript.isParenthesizedExpression(node)) return again(node.expression);
    if (typescript.isAsExpression(node)) return again(node.expression);
    if (typescript.isSatisfiesExpression(node)) return again(node.expression);
    if (!typescript.isIdentifier(node)) return node;
    const { text } = node;
    const constants = this.#file.statements.flatMap((each) =>
      typescript.isVariableStatement(each) ? each.declarationList.declarations : [],
    );
    const found = constants.find(({ name }) => typescript.isIdentifier(name) && name.text === text);
    return found?.initializer ? again(found.initializer) : node;
  }

  #stepInto(value: ts.Expression, key: string | number): Step | undefined {
    if (typescript.isArrayLiteralExpression(value)) {
      const place = typeof key === 'number' ? value.elements[key] : undefined;
      return place && { place, value: this.#unwrapped(place) };
    }
    if (!typescript.isObjectLiteralExpression(value)) return undefined;
    const property = value.properties.find(({ name }) => name && nameOf(name) === String(key));
    if (!property) return undefined;
    const isAssigned = typescript.isPropertyAssignment(property);
    return {
      place: property,
      value: isAssigned ? this.#unwrapped(property.initializer) : undefined,
    };
  }
}

/** A property or an element, and its value where that is written out. */
interface Step {
  readonly place: ts.Node;
  readonly value: ts.Expression | undefined;
}

/** How many calls, casts and constants are followed to a value. */
const DEEPEST_WRAPPING = 20;

function nameOf(name: ts.PropertyName): string | undefined {
  const isPlain = typescript.isIdentifier(name) || typescript.isStringLiteral(name);
  return isPlain ? name.text : undefined;
}
