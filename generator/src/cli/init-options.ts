import { UsageError } from '../settings/usage-error.js';
import { defineCommand, type Words } from './define-command.js';
import { completing, filled, flag, single, value } from './option.js';
import { optionFor, type Question, QUESTIONS, quoted, validAnswer } from './project-names.js';

const WRITE_OPTIONS = {
  force: flag('overwrite files that have other content'),
  'dry-run': flag('write nothing; print the files that would be written'),
};

const KIND_OPTIONS = {
  group: value('the API group, such as web.example.com'),
  'api-version': value(
    'the API version; a new kind defaults to v1, or to the newest version of the group',
  ),
};

const SCOPE_OPTIONS = {
  namespaced: flag(
    'put the objects of the kind into namespaces; --namespaced=false makes it cluster-scoped',
    { isOn: true },
  ),
};

/** Every option of `vmgen init`, in the form of yargs. */
const INIT_OPTIONS = {
  name: value('the name of the operator; defaults to the name of the folder'),
  kind: value('the first kind, such as Site'),
  ...KIND_OPTIONS,
  ...SCOPE_OPTIONS,
  namespace: value('the namespace of the operator; defaults to NAME-system'),
  image: value('the image of the operator; defaults to NAME:0.1.0'),
  packages: completing(
    'folders',
    value(
      'a folder of the project with packed packages of vmgen, which package.json then refers to',
    ),
  ),
  monitoring: flag('also write a dashboard of Grafana and alerts of Prometheus'),
  bundle: flag('build an image with one file, by esbuild, instead of node_modules'),
  distroless: flag('build an image without a shell'),
  yes: flag('use the defaults without asking'),
  check: flag('write nothing; list the files of an existing project that differ, and exit with 1'),
  ...WRITE_OPTIONS,
};

const ADD_OPTIONS = {
  ...KIND_OPTIONS,
  ...SCOPE_OPTIONS,
  default: flag('add only a webhook that sets defaults'),
  validate: flag('add only a webhook that validates'),
  ...WRITE_OPTIONS,
};

/** What `vmgen add` adds. */
export const ADDED = ['kind', 'version', 'controller', 'webhook', 'monitoring'] as const;

/** The options that some of these do not have. */
const HIDDEN_OPTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['kind', ['default', 'validate']],
  ['version', ['api-version', 'namespaced', 'default', 'validate']],
  ['controller', ['namespaced', 'default', 'validate']],
  ['webhook', ['namespaced']],
  ['monitoring', ['group', 'api-version', 'namespaced', 'default', 'validate']],
]);

/** How files are written. */
export interface WriteSettings {
  /** Overwrites files with other content. */
  readonly force: boolean;
  readonly dryRun: boolean;
}

/** A run of `vmgen init`. */
export interface InitCommand extends WriteSettings {
  readonly kind: 'init';
  /** The folder of the project. */
  readonly folder: string;
  /** The values of the options that describe a new project. */
  readonly given: ReadonlyMap<Question, string>;
  /** The scope of the first kind; undefined for the default, namespaced. */
  readonly isNamespaced: boolean | undefined;
  /** Whether to write the dashboard and alerts of a new project. */
  readonly monitoring: boolean;
  /** The kind of the image of a new project. */
  readonly image: { readonly bundle?: true; readonly distroless?: true };
  readonly yes: boolean;
  readonly check: boolean;
}

/** A run of `vmgen add`. */
export interface AddCommand extends WriteSettings {
  readonly kind: 'add';
  readonly what: (typeof ADDED)[number];
  /** The new kind or version, or the kind of the controller or webhook; empty for `monitoring`. */
  readonly name: string;
  readonly group: string | undefined;
  readonly version: string | undefined;
  /** Whether the objects of a new kind are in namespaces. */
  readonly isNamespaced: boolean;
  /** Whether only a webhook that sets defaults is wanted; with {@link validates}, both. */
  readonly defaults: boolean;
  readonly validates: boolean;
}

const INIT_USAGE = `Usage: $0 init [FOLDER] [--name NAME] [--group GROUP] [--kind KIND]

Writes the project of an operator: a kind, its controller with a test, and everything around them.
Asks on a terminal for what is not given. In an existing project, it writes the files again that
belong to vmgen, such as the Dockerfile. Files with other content are kept, and the difference is
shown.`;

const INIT_EPILOGUE = `Examples:
  vmgen init site-operator --group web.example.com --kind Site
  With an image of one file and without a shell (docs/deploy.md):
    vmgen init site-operator --group web.example.com --kind Site --bundle --distroless
  Compare the files of an existing project in CI:
    vmgen init --check

Exit status: 0 success, 1 differences with --check, or nothing was written because of the printed
problem, 2 usage error.`;

const ADD_USAGE = `Usage: $0 add kind NAME [--group GROUP] [--api-version VERSION] [--namespaced=false]
       $0 add version NAME [--group GROUP]
       $0 add controller KIND [--group GROUP] [--api-version VERSION]
       $0 add webhook KIND [--group GROUP] [--api-version VERSION] [--default] [--validate]
       $0 add monitoring

Adds a kind with its controller, test and sample to a project, or a version to a group as a copy of
its newest version, or the controller of a kind that the project has without one, such as a kind
that vmgen import wrote, or admission webhooks to a kind, with their test. Webhook markers of the
API decide whether the webhook sets defaults or validates; without them, the flags do. monitoring
adds a dashboard of Grafana and alerts of Prometheus, which belong to you.`;

const ADD_EPILOGUE = `Examples:
  vmgen add kind SitePolicy
  A cluster-scoped kind:
    vmgen add kind SiteClass --namespaced=false
  vmgen add version v2
  The controller of an imported kind:
    vmgen add controller Certificate
  vmgen add webhook SitePolicy --validate

Exit status: 0 success, 1 nothing was written because of the printed problem, 2 usage error.`;

/** The command `vmgen init`. */
export const INIT = defineCommand(
  { usage: INIT_USAGE, options: INIT_OPTIONS, epilogue: INIT_EPILOGUE, maxWords: 1 },
  initCommandFrom,
);

function initCommandFrom({ values, words }: Words<typeof INIT_OPTIONS>): InitCommand {
  const [folder = '.'] = words;
  if (folder === '') throw new UsageError('the folder is empty; is a variable unset?');
  const answers = new Map<Question, string>();
  for (const question of QUESTIONS) {
    const text = question === 'version' ? values.apiVersion : values[question];
    if (text === undefined) continue;
    answers.set(question, validAnswer(question, single(optionFor(question), text)));
  }
  const { monitoring = false, namespaced: isNamespaced } = values;
  const { yes = false, check = false, force = false, dryRun = false } = values;
  const image = {
    ...(values.bundle === true && { bundle: values.bundle }),
    ...(values.distroless === true && { distroless: values.distroless }),
  };
  const created = { given: answers, isNamespaced, image, monitoring };
  return { kind: 'init', folder, ...created, yes, check, force, dryRun };
}

/** The command `vmgen add`. */
export const ADD = defineCommand(
  {
    usage: ADD_USAGE,
    options: ADD_OPTIONS,
    epilogue: ADD_EPILOGUE,
    hidden: (what) => HIDDEN_OPTIONS.get(what) ?? [],
    maxWords: 2,
  },
  addCommandFrom,
);

function addCommandFrom({ values, words }: Words<typeof ADD_OPTIONS>): AddCommand {
  const [given, name] = words;
  const what = ADDED.find((each) => each === given);
  if (what === undefined) {
    const known =
      'vmgen add kind NAME, vmgen add version NAME, vmgen add controller KIND, vmgen add webhook KIND, or vmgen add monitoring';
    throw new UsageError(
      given === undefined
        ? `name what to add: ${known}`
        : `cannot add ${quoted(given)}; use ${known}`,
    );
  }
  const { group, apiVersion, force = false, dryRun = false } = values;
  const { namespaced: isNamespaced = true } = values;
  const { default: defaults = false, validate: validates = false } = values;
  if (what !== 'webhook' && (defaults || validates)) {
    throw new UsageError('--default and --validate are options of vmgen add webhook');
  }
  if (what !== 'kind' && values.namespaced !== undefined) {
    throw new UsageError('--namespaced is an option of vmgen add kind');
  }
  if (what === 'version' && apiVersion !== undefined) {
    throw new UsageError(
      '--api-version is no option of vmgen add version; write vmgen add version NAME',
    );
  }
  if (what === 'monitoring') {
    const excess = name ?? group ?? apiVersion;
    if (excess !== undefined) throw new UsageError(`unexpected argument ${quoted(excess)}`);
    const none = { group: undefined, version: undefined, isNamespaced, defaults, validates };
    return { kind: 'add', what, name: '', force, dryRun, ...none };
  }
  const noun = what === 'version' ? what : 'kind';
  if (name === undefined) {
    const shown = what === 'controller' || what === 'webhook' ? 'KIND' : 'NAME';
    throw new UsageError(`the ${noun} is missing: vmgen add ${what} ${shown}`);
  }
  // What a controller is for exists, under any name.
  const valid = (question: 'group' | 'version' | 'kind', text: string): string =>
    what === 'controller' ? filled(`the ${question}`, text) : validAnswer(question, text);
  const text = (question: 'group' | 'version', each: typeof group): string | undefined =>
    each === undefined ? undefined : valid(question, single(optionFor(question), each));
  return {
    kind: 'add',
    what,
    name: valid(noun, name),
    force,
    dryRun,
    isNamespaced,
    defaults,
    validates,
    group: text('group', group),
    version: text('version', apiVersion),
  };
}
