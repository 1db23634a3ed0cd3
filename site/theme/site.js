// Search, colours, copying and keys. Without this script, every page can be read, and all links work.
(() => {
  const root = document.documentElement;
  const base = new URL('..', document.querySelector('link[rel=stylesheet]').href);
  const dialog = document.getElementById('search');
  const input = dialog.querySelector('input');
  const list = dialog.querySelector('ul');
  const status = dialog.querySelector('[role=status]');
  const MOST_RESULTS = 30;

  /** Resolves with the sections of all pages. They are loaded by the first search. */
  let loading;
  const load = () =>
    (loading ??= fetch(new URL('assets/search.json', base)).then((response) => response.json()));

  const escape = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

  /** How well a section fits: every word must occur in it. */
  function score([title, page, , text], words) {
    let sum = 0;
    for (const word of words) {
      const start = new RegExp(`(^|[^\\p{L}\\p{N}])${escape(word)}`, 'iu');
      const lower = title.toLowerCase();
      if (lower === word) sum += 100;
      else if (start.test(title)) sum += 40 - Math.min(20, title.length / 4);
      else if (lower.includes(word)) sum += 15;
      else if (start.test(page)) sum += 10;
      else if (start.test(text)) sum += 4;
      else if (text.toLowerCase().includes(word)) sum += 1;
      else return 0;
    }
    // A page is a better answer than one of its sections.
    return title === page ? sum * 1.2 : sum;
  }

  /** The part of a text around the first word, with the words marked. */
  function excerpt(text, words) {
    const at = Math.max(0, text.toLowerCase().indexOf(words[0]));
    const start = at < 60 ? 0 : text.indexOf(' ', at - 60) + 1;
    const end = start + 160 < text.length ? text.lastIndexOf(' ', start + 160) : text.length;
    const part = `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
    const fragment = document.createElement('span');
    const pattern = new RegExp(`(${words.map(escape).join('|')})`, 'i');
    part.split(pattern).forEach((piece, index) => {
      const node = document.createElement(index % 2 === 1 ? 'mark' : 'span');
      node.textContent = piece;
      fragment.append(node);
    });
    return fragment;
  }

  function show(entries, words) {
    const found = entries
      .map((entry) => ({ entry, points: score(entry, words) }))
      .filter(({ points }) => points > 0)
      .sort((a, b) => b.points - a.points);
    list.replaceChildren(
      ...found.slice(0, MOST_RESULTS).map(({ entry: [title, page, url, text] }) => {
        const link = document.createElement('a');
        link.href = new URL(url.slice(1), base);
        const head = document.createElement('strong');
        head.textContent = title;
        const place = document.createElement('small');
        place.textContent = title === page ? '' : page;
        link.append(head, place, excerpt(text, words));
        const item = document.createElement('li');
        item.append(link);
        return item;
      }),
    );
    const count = found.length === 1 ? '1 result' : `${found.length} results`;
    status.textContent =
      found.length > MOST_RESULTS ? `${count}, ${MOST_RESULTS} are listed` : count;
  }

  async function search() {
    const query = input.value;
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) {
      list.replaceChildren();
      status.textContent = '';
      return;
    }
    try {
      const entries = await load();
      if (input.value === query) show(entries, words);
    } catch {
      loading = undefined;
      status.textContent = 'The index of the search cannot be loaded.';
    }
  }

  function openSearch() {
    if (dialog.open) return;
    dialog.showModal();
    input.focus();
    input.select();
    void load().catch(() => {
      loading = undefined;
    });
  }

  /** Moves the focus among the field and the results. */
  function move(step) {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement) + step;
    (at < 0 ? input : links[Math.min(at, links.length - 1)])?.focus();
  }

  input.addEventListener('input', () => void search());
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape') {
      // In a field for searches, the first Escape would only clear the text.
      event.preventDefault();
      dialog.close();
    } else if (event.key === 'Enter' && event.target === input) {
      event.preventDefault();
      list.querySelector('a')?.click();
    }
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog || event.target.closest('a')) dialog.close();
  });
  document.addEventListener('keydown', (event) => {
    // The target is the host of a shadow root, such as that of the editor.
    const [target] = event.composedPath();
    const isTyping = target.closest?.('input, textarea, select, [contenteditable]');
    const isShortcut = event.key === 'k' && (event.metaKey || event.ctrlKey);
    if (isShortcut || (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey)) {
      event.preventDefault();
      openSearch();
    }
  });
  for (const button of document.querySelectorAll('[data-search]')) {
    button.hidden = false;
    button.addEventListener('click', openSearch);
  }

  const toggle = document.querySelector('[data-theme-toggle]');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ?? (dark.matches ? 'dark' : 'light')) === 'dark';
  const showState = () => toggle.setAttribute('aria-pressed', String(isDark()));
  toggle.hidden = false;
  showState();
  dark.addEventListener('change', showState);
  toggle.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    showState();
    try {
      localStorage.setItem('colours', root.dataset.theme);
    } catch {
      // The choice then lasts until the next page.
    }
  });

  for (const figure of document.querySelectorAll('figure.code')) {
    const code = figure.querySelector('code');
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = 'Copied';
      } catch {
        // The user has not permitted it, or the page has no HTTPS.
        button.textContent = 'Copy failed';
      }
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
    figure.append(button);
  }

  // The example of the first page. Nothing of the compiler is loaded before the user wants to edit it.
  const edit = document.querySelector('.edit-example');
  if (edit) {
    edit.hidden = false;
    edit.addEventListener('click', async () => {
      if (edit.textContent === 'Loading') return;
      edit.textContent = 'Loading';
      try {
        await import(new URL('playground/home.js', base));
        edit.hidden = true;
      } catch {
        edit.textContent = 'Not loaded. Try again';
      }
    });
  }

  // What scrolls can be reached by keyboard.
  const scrollers = document.querySelectorAll('pre, .table, .figure, .members dt');
  const markScrollers = () => {
    for (const each of scrollers) {
      if (each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight) {
        each.tabIndex = 0;
      } else each.removeAttribute('tabindex');
    }
  };
  markScrollers();
  addEventListener('resize', markScrollers);
  void document.fonts?.ready.then(markScrollers);

  // The page among those around it.
  const sidebar = document.querySelector('.sidebar');
  const current = sidebar?.querySelector('[aria-current]');
  if (current) sidebar.scrollTop = current.offsetTop - sidebar.clientHeight / 2;

  // The heading that is read, in the list of headings.
  const entries = new Map(
    [...document.querySelectorAll('.outline a')].map((link) => [
      decodeURIComponent(link.hash.slice(1)),
      link,
    ]),
  );
  const headings = [...document.querySelectorAll('h2[id], h3[id]')].filter(({ id }) =>
    entries.has(id),
  );
  if (headings.length > 0) {
    const mark = () => {
      const passed = headings.filter((each) => each.getBoundingClientRect().top < 120);
      const current = entries.get((passed.at(-1) ?? headings[0]).id);
      for (const link of entries.values()) link.classList.toggle('current', link === current);
    };
    addEventListener('scroll', mark, { passive: true });
    mark();
  }

  if ('serviceWorker' in navigator && window.isSecureContext) {
    navigator.serviceWorker.register(new URL('sw.js', base)).catch(() => {
      // Pages are then read from the network only.
    });
  }
})();
