import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Bundles a module as a script for a browser, without replacements for modules of Node.
 *
 * @param contents relative imports begin in this folder
 */
export async function bundleForBrowser(contents: string): Promise<string> {
  const { outputFiles, warnings } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    write: false,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2023',
    logLevel: 'silent',
  });
  if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join('\n'));
  return outputFiles[0]?.text ?? '';
}
