import { expect, test } from 'vitest';
import { scrollTo, windowOf } from './windowing';

test.each([
  // count, scrollTop, height → first, end
  [0, 0, 300, 0, 0],
  [5, 0, 300, 0, 5],
  [5_000, 0, 300, 0, 18],
  [5_000, 3_000, 300, 92, 118],
  [5_000, 150_000, 300, 4_992, 5_000],
  [3, 9_000, 300, 0, 3],
])('%i rows at %i of %i show %i to %i', (count, scrollTop, height, first, end) => {
  const window = windowOf(count, 30, scrollTop, height);
  expect(window).toMatchObject({ first, end });
  expect(window.above + window.below + (end - first) * 30).toBe(count * 30);
});

test.each([
  [0, 90, 0],
  [3, 90, 90],
  [5, 90, 90],
  [20, 90, 330],
])('row %i is brought into sight from %i at %i', (index, from, to) => {
  expect(scrollTo(index, 30, from, 300)).toBe(to);
});
