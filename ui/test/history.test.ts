// The history pane over the mock desk: what is listed, what undo says it would take, and restoring only by asking.
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { clearMocks } from '@tauri-apps/api/mocks';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { install } from '../src/dev/mock';
import { Desk } from '../src/dev/mock/desk';
import { past } from '../src/dev/mock/scenes';
import { setLanguage } from '../src/lib/i18n/index.svelte';
import { app } from '../src/lib/state.svelte';
import History from '../src/panes/history/History.svelte';

Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

let desk: Desk;
beforeEach(async () => {
  desk = new Desk();
  install(desk);
  await past(desk);
  await app.boot();
  setLanguage('en');
  render(History);
  await screen.findAllByRole('option');
});
afterEach(() => {
  cleanup();
  app.asked = null;
  clearMocks();
});
const options = (): string[] =>
  screen.getAllByRole('option').map((option) => option.textContent?.replace(/\s+/g, ' ').trim() ?? '');

test('newest first, undone ones marked, with what undo and redo would take', () => {
  expect(options()).toHaveLength(5);
  expect(options()[0]).toMatch(/^Edited undone redo takes this .*user-role\.md/);
  expect(options()[1]).toMatch(/^Added an entry undo takes this/);
  expect(screen.getByRole('button', { name: /^Undo Added an entry · MEMORY\.md/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Redo Edited · user-role\.md/ })).toBeTruthy();
});

test('undo takes what it said and moves on to the one before', async () => {
  await fireEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  await screen.findByRole('button', { name: /^Undo Renamed/ });
  expect(desk.of('shop').get('MEMORY.md')?.text).not.toContain('(project-audits.md)');
});

test('narrowed by a file', async () => {
  await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'grafana' } });
  await waitFor(() => expect(options()).toHaveLength(1));
  await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'no such file' } });
  await screen.findByText('No operation touched such a file');
});

test('arrows choose; the diff of the chosen one is shown', async () => {
  const list = screen.getByRole('listbox');
  for (let step = 0; step < 4; step++) await fireEvent.keyDown(list, { key: 'ArrowDown' });
  await waitFor(() => expect(screen.getByTestId('operation').textContent).toContain('twice'));
  await fireEvent.keyDown(list, { key: 'Home' });
  await waitFor(() => expect(screen.getByTestId('operation').textContent).toContain('gone'));
});

test('a file as it was then is put back only after its consequences were shown', async () => {
  const first = screen.getAllByRole('option').find((option) => option.textContent?.includes('user-role.md'));
  await fireEvent.click(first as HTMLElement);
  const shown = await screen.findByTestId('operation');
  await fireEvent.click(within(shown).getByRole('tab', { name: 'Files at that time' }));
  const restore = within(shown).getByRole('button', { name: 'Restore this' }) as HTMLButtonElement;
  await waitFor(() => expect(restore.disabled).toBe(false));
  await fireEvent.click(restore);
  await waitFor(() => expect(app.asked?.preview?.changes[0]?.path).toBe('user-role.md'));
  expect(desk.of('shop').get('user-role.md')?.text).not.toBe('gone\n');
  await app.accept();
  expect(desk.of('shop').get('user-role.md')?.text).toBe('gone\n');
});

test('axe finds nothing', async () => {
  await screen.findByTestId('operation');
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map((found) => `${found.id}: ${found.nodes[0]?.html}`)).toEqual([]);
});
