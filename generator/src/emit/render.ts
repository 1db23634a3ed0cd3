import type Handlebars from 'handlebars';
// Without the compiler of templates. Its own type declarations are empty.
import handlebars from 'handlebars/runtime.js';
import { templates } from './templates.js';
import { docComment, stringLiteral } from '../text/escape.js';
import type { ImportSet } from './import-set.js';
import { manifestHelpers, type ManifestTarget } from './manifest-helpers.js';

const runtime = handlebars as typeof Handlebars;

/** Prints a view with the template of that name (templates/NAME.hbs), which requests names from `imports`. */
export type Render = (template: string, view: object, imports?: ImportSet) => string;

/**
 * An isolated environment for the templates. Nothing is escaped for HTML: text passes through the helpers
 * below. A missing name in the view is an error everywhere, also in conditions and loops.
 */
export function createRenderer(): Render {
  const environment = runtime.create();
  registerBlocks(environment);
  registerHelpers(environment);
  return renderIn(environment);
}

/** An isolated environment for the templates of YAML files, which are in the folders of templates/. */
export function createManifestRenderer(target: ManifestTarget): Render {
  const environment = runtime.create();
  registerBlocks(environment);
  environment.registerHelper(manifestHelpers(target));
  for (const name of Object.keys(templates).filter((each) => each.startsWith('partials/'))) {
    environment.registerPartial(name, environment.template(templateOf(name)));
  }
  return renderIn(environment);
}

function renderIn(environment: typeof Handlebars): Render {
  const compiled = new Map<string, Handlebars.TemplateDelegate>();
  return (name, view, imports) => {
    const known = compiled.get(name) ?? environment.template(templateOf(name));
    compiled.set(name, known);
    return known(view, { data: { imports } });
  };
}

function registerBlocks(environment: typeof Handlebars): void {
  const { if: builtInIf, each: builtInEach, unless: builtInUnless } = environment.helpers;
  for (const [name, helper] of Object.entries({
    if: builtInIf,
    each: builtInEach,
    unless: builtInUnless,
  })) {
    environment.registerHelper(name, function (this: unknown, value: unknown, options: unknown) {
      if (value === undefined) throw new Error(`the view has no value for {{#${name}}}`);
      const result: unknown = helper?.call(this, value, options);
      return result;
    });
  }
}

function registerHelpers(environment: typeof Handlebars): void {
  environment.registerHelper({
    useType: (name: string, { data }: ImportOptions) => data.imports.libraryType(name),
    use: (name: string, { data }: ImportOptions) => data.imports.libraryValue(name),
    string: (text: string) => stringLiteral(text),
    doc: (text: string, indent: number) => docComment(text, indent),
    comment: blockComment,
  });
}

/** The content of the block as documentation, and the text `more` as further paragraphs. */
function blockComment(this: unknown, indent: number, { fn, hash }: Handlebars.HelperOptions) {
  const { more = '' } = hash as { readonly more?: string };
  return docComment(`${fn(this)}${more === '' ? '' : `\n\n${more}`}`, indent);
}

/** The arguments of a helper that imports from a package: `{{useType "FakeTransport"}}`. */
interface ImportOptions {
  readonly data: { readonly imports: ImportSet };
}

function templateOf(name: string): object {
  const template = templates[name];
  if (!template) throw new Error(`there is no template ${name}`);
  return template;
}
