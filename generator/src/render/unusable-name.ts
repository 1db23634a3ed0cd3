/** The names of Windows' devices, which no file may have, whatever its ending. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

/** Why some disk cannot hold a file or folder of that name; undefined where all can. */
export function whyUnusableName(name: string): string | undefined {
  if (DEVICE.test(name)) return `Windows keeps the name ${name} for a device`;
  if (/[. ]$/.test(name)) return 'Windows drops a dot or blank at the end of a name';
  return /["*:<>?|\\]/.test(name) ? 'Windows allows none of "*:<>?|\\ in a name' : undefined;
}
