// A word or two beside what is pointed at or focused. An attachment rather than a component, so that it adds nothing to the page
// until it is needed; it never holds the only copy of anything that matters.
import type { Attachment } from 'svelte/attachments';

/** How long the pointer rests before it appears. Milliseconds. */
const REST = 450;
const GAP = 6;
let bubble: HTMLDivElement | null = null;
let waiting: ReturnType<typeof setTimeout> | undefined;

function hide(): void {
  clearTimeout(waiting);
  bubble?.remove();
}

function show(over: Element, text: string): void {
  bubble ??= Object.assign(document.createElement('div'), { className: 'tooltip' });
  bubble.setAttribute('aria-hidden', 'true');
  bubble.textContent = text;
  // Inside an open dialog it has to be a child of it, or it would lie beneath.
  (over.closest('dialog') ?? document.body).append(bubble);
  const box = over.getBoundingClientRect();
  const own = bubble.getBoundingClientRect();
  const below = box.bottom + GAP + own.height < innerHeight;
  const left = Math.max(GAP, Math.min(box.left + box.width / 2 - own.width / 2, innerWidth - own.width - GAP));
  bubble.style.left = `${left}px`;
  bubble.style.top = `${below ? box.bottom + GAP : box.top - GAP - own.height}px`;
}

/** `{@attach tooltip('Move to top')}`; nothing for an empty text. */
export function tooltip(text: string | undefined): Attachment<HTMLElement> {
  return (element) => {
    if (!text) return;
    const soon = (): void => {
      clearTimeout(waiting);
      waiting = setTimeout(() => show(element, text), REST);
    };
    const focused = (): void => {
      if (element.matches(':focus-visible')) soon();
    };
    const listen: [keyof HTMLElementEventMap, () => void][] = [
      ['pointerenter', soon],
      ['pointerleave', hide],
      ['pointerdown', hide],
      ['focus', focused],
      ['blur', hide],
      ['keydown', hide],
    ];
    for (const [event, handler] of listen) element.addEventListener(event, handler);
    return () => {
      for (const [event, handler] of listen) element.removeEventListener(event, handler);
      hide();
    };
  };
}
