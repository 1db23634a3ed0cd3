import type { Completed, CompletedCommand } from './completion-words.js';

/*
 * The scripts contain all words, so that completing starts no program. Words and summaries contain no character that
 * a shell expands between single quotes, and what a user has typed is never expanded again.
 */

/** The name of a command and an option, or of a command alone, and what is completed. */
type Row = readonly [key: string, completed: Completed];

/** What is completed after an option. */
const valueRows = (commands: readonly CompletedCommand[]): Row[] =>
  commands.flatMap(({ name, options }) =>
    options.flatMap(({ name: option, value }): Row[] =>
      value === undefined ? [] : [[`${name} --${option}`, value]],
    ),
  );

/** What is completed for arguments; `diff each` for each of them. */
const argumentRows = (commands: readonly CompletedCommand[]): Row[] =>
  commands.map(({ name, args: { of, completed } }) => [`${name} ${of}`, completed]);

const quoted = (text: string): string => `'${text}'`;

/** The cases of bash and zsh that set `kind`, and `choices` for words. */
function casesOf(rows: readonly Row[]): string {
  const keys = new Map<string, string[]>();
  for (const [key, completed] of rows) {
    const result =
      typeof completed === 'string'
        ? `kind=${completed}`
        : `kind=words; choices=(${completed.join(' ')})`;
    keys.set(result, [...(keys.get(result) ?? []), quoted(key)]);
  }
  return [...keys].map(([result, each]) => `    ${each.join(' | ')}) ${result} ;;`).join('\n');
}

const optionNames = ({ options }: CompletedCommand): string[] =>
  options.flatMap(({ name, letter }) => [
    `--${name}`,
    ...(letter === undefined ? [] : [`-${letter}`]),
  ]);

/** The script for bash, which completes paths itself. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  return `# Completion of vmgen for bash, written by vmgen completion bash.

# Sets kind, and choices for words.
_vmgen_kind() {
  case "$1" in
${casesOf([...valueRows(commands), ...argumentRows(commands)])}
    *) return 1 ;;
  esac
}

_vmgen_options() {
  case "$1" in
${commands.map((each) => `    ${each.name}) choices=(${optionNames(each).join(' ')}) ;;`).join('\n')}
  esac
}

${bashFunction(commands.map(({ name }) => name).join(' '))}`;
}

/** Completes what `_vmgen_kind` and `_vmgen_options` state. */
const bashFunction = (names: string): string => `_vmgen() {
  local line=\${COMP_LINE:0:COMP_POINT} word='' previous='' command=generate kind=nothing each start=''
  local -a typed choices=()
  COMPREPLY=()
  read -ra typed <<<"$line"
  if [[ $line != *[[:space:]] ]]; then
    word=\${typed[\${#typed[@]} - 1]}
    typed=("\${typed[@]:0:\${#typed[@]} - 1}")
  fi
  previous=\${typed[\${#typed[@]} - 1]}
  for each in ${names}; do
    if [[ \${typed[1]-} == "$each" ]]; then command=$each; fi
  done
  for each in "\${typed[@]}"; do
    if [[ $each == -- ]]; then return; fi
  done
  if [[ $word == --*=* ]]; then
    # Readline replaces only what follows the character, if it separates words.
    if [[ $COMP_WORDBREAKS != *=* ]]; then start=\${word%%=*}=; fi
    _vmgen_kind "$command \${word%%=*}" || kind=nothing
    word=\${word#*=}
  elif [[ $previous == --* ]] && _vmgen_kind "$command $previous"; then
    :
  elif [[ $word == -* ]]; then
    kind=words
    _vmgen_options "$command"
  elif ((\${#typed[@]} == 1)); then
    kind=words
    choices=(${names})
  elif ((\${#typed[@]} == 2)) && _vmgen_kind "$command first"; then
    :
  else
    _vmgen_kind "$command each" || kind=nothing
  fi
  case $kind in
    files) return ;;
    folders)
      compopt -o dirnames +o default 2>/dev/null
      return
      ;;
  esac
  compopt +o default 2>/dev/null
  # A list with commas, such as of generators: only its last part is completed.
  local before=\${word%"\${word##*,}"}
  word=\${word##*,}
  local separated=''
  if [[ $COMP_WORDBREAKS == *:* ]]; then separated=\${word%"\${word##*:}"}; fi
  for each in "\${choices[@]}"; do
    if [[ $each == "$word"* ]]; then COMPREPLY+=("$start$before\${each#"$separated"}"); fi
  done
}

complete -o default -F _vmgen vmgen
`;

const described = (name: string, summary: string): string => quoted(`${name}:${summary}`);

/** Completes what `kind` and `choices` state. */
const ZSH_COMPLETE = `_vmgen_complete() {
  case $kind in
    files) _files ;;
    folders) _files -/ ;;
    words)
      # A list with commas, such as of generators: only its last part is completed.
      compset -P '*,'
      compadd -a choices
      ;;
  esac
}`;

/** The script for zsh. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const options = commands.map(
    (each) =>
      `    ${each.name}) options=(${each.options
        .flatMap(({ name, letter, summary }) => [
          described(`--${name}`, summary),
          ...(letter === undefined ? [] : [described(`-${letter}`, summary)]),
        ])
        .join(' ')}) ;;`,
  );
  return `#compdef vmgen
# Completion of vmgen for zsh, written by vmgen completion zsh.

# Sets kind, and choices for words.
_vmgen_kind() {
  case "$1" in
${casesOf([...valueRows(commands), ...argumentRows(commands)])}
    *) return 1 ;;
  esac
}

${ZSH_COMPLETE}

_vmgen() {
  local command=generate kind=nothing
  local -a choices options commands
  commands=(${commands.map(({ name, summary }) => described(name, summary)).join(' ')})
  if ((CURRENT > 2)) && ((\${commands[(I)\${(b)words[2]}:*]})); then command=\${words[2]}; fi
  case $command in
${options.join('\n')}
  esac
  if ((\${words[(I)--]} > 0 && \${words[(I)--]} < CURRENT)); then
    _files
  elif [[ \${words[CURRENT]} == --*=* ]]; then
    _vmgen_kind "$command \${words[CURRENT]%%=*}"
    compset -P 1 '*='
    _vmgen_complete
  elif [[ \${words[CURRENT - 1]} == --* ]] && _vmgen_kind "$command \${words[CURRENT - 1]}"; then
    _vmgen_complete
  elif [[ \${words[CURRENT]} == -* ]]; then
    _describe option options
  elif ((CURRENT == 2)); then
    _describe command commands
  elif ((CURRENT == 3)) && _vmgen_kind "$command first"; then
    _vmgen_complete
  elif _vmgen_kind "$command each"; then
    _vmgen_complete
  fi
}

if [[ \${funcstack[1]} == _vmgen ]]; then _vmgen "$@"; else compdef _vmgen vmgen; fi
`;
}

/** The script for fish. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const lines = commands.flatMap(({ name, options, args }) => [
    `complete -c vmgen -n '__vmgen_at 1' -a ${name} -d ${quoted(commands.find((each) => each.name === name)?.summary ?? '')}`,
    ...options.map(
      ({ name: option, letter, summary, value }) =>
        `complete -c vmgen -n '__vmgen_in ${name}' -l ${option}${letter === undefined ? '' : ` -s ${letter}`}${fishValue(value)} -d ${quoted(summary)}`,
    ),
    ...(args.completed === 'nothing'
      ? []
      : [
          `complete -c vmgen -n '__vmgen_in ${name}${args.of === 'first' ? '; and __vmgen_at 2' : ''}'${fishArguments(args.completed)}`,
        ]),
  ]);
  return `# Completion of vmgen for fish, written by vmgen completion fish.

# Whether a command is typed; generate is the default.
function __vmgen_in
    set -l typed (commandline -opc)
    contains -- -- $typed; and return 1
    set -l command generate
    contains -- "$typed[2]" ${names}; and set command $typed[2]
    test $command = $argv[1]
end

# Whether so many words are before the cursor.
function __vmgen_at
    test (count (commandline -opc)) -eq $argv[1]
end

# Words, also for the last part of a list with commas.
function __vmgen_list
    set -l before (commandline -ct | string replace -r -- '^--[^=]*=' '' | string match -r -- '^.*,')
    for word in $argv
        echo "$before$word"
    end
end

complete -c vmgen -f
complete -c vmgen -n 'contains -- -- (commandline -opc)' -F
${lines.join('\n')}
`;
}

const fishValue = (value: Completed | undefined): string =>
  value === undefined ? '' : value === 'nothing' ? ' -x' : ` -r${fishArguments(value)}`;

function fishArguments(completed: Completed): string {
  switch (completed) {
    case 'nothing':
      return '';
    case 'files':
      return ' -F';
    case 'folders':
      return " -f -a '(__fish_complete_directories (commandline -ct))'";
    default:
      return ` -f -a '(__vmgen_list ${completed.join(' ')})'`;
  }
}
