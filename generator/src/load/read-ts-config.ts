import { dirname } from 'node:path';
import { LineMap } from '../text/line-map.js';
import { typescript, type ts } from '../frontend/typescript.js';

/** A problem in a tsconfig.json, or in one that it extends. */
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

/** The nearest tsconfig.json in a folder or above it; undefined if it does not exist. */
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

/** An empty list of files is not an error here, because only the settings are used. */
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
