/** The device names of Windows, which are invalid as file names with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

/** The reason why a name is invalid for a file or folder on some systems; undefined if it is portable. */
export function whyUnusableName(name: string): string | undefined {
  if (DEVICE.test(name)) return `Windows keeps the name ${name} for a device`;
  if (/[. ]$/.test(name)) return 'Windows drops a dot or blank at the end of a name';
  return /["*:<>?|\\]/.test(name) ? 'Windows does not allow "*:<>?|\\ in a name' : undefined;
}
