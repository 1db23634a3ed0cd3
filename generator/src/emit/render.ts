import { createRequire } from 'node:module';
import type Handlebars from 'handlebars';
import { templates } from './templates.js';
import { docComment, stringLiteral } from '../render/escape.js';
import { BREAKS, fit } from '../render/layout.js';
import type { ImportSet } from './import-set.js';

const require = createRequire(import.meta.url);
// The runtime alone, without the compiler; its own types are empty.
const runtime = require('handlebars/runtime.js') as typeof Handlebars;

/** Prints a view by the template of that name (templates/NAME.hbs), which asks `imports` for names. */
export type Render = (template: string, view: object, imports?: ImportSet) => string;

/**
 * The templates' environment, shared with nobody. Nothing is escaped for HTML: text goes through
 * the helpers below. A name that the view lacks is an error everywhere, in conditions and loops too.
 */
export function createRenderer(): Render {
  const environment = runtime.create();
  registerHelpers(environment);
  const compiled = new Map<string, Handlebars.TemplateDelegate>();
  return (name, view, imports) => {
    const known = compiled.get(name) ?? environment.template(templateOf(name));
    compiled.set(name, known);
    return known(view, { data: { imports } });
  };
}

function registerHelpers(environment: typeof Handlebars): void {
  const { if: builtInIf, each: builtInEach, unless: builtInUnless } = environment.helpers;
  for (const [name, helper] of Object.entries({
    if: builtInIf,
    each: builtInEach,
    unless: builtInUnless,
  })) {
    environment.registerHelper(name, function (this: unknown, value: unknown, options: unknown) {
      if (value === undefined) throw new Error(`the view of {{#${name}}} lacks what it asks for`);
      const result: unknown = helper?.call(this, value, options);
      return result;
    });
  }
  environment.registerHelper({
    ...Object.fromEntries(Object.entries(BREAKS).map(([name, mark]) => [name, () => mark])),
    fit(this: unknown, options: Handlebars.HelperOptions) {
      return fit(options.fn(this));
    },
    useType: (name: string, { data }: ImportOptions) => data.imports.libraryType(name),
    use: (name: string, { data }: ImportOptions) => data.imports.libraryValue(name),
    string: (text: string) => stringLiteral(text),
    doc: (text: string, indent: number) => docComment(text, indent),
  });
}

/** What a helper that imports from a package is given: `{{useType "FakeTransport"}}`. */
interface ImportOptions {
  readonly data: { readonly imports: ImportSet };
}

function templateOf(name: string): object {
  const template = templates[name];
  if (!template) throw new Error(`there is no template ${name}`);
  return template;
}
