// The topics pane over the mock desk: what is shown, what is asked of Rust, and that nothing typed is lost.
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { clearMocks } from '@tauri-apps/api/mocks';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { install } from '../src/dev/mock';
import { Desk } from '../src/dev/mock/desk';
import { odd, remove } from '../src/dev/mock/scenes';
import { setLanguage } from '../src/lib/i18n/index.svelte';
import { app } from '../src/lib/state.svelte';
import Topics from '../src/panes/topics/Topics.svelte';
import { topicsShown } from '../src/panes/topics/shown.svelte';
import { DEFAULT_SORT, NO_FILTERS } from '../src/panes/topics/table';

// CodeMirror measures text, which jsdom cannot.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();
// The table draws the rows in sight; jsdom has no sight.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { get: () => 800 });

let desk: Desk;
async function show(make: (desk: Desk) => void = () => undefined): Promise<void> {
  desk = new Desk();
  make(desk);
  install(desk);
  await app.boot();
  setLanguage('en');
  render(Topics);
  await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(2));
}
const row = (path: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-path="${path}"]`);
  if (!found) throw new Error(`no row ${path}`);
  return found;
};
async function choose(path: string, title = path.replace(/\.md$/, '')): Promise<HTMLElement> {
  await fireEvent.click(row(path));
  await waitFor(() =>
    expect(within(screen.getByTestId('reader')).getByRole('heading', { name: title, level: 2 })).toBeTruthy(),
  );
  return screen.getByTestId('reader');
}
/** Another program writes, and the window is told. */
async function write(path: string, text: string): Promise<void> {
  await desk.write('shop', path, text);
  await app.reread();
}
const typedNow = (path: string): string | undefined => app.typed(path)?.text;

beforeEach(() => {
  localStorage.clear();
  topicsShown.filters = NO_FILTERS;
  topicsShown.sort = DEFAULT_SORT;
  topicsShown.tab = 'rendered';
  topicsShown.choose('shop', null);
});
afterEach(() => {
  cleanup();
  for (const draft of app.unsaved) app.type(draft.path, null, draft.store);
  app.typing.clear();
  app.asked = app.merging = app.link = null;
  app.spot = {};
  clearMocks();
});

describe('the table', () => {
  test('narrows as one types and says how many are left', async () => {
    await show();
    await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'postgresql' } });
    expect(screen.getAllByRole('row')).toHaveLength(2);
    expect(screen.getByText('1 of 41')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(topicsShown.filters).toEqual(NO_FILTERS);
  });

  test('sorts by a column, and says so', async () => {
    await show();
    await fireEvent.click(screen.getByRole('button', { name: 'Title' }));
    expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('ascending');
    expect(screen.getAllByRole('row')[1]?.dataset.path).toBe('feedback-alerts.md');
  });

  test('arrows move the choice; Enter goes to the reader', async () => {
    await show();
    const grid = screen.getByRole('grid');
    const steps: [string, string][] = [
      ['ArrowDown', 'user-role.md'],
      ['ArrowDown', 'user-hours.md'],
      ['End', 'feedback-alerts.md'],
      ['ArrowDown', 'feedback-alerts.md'],
      ['Home', 'user-role.md'],
    ];
    for (const [key, path] of steps) {
      await fireEvent.keyDown(grid, { key });
      expect(topicsShown.chosen('shop')).toBe(path);
    }
    await waitFor(() => screen.getByTestId('reader'));
    await fireEvent.keyDown(grid, { key: 'Enter' });
    expect(document.activeElement?.getAttribute('role')).toBe('tabpanel');
  });

  test('names every oddity for what it is', async () => {
    await show(odd);
    const list = screen.getByText('4 things here are not topics').closest('details');
    expect(list?.textContent).toContain('run/agent.md is a FIFO; it is not opened');
    expect(list?.textContent).toContain('two␊lines.md cannot be read');
    expect(row('large.md').textContent).toContain('Too large');
    expect(row('pipe.md').textContent).toContain('Not a regular file');
  });
});

describe('the reader', () => {
  const cases = [
    ['Rendered', 'article', 'Tests hit a real database'],
    ['As recalled', '.recalled', 'What the selector sees of it'],
    ['History', '.panel', 'Nothing recorded yet'],
    ['Source', '[data-testid=source-editor]', 'name: feedback-tests'],
  ] as const;
  test.each(cases)('tab %s', async (name, where, text) => {
    await show();
    const reader = await choose('feedback-tests.md');
    await fireEvent.click(within(reader).getByRole('tab', { name }));
    await waitFor(() => expect(reader.querySelector(where)?.textContent).toContain(text));
    expect(within(reader).getByRole('tab', { name }).getAttribute('aria-selected')).toBe('true');
  });

  test('a cut is a rule that says the limit and what is lost', async () => {
    await show();
    const reader = await choose('project-ledger.md');
    await fireEvent.click(within(reader).getByRole('tab', { name: 'As recalled' }));
    expect(within(reader).getByRole('separator').textContent).toMatch(/Cut at 200 lines\. 42 lines below are lost\./);
    expect(reader.querySelectorAll('.line.lost')).toHaveLength(42);
  });

  test('a forged description is shown as what it is', async () => {
    await show(odd);
    const reader = await choose('forged.md');
    await fireEvent.click(within(reader).getByRole('tab', { name: 'As recalled' }));
    expect(reader.textContent).toContain('reads like several lines of the listing');
  });

  test('links: inside goes there, missing offers to create, outside only asks', async () => {
    await show(odd);
    const reader = await choose('forged.md');
    const link = (selector: string): HTMLElement => reader.querySelector(selector) as HTMLElement;
    await fireEvent.click(link('a[data-url^=https]'));
    expect(app.link).toBe('https://example.org/a?b=c');
    expect(desk.asked).not.toContain('open_link');
    await fireEvent.click(link('a[data-missing]'));
    expect((screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value).toBe('a topic to be');
    await fireEvent.keyDown(link('a[data-topic]'), { key: 'Enter' });
    expect(topicsShown.chosen('shop')).toBe('feedback-tests.md');
  });

  test('a file that cannot be edited says why and offers no editing', async () => {
    await show(odd);
    const reader = await choose('link-out.md');
    expect(within(reader).getByRole('button', { name: 'Edit' })).toHaveProperty('disabled', true);
    expect(reader.textContent).toContain('It cannot be edited here: it lies outside the store.');
  });
});

describe('what is typed', () => {
  async function edit(path: string, text: string): Promise<void> {
    await fireEvent.click(within(await choose(path)).getByRole('button', { name: 'Edit' }));
    await waitFor(() => screen.getByTestId('topic-editor'));
    const typed = app.typed(path);
    app.type(path, { base: typed?.base ?? '', text });
    await tick();
  }

  test('is kept over a reload of the window', async () => {
    await show();
    await edit('feedback-tests.md', 'typed');
    expect(localStorage.getItem('memdesk.draft:["shop","feedback-tests.md"]')).toContain('typed');
  });

  test('is kept when closing the editor for now, and offered again', async () => {
    await show();
    await edit('feedback-tests.md', 'typed');
    await fireEvent.keyDown(screen.getByTestId('topic-editor'), { key: 'Escape' });
    await fireEvent.click(screen.getByRole('button', { name: 'Keep for later' }));
    await waitFor(() => screen.getByText('1 text not saved'));
    expect(typedNow('feedback-tests.md')).toBe('typed');
    await fireEvent.click(screen.getByRole('button', { name: 'Go on' }));
    await waitFor(() => screen.getByTestId('topic-editor'));
  });

  test('can be had back after throwing it away', async () => {
    await show();
    await edit('feedback-tests.md', 'typed');
    await fireEvent.keyDown(screen.getByTestId('topic-editor'), { key: 'Escape' });
    await fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(app.typed('feedback-tests.md')).toBeNull();
    app.toasts.at(-1)?.action?.run();
    expect(typedNow('feedback-tests.md')).toBe('typed');
  });

  test('saving asks first, with the text it began from as base', async () => {
    await show();
    await edit('feedback-tests.md', 'typed\n');
    await fireEvent.click(screen.getByTestId('save'));
    await waitFor(() => expect(app.asked?.preview).toBeTruthy());
    expect(app.asked?.edit).toMatchObject({ kind: 'write', path: 'feedback-tests.md', text: 'typed\n' });
    await app.accept();
    await waitFor(() => screen.getByTestId('reader'));
    expect(desk.of('shop').get('feedback-tests.md')?.text).toBe('typed\n');
    expect(app.unsaved).toEqual([]);
  });

  test('stays when the file changes on disk, and can be merged with it', async () => {
    await show();
    const text = desk.of('shop').get('feedback-tests.md')?.text ?? '';
    await edit('feedback-tests.md', `${text}Mine.\n`);
    await write('feedback-tests.md', text.replace('# Tests', '# All tests'));
    const review = await screen.findByRole('button', { name: 'Review the merge' });
    expect(typedNow('feedback-tests.md')).toContain('Mine.');
    await fireEvent.click(review);
    await waitFor(() => expect(app.merging).toBeTruthy());
    expect(app.merging?.merge.conflicts).toBe(0);
    app.merging?.settle(`${text.replace('# Tests', '# All tests')}Mine.\n`);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Review the merge' })).toBeNull());
    expect(app.typed('feedback-tests.md')?.base).toContain('# All tests');
  });

  test('stays when the file is taken away, and saving makes it again', async () => {
    await show();
    await edit('feedback-tests.md', 'typed\n');
    await remove(desk, 'shop', 'feedback-tests.md');
    await app.reread();
    await screen.findByText(/not on disk any more/);
    await fireEvent.click(screen.getByTestId('save'));
    await waitFor(() => expect(app.asked?.edit).toMatchObject({ kind: 'create', text: 'typed\n', entry: null }));
  });

  test('nothing typed: the editor follows the disk', async () => {
    await show();
    const text = desk.of('shop').get('feedback-tests.md')?.text ?? '';
    await edit('feedback-tests.md', text);
    await write('feedback-tests.md', `${text}More.\n`);
    await waitFor(() => expect(typedNow('feedback-tests.md')).toContain('More.'));
    expect(app.unsaved).toEqual([]);
  });
});

test('deleting takes the index line along, shows it first, and chooses the next topic', async () => {
  await show();
  await fireEvent.click(within(await choose('user-hours.md')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(app.asked?.preview?.changes.map((change) => change.path)).toContain('MEMORY.md'));
  expect(desk.of('shop').has('user-hours.md')).toBe(true);
  await app.accept();
  await waitFor(() => expect(topicsShown.chosen('shop')).toBe('用户-语言.md'));
});

test('a new topic: path from its name, fields written by Rust, a line in the index', async () => {
  await show();
  await fireEvent.click(screen.getAllByRole('button', { name: 'New topic' })[0] as HTMLElement);
  await fireEvent.input(screen.getByRole('textbox', { name: 'Name' }), { target: { value: '部署 流程' } });
  await fireEvent.input(screen.getByRole('textbox', { name: 'Description' }), { target: { value: 'When to deploy' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Review…' }));
  await waitFor(() => expect(app.asked?.preview).toBeTruthy());
  expect(app.asked?.edit).toMatchObject({
    kind: 'create',
    path: '部署-流程.md',
    entry: { title: '部署 流程', hook: 'When to deploy' },
  });
  await app.accept();
  await waitFor(() => expect(topicsShown.chosen('shop')).toBe('部署-流程.md'));
});
