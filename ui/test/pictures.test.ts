// The pictures in the whole window over the mock desk: looked at, walked by keys, read as tables, and found clean by axe.
import axe from 'axe-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { crowd } from '../src/dev/mock/scenes';
import { setLanguage } from '../src/lib/i18n/index.svelte';
import { actions } from '../src/lib/actions.svelte';
import { app } from '../src/lib/state.svelte';
import { indexShown } from '../src/panes/index/shown.svelte';
import { NO_FILTERS } from '../src/panes/topics/table';
import { topicsShown } from '../src/panes/topics/shown.svelte';
import { settle, startWindow, until } from './frame';

const flat = (element: Element | null | undefined): string => element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
const run = (id: string): void =>
  actions
    .all()
    .find((action) => action.id === id)
    ?.run();
/** What stands where the keys are. */
function active(): string {
  const id = document.activeElement?.getAttribute('aria-activedescendant');
  return (id && document.getElementById(id)?.getAttribute('aria-label')) || '';
}
const picture = (): Promise<HTMLElement> => until(() => document.querySelector<HTMLElement>('svg[role=listbox]'));
async function topics(): Promise<void> {
  app.go('topics');
  await until(() => document.querySelector('[data-testid=topics]'));
}
async function clean(): Promise<void> {
  const { violations } = await axe.run(document, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map((found) => `${found.id}: ${found.nodes[0]?.html ?? ''}`)).toEqual([]);
}
beforeEach(() => {
  Object.assign(topicsShown, { view: 'list', filters: NO_FILTERS });
  topicsShown.choose('shop', null);
  indexShown.growthTable = false;
});

describe('the growth of the index', () => {
  test('says when it is full, is walked by keys, and leads to History', async () => {
    const { press } = await startWindow();
    run('index-growth');
    const drawn = await picture();
    const says = flat(document.querySelector('[data-testid=growth-says]'));
    expect(says).toMatch(/the limit of [\d,]+ (lines|characters)/);
    drawn.focus();
    await settle();
    expect(active()).toMatch(/^Now: \d+ \/ 200 lines, [\d,]+ \/ 25,000 characters, \d+ entries$/);
    await press('ArrowLeft');
    expect(active()).toMatch(/^Mar 12, 2026/);
    await press('Home');
    expect(active()).toMatch(/^Jan 17, 2026/);
    await clean();
    await press('Enter');
    expect(app.pane).toBe('history');
    expect(app.spot).toEqual({ path: 'MEMORY.md', operation: 'op0' });
  });

  test('is a table as well, newest first, in both languages', async () => {
    await startWindow();
    run('index-growth');
    await picture();
    run('growth-table');
    const table = await until(() => document.querySelector('[data-testid=growth] table'));
    const rows = [...table.querySelectorAll('tbody tr')].map(flat);
    expect(rows).toHaveLength(30);
    expect(rows[1]).toMatch(/^Now ?\d+ \/ 200/);
    await clean();
    setLanguage('zh');
    await settle();
    expect(flat(table.querySelector('tbody tr'))).toMatch(/^速度 ?每周/);
    setLanguage('en');
  });
});

describe('what leads where', () => {
  test('is a map that is walked by keys; Enter opens a topic', async () => {
    const { press } = await startWindow();
    await topics();
    run('topics-view-graph');
    const drawn = await picture();
    drawn.focus();
    await settle();
    expect(active()).toMatch(/^the index · leads to /);
    await press('ArrowRight');
    const there = active();
    expect(there).not.toMatch(/^the index/);
    await clean();
    await press('Enter');
    await settle();
    const chosen = topicsShown.chosen('shop') ?? '';
    expect(chosen).not.toBe('');
    await until(() => document.querySelector('[data-testid=reader]'));
    expect(document.querySelector('[role=option][aria-selected=true]')?.getAttribute('aria-label')).toBe(there);
  });

  test('a search fades what does not fit, and the keys pass it by', async () => {
    const { press } = await startWindow();
    await topics();
    run('topics-view-graph');
    topicsShown.filters = { ...NO_FILTERS, text: 'feedback' };
    const drawn = await picture();
    const lit = [...drawn.querySelectorAll('[role=option]:not([aria-disabled=true])')];
    expect(lit.length).toBeLessThan(drawn.querySelectorAll('[role=option]').length);
    drawn.focus();
    const names = new Set(lit.map((one) => one.getAttribute('aria-label')));
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) {
      await press(key);
      expect(names).toContain(active());
    }
  });

  test('a name that leads nowhere is hollow, and offers to be made', async () => {
    const { desk, press } = await startWindow();
    await desk.write('shop', 'user-role.md', '---\nname: role\ntype: user\n---\nSee [[a topic to be]].\n');
    await topics();
    run('topics-view-links');
    const row = await until(() =>
      [...document.querySelectorAll('[data-testid=links] tbody tr')].find((one) => flat(one).includes('no such topic')),
    );
    await clean();
    row.querySelector('button')?.click();
    const dialog = await until(() => document.querySelector('dialog[open]'));
    expect(flat(dialog)).toContain('New topic');
    await press('Escape');
  });

  test('of far too many topics the most linked are drawn, and the table is given in parts', async () => {
    await startWindow((desk) => crowd(desk, 900));
    await topics();
    run('topics-view-graph');
    const drawn = await picture();
    expect(drawn.querySelectorAll('[role=option]').length).toBeLessThan(420);
    expect(flat(document.querySelector('[data-testid=links] .says'))).toMatch(/^The 300 most linked of 9\d\d topics/);
    run('topics-view-links');
    await until(() => document.querySelector('[data-testid=links] table'));
    const rows = (): number => document.querySelectorAll('[data-testid=links] tbody tr').length;
    expect(rows()).toBe(200);
  });
});
