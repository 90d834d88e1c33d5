// The palette over the whole window: what is found in bodies, lines, questions, proposals and operations, and where each leads.
import { describe, expect, test } from 'vitest';
import type { Desk } from '../src/dev/mock/desk';
import { setLanguage } from '../src/lib/i18n/index.svelte';
import { app } from '../src/lib/state.svelte';
import { recallShown } from '../src/panes/recall/shown.svelte';
import { settle, startWindow, until } from './frame';

const $ = (selector: string): HTMLElement => document.querySelector(selector) as HTMLElement;
const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
const groups = (): string[] => all('dialog [role=group]').map((group) => group.getAttribute('aria-label') ?? '');
const rows = (group: string): HTMLElement[] => all(`[role=group][aria-label="${group}"] [role=option]`);

async function palette(prepare?: (desk: Desk) => void) {
  const frame = await startWindow(prepare);
  await frame.press('k', { ctrlKey: true });
  await until(() => document.querySelector('[role=combobox]'));
  await settle();
  return frame;
}
async function type(words: string): Promise<void> {
  const input = $('[role=combobox]') as HTMLInputElement;
  input.focus();
  input.value = words;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await settle();
}
/** Types, and waits for what is found. */
async function find(words: string, group: string): Promise<HTMLElement> {
  await type(words);
  return until(() => rows(group)[0]);
}

describe('searching everything', () => {
  test('names come at once, texts below them, marked and as text', async () => {
    await palette((desk) => {
      const files = new Map(desk.of('shop'));
      const text = '---\ndescription: odd\n---\n<img src=x onerror=alert(1)> needle <mark>no</mark>\n';
      files.set('odd.md', { text, modified: '2026-03-14T08:30:00.000Z', reviewed: true, origin: 'you' });
      desk.files.set('shop', files);
    });
    const hit = await find('needle', 'In topics');
    expect(hit.textContent).toContain('<img src=x onerror=alert(1)> needle <mark>no</mark>');
    expect(hit.querySelector('img')).toBeNull();
    expect([...hit.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['needle']);
    await find('ledger', 'In the index');
    expect(groups()[0]).toBe('By name');
  });

  test.each([
    ['body', 'two legs', 'In topics', 'topics'],
    ['line of the index', 'ledger', 'In the index', 'index'],
    ['question', '对账脚本', 'Past questions', 'recall'],
    ['proposal', 'extractor', 'Waiting for review', 'review'],
  ])('a %s opens at its place', async (_, words, group, pane) => {
    const { press } = await palette();
    const hit = await find(words, group);
    hit.dispatchEvent(new Event('pointermove', { bubbles: true }));
    await settle();
    await press('Enter');
    expect(app.overlay).toBeNull();
    expect(app.pane).toBe(pane);
    if (pane === 'recall') {
      expect(recallShown.chosen('shop')).toMatchObject({ kind: 'past' });
      await until(() => document.querySelector('[role=option][aria-selected=true]')?.textContent?.includes('对账脚本'));
    }
  });

  test('an operation is found by what the window calls it', async () => {
    const { press } = await palette((desk) => void desk.preferences);
    await press('Escape');
    app.overlay = null;
    await app.apply({ kind: 'delete', path: 'project-old-login.md', base: null });
    setLanguage('zh');
    app.overlay = 'palette';
    await until(() => document.querySelector('[role=combobox]'));
    const hit = await find('删除', '历史中');
    hit.click();
    await settle();
    expect(app.pane).toBe('history');
    setLanguage('en');
  });

  test('Alt and a digit say what is looked in, and all of a kind are a row away', async () => {
    const { press } = await palette();
    await find('e', 'In topics');
    const more = all('[role=option]').find((row) => /^Show all \d+$/.test(row.textContent.trim()));
    more?.click();
    await until(() => groups().length === 1 || groups().every((name) => /topics|name/.test(name)));
    expect(app.overlay).toBe('palette');
    expect(($('dialog input[value=topic]') as HTMLInputElement).checked).toBe(true);
    await press('2', { altKey: true, code: 'Digit2' });
    expect(groups()).toEqual(['By name']);
    expect(rows('By name').every((row) => !row.textContent.includes('.md'))).toBe(true);
    await press('4', { altKey: true, code: 'Digit4' });
    await until(() => groups().join() === 'In the index');
    await press('0', { altKey: true, code: 'Digit0' });
    expect(($('dialog input[type=checkbox]') as HTMLInputElement).checked).toBe(true);
  });

  test('an old answer never overtakes a newer one', async () => {
    const { desk } = await palette();
    desk.delay = 60;
    await type('two legs');
    await new Promise((resolve) => setTimeout(resolve, 150));
    desk.delay = 0;
    await type('nothing is like this');
    await until(() => $('.said').textContent.includes('Nothing found for “nothing is like this”.'));
    await new Promise((resolve) => setTimeout(resolve, 150));
    await settle();
    expect(all('[role=option]')).toHaveLength(0);
  });

  test('it says while it searches, and when questions have not been read', async () => {
    const { desk } = await palette((made) => (made.recall.known = 0));
    desk.delay = 500;
    await type('zzzz');
    await until(() => $('.said').textContent.includes('Searching…'));
    desk.delay = 0;
    await until(() => $('.said').textContent.includes('Nothing found for “zzzz”.'));
    expect($('dialog').textContent).toContain('Past questions have not been read yet');
  });
});
