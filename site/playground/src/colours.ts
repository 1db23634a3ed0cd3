/** Runs before the page is painted: the colours that the user chose on this site, or those of the system. */

const KEY = 'colours';
const root = document.documentElement;

function chosen(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // The browser forbids storage.
    return null;
  }
}

function keep(colours: string): void {
  try {
    localStorage.setItem(KEY, colours);
  } catch {
    // They last as long as the page.
  }
}

function isDark(): boolean {
  const { theme } = root.dataset;
  return theme === undefined
    ? matchMedia('(prefers-color-scheme: dark)').matches
    : theme === 'dark';
}

const first = chosen();
if (first === 'dark' || first === 'light') root.dataset['theme'] = first;

addEventListener('DOMContentLoaded', () => {
  const button = document.getElementById('colours');
  if (button === null) return;
  button.hidden = false;
  button.setAttribute('aria-pressed', String(isDark()));
  button.addEventListener('click', () => {
    const colours = isDark() ? 'light' : 'dark';
    root.dataset['theme'] = colours;
    button.setAttribute('aria-pressed', String(colours === 'dark'));
    keep(colours);
  });
});
