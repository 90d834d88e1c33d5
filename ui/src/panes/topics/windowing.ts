// Which rows of a long list are on the page. Separate because it is arithmetic; rows have one height, so nothing is measured.

/** Rows to draw, and the space that stands for the others, in pixels. */
export interface Window {
  first: number;
  /** One past the last. */
  end: number;
  above: number;
  below: number;
}

/** The rows to draw for a scroll position, with some more on each side so that a quick scroll shows no gap. */
export function windowOf(count: number, rowHeight: number, scrollTop: number, height: number, extra = 8): Window {
  const visible = Math.ceil(height / rowHeight);
  const first = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight)) - extra);
  const end = Math.min(count, Math.floor(Math.max(0, scrollTop) / rowHeight) + visible + extra);
  return {
    first: Math.min(first, end),
    end,
    above: Math.min(first, end) * rowHeight,
    below: (count - end) * rowHeight,
  };
}

/** The scroll position that has a row wholly in sight, moving as little as possible. */
export function scrollTo(index: number, rowHeight: number, scrollTop: number, height: number): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  if (top + rowHeight > scrollTop + height) return top + rowHeight - height;
  return scrollTop;
}
