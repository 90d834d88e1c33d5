// The merge dialog: every answer by its name and by its key, and the text that comes of it.
import { fireEvent, render, screen, within } from '@testing-library/svelte';
import axe from 'axe-core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Merge as MergeData } from '../src/lib/bindings';
import { setLanguage } from '../src/lib/i18n/index.svelte';
import Merge from '../src/parts/merge/Merge.svelte';

const MERGE: MergeData = {
  conflicts: 2,
  disk: 'whatever',
  pieces: [
    { kind: 'settled', from: 'base', text: '1\n2\n3\n4\n5\n6\n7\n' },
    { kind: 'conflict', base: 'a\n', disk: 'a disk\n', mine: 'a mine\n' },
    { kind: 'settled', from: 'disk', text: 'new on disk\n' },
    { kind: 'conflict', base: 'b\n', disk: '', mine: 'b mine\n' },
    { kind: 'settled', from: 'mine', text: 'end' },
  ],
};
const START = '1\n2\n3\n4\n5\n6\n7\n';

let settle = vi.fn();
const conflict = (number: number): HTMLElement => screen.getByRole('region', { name: `Conflict ${number} of 2` });
const press = async (number: number, name: string | RegExp): Promise<void> =>
  void (await fireEvent.click(within(conflict(number)).getByRole('button', { name })));
const use = (): HTMLButtonElement => screen.getByRole('button', { name: 'Use this text' });

beforeEach(() => {
  setLanguage('en');
  settle = vi.fn();
  render(Merge, { path: 'a.md', merge: MERGE, settle });
});

describe('by name', () => {
  const cases: [string, string, string][] = [
    ['Take mine', 'Take disk', `${START}a mine\nnew on disk\nend`],
    ['Take disk', 'Take mine', `${START}a disk\nnew on disk\nb mine\nend`],
    ['Take both', 'Take both', `${START}a disk\na mine\nnew on disk\nb mine\nend`],
    ['Take neither', 'Take neither', `${START}a\nnew on disk\nb\nend`],
  ];
  test.each(cases)('%s, then %s', async (first, second, text) => {
    expect(use().disabled).toBe(true);
    await press(1, first);
    expect(use().disabled).toBe(true);
    await press(2, second);
    await fireEvent.click(use());
    expect(settle).toHaveBeenCalledExactlyOnceWith(text);
  });
});

test('by key, going from conflict to conflict', async () => {
  const at = (): string | null => document.activeElement?.getAttribute('aria-label') ?? null;
  // One begins at the first.
  expect(at()).toBe('Conflict 1 of 2');
  await fireEvent.keyDown(conflict(1), { key: 'm' });
  await fireEvent.keyDown(conflict(1), { key: 'j' });
  expect(at()).toBe('Conflict 2 of 2');
  await fireEvent.keyDown(conflict(2), { key: 'd' });
  await fireEvent.click(use());
  expect(settle).toHaveBeenCalledWith(`${START}a mine\nnew on disk\nend`);
});

test('by hand, going on from both', async () => {
  await press(1, 'Edit by hand');
  const hand = screen.getByRole('textbox', { name: 'The text that shall stand' }) as HTMLTextAreaElement;
  expect(hand.value).toBe('a disk\na mine\n');
  await fireEvent.input(hand, { target: { value: 'my own' } });
  // Letters typed there are text, not answers.
  await fireEvent.keyDown(hand, { key: 'd' });
  await press(2, 'Take disk');
  await fireEvent.click(use());
  expect(settle).toHaveBeenCalledWith(`${START}my own\nnew on disk\nend`);
});

test('all at once, and the result to look at', async () => {
  await fireEvent.click(screen.getByRole('button', { name: 'Result' }));
  expect(screen.getByTestId('merge').textContent).toContain('2 conflicts are still open');
  await fireEvent.click(screen.getByRole('button', { name: 'All mine' }));
  expect(screen.getByTestId('merge').textContent).toContain('b mine');
  expect(use().disabled).toBe(false);
});

test('not now leaves everything as it is', async () => {
  await press(1, 'Take mine');
  await fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
  expect(settle).toHaveBeenCalledExactlyOnceWith(null);
});

test('unchanged lines are folded and can be unfolded', async () => {
  expect(screen.queryByText(/3/)).toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: '5 unchanged lines' }));
  expect(screen.getByTestId('merge').textContent).toContain('3\n4\n5');
});

test('axe finds nothing', async () => {
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map((found) => `${found.id}: ${found.nodes[0]?.html}`)).toEqual([]);
});
