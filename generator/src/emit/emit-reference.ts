import { whyUnusableName } from '../text/unusable-name.js';
import type { EmittedFile } from './emitter.js';
import { printYaml } from './print-yaml.js';
import { describedPackages, referencePages } from './reference/build-pages.js';
import { htmlIndex, htmlPage } from './reference/print-html.js';
import { markdownIndex, markdownPage } from './reference/print-markdown.js';
import type { ReferencePage } from './reference/reference.js';
import type { TemplateContext } from './template-context.js';

/** How the pages of a reference are printed. */
interface Format {
  readonly ending: 'md' | 'html';
  /** The name of the list of pages, which the format's readers show for a folder. */
  readonly index: string;
  readonly printPage: (page: ReferencePage) => string;
  readonly printIndex: (
    pages: readonly ReferencePage[],
    addressOf: (group: string, version: string) => string,
  ) => string;
}

/** The reference of the kinds as Markdown. */
export const emitMarkdown = (context: TemplateContext): EmittedFile[] =>
  emitReference(context, {
    ending: 'md',
    index: 'README.md',
    printPage: markdownPage,
    printIndex: markdownIndex,
  });

/** The reference of the kinds as HTML. */
export const emitHtml = (context: TemplateContext): EmittedFile[] =>
  emitReference(context, {
    ending: 'html',
    index: 'index.html',
    printPage: (page) => htmlPage(page, 'index.html'),
    printIndex: htmlIndex,
  });

function emitReference(
  { model, crds, headerComment }: TemplateContext,
  { ending, index, printPage, printIndex }: Format,
): EmittedFile[] {
  const addressOf = (group: string, version: string): string => {
    const name = `${group}_${version}.${ending}`;
    return whyUnusableName(name) === undefined ? name : `api-${name}`;
  };
  const described = describedPackages({ model, crds });
  if (described.length === 0) return [];
  let known: readonly ReferencePage[] | undefined;
  const pages = (): readonly ReferencePage[] =>
    (known ??= referencePages({ model, crds, addressOf, yamlOf: printYaml }));
  const file = (path: string, print: () => string): EmittedFile => ({
    path: `reference/${path}`,
    print: () => `${headerComment('<!--')}\n\n${print()}`,
  });
  return [
    file(index, () => printIndex(pages(), addressOf)),
    ...described.map(({ group, version }, at) =>
      file(addressOf(group, version), () => {
        const page = pages()[at];
        if (page === undefined) throw new Error(`${group}/${version} has no page`);
        return printPage(page);
      }),
    ),
  ];
}
