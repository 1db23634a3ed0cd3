import { basename, resolve } from 'node:path';
import { isReservedName } from '../model/reserved-names.js';
import { whyUnusableName } from '../text/unusable-name.js';
import { OPERATOR_FORMS, type OperatorConfig } from '../settings/operator-config.js';
import { valueProblem } from '../settings/value-form.js';
import { UsageError } from '../settings/usage-error.js';
import { fileOf, type NewKind } from './project-files.js';

/** The values that describe a new project. */
export const QUESTIONS = [
  'name',
  'group',
  'kind',
  'version',
  'namespace',
  'image',
  'packages',
] as const;
/** One of them: a value that describes a new project. */
export type Question = (typeof QUESTIONS)[number];

/** The name of the option with a value. */
export const optionFor = (question: Question): string =>
  question === 'version' ? 'api-version' : question;

const GROUP =
  /^(?=.{1,253}$)[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)+$/;
const VERSION = /^v[1-9][0-9]{0,9}(?:(?:alpha|beta)[1-9][0-9]{0,9})?$/;
const KIND = /^[A-Z][A-Za-z0-9]{0,53}$/;

/** Names that the written files declare, import or use. */
const TAKEN: ReadonlySet<string> = new Set(
  [
    'ApplyConfiguration Cached Condition ConfigMap Int64 ListMeta Manager ObjectMeta TypeMeta',
    'Array Boolean Date Doc Error Function Map Number Object Promise RegExp Set String Symbol Types',
  ].flatMap((words) => words.split(' ')),
);

/**
 * Returns a value if it is valid: it becomes a part of paths, code and manifests.
 *
 * @throws UsageError with the fix
 */
export function validAnswer(question: Question, text: string): string {
  const problem = problemOf(question, text);
  if (problem === undefined) return text;
  throw new UsageError(`${question}: ${quoted(text)} ${problem}`);
}

function problemOf(question: Question, text: string): string | undefined {
  switch (question) {
    case 'group': {
      if (!GROUP.test(text)) return 'is not a DNS name with a dot, such as web.example.com';
      return unusable(folderOf(text));
    }
    case 'version':
      return VERSION.test(text) ? undefined : 'is not an API version, such as v1 or v1alpha1';
    case 'kind': {
      if (!KIND.test(text)) {
        return 'is not a kind: use letters and digits, and start with a capital, such as Site';
      }
      const isTaken = TAKEN.has(text) || isReservedName(text) || text.endsWith('List');
      if (isTaken) return 'is a name that the written code uses; choose another one';
      return unusable(fileOf(text));
    }
    default: {
      const form = OPERATOR_FORMS[question];
      const isValid = valueProblem(text, form, question) === undefined;
      return isValid ? undefined : `is not ${form.description}`;
    }
  }
}

function unusable(file: string): string | undefined {
  const reason = whyUnusableName(file);
  return reason === undefined ? undefined : `is not usable: ${reason}; choose another one`;
}

/** A value in a message. */
export const quoted = (text: string): string => JSON.stringify(text);

/** The folder of a group: its first label, as in client-go. */
export const folderOf = (group: string): string => group.split('.')[0] ?? group;

/** What to ask for, and the default. */
export function questionsFor(
  folder: string,
  given: ReadonlyMap<Question, string>,
): readonly (readonly [Question, string, string])[] {
  const base = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const name =
    base
      .replace(/^[^a-z]+|-+$/g, '')
      .slice(0, 50)
      .replace(/-+$/, '') || 'operator';
  const all: readonly (readonly [Question, string, string])[] = [
    ['name', 'Name of the operator', name],
    ['group', 'API group', 'web.example.com'],
    ['kind', 'First kind', 'Site'],
    ['version', 'API version', 'v1'],
  ];
  return all.filter(([question]) => !given.has(question));
}

/** The operator and the first kind of a new project. */
export function projectOf(
  answers: ReadonlyMap<Question, string>,
  isNamespaced: boolean,
): {
  readonly operator: OperatorConfig;
  readonly kind: NewKind;
} {
  const of = (question: Question): string => answers.get(question) ?? '';
  const optional = (question: 'namespace' | 'image' | 'packages') =>
    answers.has(question) ? { [question]: of(question) } : {};
  const group = of('group');
  return {
    operator: {
      name: of('name'),
      ...{ ...optional('namespace'), ...optional('image'), ...optional('packages') },
    },
    kind: {
      ...{ group, folder: folderOf(group), version: of('version'), kind: of('kind') },
      isNamespaced,
    },
  };
}
