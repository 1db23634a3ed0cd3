import { chromium, type Browser } from 'playwright-core';

/** Starts the Chromium that the suites of browsers install. */
export function launchChromium(): Promise<Browser> {
  const executablePath = process.env['VMGEN_CHROMIUM'] ?? '';
  // Containers of tests have no user namespaces for the sandbox of Chromium.
  return chromium.launch({ executablePath, chromiumSandbox: false });
}
