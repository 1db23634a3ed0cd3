import { ON_REQUEST } from '../settings/generated-file.js';
import { UsageError } from '../settings/usage-error.js';
import { defineCommand } from './define-command.js';
import { completing, single, value } from './option.js';
import { type GivenOptions, OPTIONS } from './options.js';

const DOCS_OPTIONS = {
  groups: OPTIONS.groups,
  out: OPTIONS.out,
  apis: OPTIONS.apis,
  paths: OPTIONS.paths,
  generators: completing(
    ON_REQUEST,
    value('what to write: some of docs-markdown,docs-html', ON_REQUEST.join()),
  ),
  'header-file': OPTIONS['header-file'],
  'allow-outside': OPTIONS['allow-outside'],
  check: OPTIONS.check,
  watch: OPTIONS.watch,
  strict: OPTIONS.strict,
  quiet: OPTIONS.quiet,
  verbose: OPTIONS.verbose,
  format: OPTIONS.format,
  config: OPTIONS.config,
};

const USAGE = `Usage: $0 docs [--out FOLDER]

Writes the reference of the kinds as Markdown and HTML into FOLDER/reference: fields with types,
defaults and limits, rules, versions, and a valid example of each kind. The groups, and by default
the folder, are those of the config.`;

const EPILOGUE = `Examples:
  vmgen docs
  vmgen docs --out docs --generators docs-markdown
  In CI, to check that the committed pages are up to date:
    vmgen docs --check
  With vmgen generate, which then writes and checks the pages too, in vmgen.config.json:
    "generators": ["all", "docs-markdown"]

Exit status: 0 success, 1 diagnostics or stale pages, 2 usage error.`;

/** The command `vmgen docs`: a run of `vmgen generate` that only writes the reference. */
export const DOCS = defineCommand(
  { usage: USAGE, options: DOCS_OPTIONS, epilogue: EPILOGUE },
  ({ values }): { readonly kind: 'generate'; readonly given: GivenOptions } => {
    const generators = single('generators', values.generators ?? ON_REQUEST.join());
    const stranger = generators.split(',').find((word) => !ON_REQUEST.includes(word.trim()));
    if (stranger !== undefined) {
      const own = ON_REQUEST.join(' and ');
      throw new UsageError(`--generators: vmgen docs writes ${own}, not ${stranger}`);
    }
    return { kind: 'generate', given: { ...values, generators } };
  },
);
