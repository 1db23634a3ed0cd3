import { dirname } from 'node:path';
import { LineMap } from '../text/line-map.js';
import { typescript, type ts } from '../frontend/typescript.js';

/** Something wrong in a tsconfig.json, or in one that it extends. */
export interface ConfigProblem {
  /** An absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

interface TsConfig {
  readonly options: ts.CompilerOptions;
  readonly problems: readonly ConfigProblem[];
}

/** The tsconfig.json of a folder or of the nearest one above it; undefined where there is none. */
export function readTsConfig(
  folder: string,
  host: ts.ParseConfigHost & ts.ModuleResolutionHost,
): TsConfig | undefined {
  const path = typescript.findConfigFile(folder, (each) => host.fileExists(each));
  const text = path === undefined ? undefined : host.readFile(path);
  if (path === undefined || text === undefined) return undefined;
  const source = typescript.parseJsonText(path, text);
  const { options, errors } = typescript.parseJsonSourceFileConfigFileContent(
    source,
    host,
    dirname(path),
    undefined,
    path,
  );
  return {
    options,
    problems: errors.filter(isOfResolution).map((error) => problemOf(error, path)),
  };
}

/** That it names no files is no matter here: none were looked for. */
function isOfResolution({ code }: ts.Diagnostic): boolean {
  const noInputs: readonly number[] = [18002, 18003];
  return !noInputs.includes(code);
}

function problemOf({ file, start, messageText }: ts.Diagnostic, path: string): ConfigProblem {
  return {
    file: file?.fileName ?? path,
    ...new LineMap(file?.text ?? '').placeOf(start ?? 0),
    message: typescript.flattenDiagnosticMessageText(messageText, ' '),
  };
}
