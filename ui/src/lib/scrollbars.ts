// Whether scrollbars of this system lie over what they scroll. Separate because only the page can tell, and only once it is there.

/** Marks the document for the style sheet; called once. */
export function tellScrollbars(): void {
  const box = document.createElement('div');
  box.style.cssText = 'position:absolute;visibility:hidden;width:50px;height:50px;overflow:scroll';
  document.body.append(box);
  document.documentElement.dataset.scrollbars = box.offsetWidth === box.clientWidth ? 'over' : 'beside';
  box.remove();
}
