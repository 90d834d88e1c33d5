// Scrollbars that lie over what they scroll, as some systems have them: one that still fades is drawn above everything, a dialog that
// was opened meanwhile included. Separate because only the page can tell whether they do, and only once it is there.

let over: boolean | undefined;
let dialogs = 0;

/** Whether they take no room beside what they scroll. */
function lieOver(): boolean {
  const box = document.createElement('div');
  box.style.cssText = 'position:absolute;visibility:hidden;width:50px;height:50px;overflow:scroll';
  document.body.append(box);
  const is = box.offsetWidth === box.clientWidth;
  box.remove();
  return is;
}

/** Takes away those of the frame for as long as a dialog is open; returns what brings them back. Nothing moves thereby. */
export function quietScrollbars(): () => void {
  over ??= lieOver();
  if (!over) return () => undefined;
  if (dialogs++ === 0)
    for (const element of document.querySelectorAll<HTMLElement>('.frame *'))
      if (element.scrollHeight > element.clientHeight && getComputedStyle(element).overflowY === 'auto')
        element.dataset.quiet = '';
  return () => {
    if (--dialogs === 0)
      for (const element of document.querySelectorAll<HTMLElement>('[data-quiet]')) delete element.dataset.quiet;
  };
}
