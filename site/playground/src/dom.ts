/** What an element has besides its children. */
interface Attributes {
  readonly class?: string;
  readonly text?: string;
  readonly on?: {
    readonly [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void;
  };
  readonly [attribute: string]: unknown;
}

/** Creates an element. Texts become text nodes, and never HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { class: className, text, on = {}, ...attributes }: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  if (className !== undefined) created.className = className;
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) created.setAttribute(name, '');
    else if (typeof value === 'string' || typeof value === 'number') {
      created.setAttribute(name, String(value));
    }
  }
  for (const [type, listener] of Object.entries(on)) {
    created.addEventListener(type, listener as EventListener);
  }
  if (text !== undefined) created.append(text);
  created.append(...children);
  return created;
}

/** Resolves when the page has nothing to do. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari cannot ask for it.
    if (typeof requestIdleCallback === 'function') {
      requestIdleCallback(() => resolve(), { timeout: 2_000 });
    } else setTimeout(resolve, 200);
  });
}
