import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type ts from 'typescript';
import type { Compilation } from '../compile.js';
import { typescript } from '@vmgen/fixtures/generator/typescript';

/** Beside this code, so that the packages which output imports are found. */
const PLACE = fileURLToPath(new URL('../run-', import.meta.url));

/** Runs generated code: loads the module at `path`, calls a function with it, and cleans up. */
export async function withOutput<T>(
  { files }: Compilation,
  path: string,
  use: (module: T) => Promise<void> | void,
): Promise<void> {
  const folder = mkdtempSync(PLACE);
  try {
    for (const file of files.filter((each) => each.path.endsWith('.ts'))) {
      const target = join(folder, file.path.replace(/\.ts$/, '.js'));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, javascriptOf(file.text));
    }
    await use((await import(pathToFileURL(join(folder, path)).href)) as T);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function javascriptOf(text: string): string {
  const compilerOptions: ts.CompilerOptions = {
    module: typescript.ModuleKind.ESNext,
    target: typescript.ScriptTarget.ES2023,
    verbatimModuleSyntax: true,
  };
  return typescript.transpileModule(text, { compilerOptions }).outputText;
}
