// The window over the mock desk: what is drawn of an index, what an edit asks first, what a change on disk does.
import axe from 'axe-core';
import type { Desk } from '../src/dev/mock/desk';
import { describe, expect, test } from 'vitest';
import { app } from '../src/lib/state.svelte';
import { settle, startWindow, until } from './frame';

const $ = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`nothing fits ${selector}`);
  return found;
};
const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
const text = (selector: string): string => $(selector).textContent.replace(/\s+/g, ' ').trim();
/** A dialog that is loaded when it is needed. */
const dialog = (): Promise<HTMLElement> =>
  until(() => document.querySelector<HTMLElement>('dialog .button.primary')?.closest('dialog'));
const button = (name: string): HTMLElement => {
  const found = all('button, [role=menuitem], [role=option]').find(
    (element) => (element.getAttribute('aria-label') ?? element.textContent.trim()) === name,
  );
  if (!found)
    throw new Error(
      `no button “${name}”; there are: ${all('button')
        .map((b) => b.ariaLabel ?? b.textContent.trim())
        .join(' | ')}`,
    );
  return found;
};
const click = async (name: string): Promise<void> => {
  button(name).click();
  await settle();
};
/** What axe finds; it cannot see colours in jsdom. */
async function findings(): Promise<string[]> {
  const { violations } = await axe.run(document, { rules: { 'color-contrast': { enabled: false } } });
  return violations.map((found) => `${found.id}: ${found.nodes.map((node) => node.html.slice(0, 120)).join(' ')}`);
}

describe('the index', () => {
  test('the cut stands before the first lost line and says what is lost', async () => {
    await startWindow();
    const rule = $('[data-testid=cut-rule]');
    expect(rule.previousElementSibling?.getAttribute('data-line')).toBe('205');
    expect(rule.nextElementSibling?.getAttribute('data-line')).toBe('206');
    expect(text('[data-testid=cut-rule]')).toBe(
      'Loading ends here. The limit of 200 lines is reached. 13 lines, 1 entry and 448 characters below do not reach the client.',
    );
    expect(all('[data-fate=cut]').map((row) => row.dataset.line)).toEqual(
      Array.from({ length: 13 }, (_, at) => String(206 + at)),
    );
  });

  test.each([
    [1, 'stripped', 'frontmatter, not loaded'],
    [3, 'stripped', 'frontmatter, not loaded'],
    [7, 'stripped', 'comment, not loaded'],
    [11, 'loaded', ''],
    [47, 'loaded', 'no such topic'],
    [218, 'cut', 'cut, not loaded'],
  ])('line %i is %s: %s', async (line, fate, why) => {
    await startWindow();
    const row = $(`[data-line="${line}"]`);
    expect(row.dataset.fate).toBe(fate);
    expect(row.textContent).toContain(why);
  });

  test('numbers stand beside their limits', async () => {
    await startWindow();
    expect(text('[data-testid=load-gauge]')).toContain('213 / 200 lines');
    expect(text('[data-testid=load-gauge]')).toContain('8,857 / 25,000 characters');
    expect(all('[role=meter]').every((meter) => Number(meter.ariaValueNow) <= Number(meter.ariaValueMax))).toBe(true);
  });

  test('the literal text that the client gets', async () => {
    const { desk } = await startWindow();
    $('input[value=loaded]').click();
    await settle();
    expect($('[data-testid=as-loaded]').textContent).toBe(desk.index('shop').kept);
  });

  test('in Chinese', async () => {
    await startWindow((desk) => (desk.preferences = { ...desk.preferences, language: 'zh' }));
    expect(text('[data-testid=cut-rule]')).toContain('载入到此为止');
    expect(document.documentElement.lang).toBe('zh-Hans');
  });

  test('recall mode says that nothing of it is loaded', async () => {
    await startWindow((desk) => (desk.recallMode = true));
    expect(text('main')).toContain('the client does not load this index at all');
  });

  test('a store without an index offers to start one', async () => {
    await startWindow((desk) => desk.of('shop').delete('MEMORY.md'));
    expect(text('main')).toContain('There is no MEMORY.md');
    expect(text('aside')).toContain('Add all 41 missing entries');
  });

  test('a hundred thousand lines draw a few hundred', async () => {
    await startWindow((desk) => desk.huge());
    expect(all('[data-line]').length).toBeLessThan(400);
    await click('300 more lines, comment, not loaded'.replace('300', '298'));
    expect(all('[data-line]').length).toBeGreaterThan(400);
  });
});

describe('the web view’s own menu', () => {
  const asks = (element: HTMLElement): boolean =>
    element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  test('comes for what is typed and for a text that is selected, and for nothing else', async () => {
    await startWindow();
    const row = $('[data-line="11"] .text');
    expect([asks($('header .store')), asks(row), asks($('aside'))]).toEqual([false, false, false]);
    expect(asks($('[data-testid=stores] input, nav input, .sidebar input'))).toBe(true);
    document.getSelection()?.selectAllChildren(row);
    expect(asks(row)).toBe(true);
    document.getSelection()?.removeAllRanges();
  });
});

describe('coming back to the window', () => {
  test.each([
    ['review', 'review'],
    ['history', 'history'],
    ['index', 'stores'],
  ] as const)('shows in %s what was decided elsewhere', async (pane, command) => {
    const { desk } = await startWindow();
    app.go(pane);
    await until(() => desk.asked.includes(command));
    await settle();
    const focus = document.activeElement;
    desk.asked = [];
    dispatchEvent(new Event('focus'));
    await until(() => desk.asked.includes(command));
    expect(desk.asked).toContain('stores');
    expect(document.activeElement).toBe(focus);
  });
});

describe('an edit is shown before it is made', () => {
  test('move to top: the state after, the diff, Enter, and back again', async () => {
    const { desk, press } = await startWindow();
    const before = desk.index('shop').text;
    all('[data-entry]').at(-1)?.focus();
    await settle();
    await press('t');
    await dialog();
    expect(text('dialog h2')).toBe('Move “Late decision” to the top');
    expect(text('dialog dl')).toContain('39 → 40');
    expect(all('dialog .row.added, dialog .row.removed')).toHaveLength(2);
    expect(desk.asked).not.toContain('apply');
    expect(document.activeElement?.textContent.trim()).toBe('Apply');
    await click('Apply');
    expect(document.querySelector('dialog')).toBeNull();
    expect(text('[data-testid=cut-rule]')).toContain('0 entries');
    expect($('[data-line="11"]').textContent).toContain('Late decision');
    await press('u');
    expect(desk.index('shop').text).toBe(before);
  });

  test('Esc leaves everything as it is', async () => {
    const { desk, press } = await startWindow();
    all('[data-entry]')[0]?.focus();
    await settle();
    await press('Delete');
    await dialog();
    $('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
    await settle();
    expect(document.querySelector('dialog')).toBeNull();
    expect(desk.asked).not.toContain('apply');
  });

  /** The editor of the last entry's hook, opened and typed into. */
  async function typeHook(press: (key: string) => Promise<void>, typed: string): Promise<HTMLInputElement> {
    all('[data-entry]').at(-1)?.focus();
    await settle();
    await press('e');
    const input = $('[data-line] form input') as HTMLInputElement;
    input.value = typed;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await settle();
    return input;
  }
  test('a hook being typed goes with its entry when lines come and go above it', async () => {
    const { desk, press } = await startWindow();
    const input = await typeHook(press, 'half a thought');
    const line = Number(input.closest<HTMLElement>('[data-line]')?.dataset.line);
    const before = desk.of('shop').get('MEMORY.md')?.text ?? '';
    const added = before.replace('\n- [', '\n- written by someone else\n- [');
    for (const [now, at] of [
      [added, line + 1],
      [before, line],
    ] as const) {
      await desk.write('shop', 'MEMORY.md', now);
      await until(() => $('[data-line] form').closest<HTMLElement>('[data-line]')?.dataset.line === String(at));
      expect(all('[data-line] form input')).toEqual([input]);
      expect([input.value, document.activeElement]).toEqual(['half a thought', input]);
    }
    await press('Escape');
    expect(all('[data-line] form')).toHaveLength(0);
    expect(text(`[data-line="${line}"]`)).toContain('Late decision');
    expect(document.activeElement).toBe($(`[data-line="${line}"] [data-entry]`));
  });
  test('a hook being typed outlasts a look at another pane, the pointer, and another entry', async () => {
    const { press } = await startWindow();
    await typeHook(press, 'half a thought');
    const others = all('[data-line]');
    others[20]?.dispatchEvent(new PointerEvent('pointerenter', { screenX: 5, screenY: 5 }));
    await settle();
    expect(($('[data-line] form input') as HTMLInputElement).value).toBe('half a thought');
    app.go('topics');
    await settle();
    app.go('index');
    await until(() => document.querySelector('[data-line] form'));
    expect(($('[data-line] form input') as HTMLInputElement).value).toBe('half a thought');
    all('[data-entry]')[0]?.focus();
    await settle();
    await press('e');
    const typed = (all('[data-line] form input') as HTMLInputElement[]).map((input) => input.value);
    expect(typed).toHaveLength(2);
    expect(typed[1]).toBe('half a thought');
  });
  test('the hook, in its place', async () => {
    const { desk, press } = await startWindow();
    all('[data-entry]')[0]?.focus();
    await settle();
    await press('e');
    const input = $('li input') as HTMLInputElement;
    input.value = 'knows servers, not browsers';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await click('Save hook');
    await dialog();
    await click('Apply');
    expect(desk.index('shop').text).toContain('[Works on payments](user-role.md) — knows servers, not browsers\n');
  });

  test('all missing entries: one after the other, or the rest at once', async () => {
    const { desk } = await startWindow();
    await click('Add all 2 missing entries');
    await dialog();
    expect(text('dialog .footer')).toContain('Then 1 more of the same kind');
    await click('Apply all 2');
    expect(desk.index('shop').orphans).toEqual([]);
    expect(text('.toasts')).toContain('2 changes made');
  });

  test('a refusal is an answer', async () => {
    const { desk, press } = await startWindow();
    all('[data-entry]')[0]?.focus();
    await settle();
    desk.answer = () => Promise.resolve({ kind: 'refused', refusal: { kind: 'no-entry', line: 11 } });
    await press('t');
    await press('Alt');
    await press('ArrowDown', { altKey: true });
    await until(() => document.querySelector('dialog [role=alert]'));
    expect(text('dialog [role=alert]')).toBe('This cannot be done. There is no entry at line 11 any more.');
  });
});

describe('what happens on disk', () => {
  test('appears without losing the chosen entry', async () => {
    const { desk } = await startWindow();
    all('[data-entry]')[2]?.focus();
    await settle();
    const chosen = text('.lit');
    await desk.write('shop', 'MEMORY.md', desk.index('shop').text.replace('# Memory\n', '# Memory\n\nA new line.\n'));
    await new Promise((resolve) => setTimeout(resolve, 120));
    await settle();
    expect(text('main')).toContain('A new line.');
    expect(text('.lit').replace(/^\d+/, '')).toBe(chosen.replace(/^\d+/, ''));
  });
});

describe('a file that changed underneath', () => {
  test('is merged without a question when nothing is in conflict', async () => {
    const { desk } = await startWindow();
    const base = desk.index('shop').text;
    await desk.write('shop', 'MEMORY.md', base.replace('# Memory\n', '# Memories\n'));
    const done = app.ask({ kind: 'write', path: 'MEMORY.md', base, text: `${base}- typed here\n` });
    await dialog();
    expect(text('dialog')).toContain('The file changed on disk in the meantime.');
    await click('Apply');
    expect(await done).toMatchObject({ kind: 'applied' });
    expect(desk.index('shop').text).toMatch(/^---[\s\S]*# Memories\n[\s\S]*- typed here\n$/);
  });

  test('is put to the person when it is', async () => {
    const { desk } = await startWindow();
    const base = desk.index('shop').text;
    await desk.write('shop', 'MEMORY.md', base.replace('# Memory\n', '# Memories\n'));
    void app.ask({ kind: 'write', path: 'MEMORY.md', base, text: base.replace('# Memory\n', '# Notes\n') });
    const asked = await until(() => app.merging && document.querySelector('dialog'));
    expect(asked.textContent).toContain('# Memories');
    expect(asked.textContent).toContain('# Notes');
    expect(desk.asked).not.toContain('apply');
  });
});

describe('the frame', () => {
  test.each([
    ['i', 'Index'],
    ['t', 'Topics'],
    ['r', 'Recall'],
    ['h', 'Health'],
    ['y', 'History'],
  ])('g %s shows %s', async (key, name) => {
    const { press } = await startWindow();
    await press('g');
    await press(key);
    expect($('[role=tab][aria-selected=true]').textContent).toContain(name);
    expect($('[role=tabpanel]').getAttribute('aria-labelledby')).toBe($('[role=tab][aria-selected=true]').id);
  });

  test('the palette finds a topic and a store', async () => {
    const { press } = await startWindow();
    await press('k', { ctrlKey: true });
    await until(() => document.querySelector('[role=option]'));
    await settle();
    const input = $('[role=combobox]') as HTMLInputElement;
    input.value = 'project-ledger';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await settle();
    expect($('[role=option][aria-selected=true]').textContent).toContain('project-ledger.md');
  });

  test('first launch explains and offers the sample', async () => {
    await startWindow((desk) => {
      desk.files.clear();
      desk.empty = true;
      desk.open = null;
    });
    expect(text('main')).toContain('It lies below ~/.claude.');
    await click('Look at the sample');
  });

  test('a folder without memory says where it would be', async () => {
    await startWindow((desk) => (desk.noMemory = true));
    expect(text('main')).toContain('~/.claude/projects/-home-me-code-shop/memory');
    expect(all('[role=tab]')).toHaveLength(0);
  });

  test('the sample has a way back', async () => {
    const { desk } = await startWindow((mock) => (mock.sample = true));
    await click('Back to my memory');
    expect(desk.sample).toBe(false);
  });

  test('what cannot be started says why and can be tried again', async () => {
    await startWindow(
      (desk) => (desk.answer = () => Promise.reject({ code: 'io', message: '~/.claude: no space left', hint: null })),
    );
    expect(text('main')).toContain('no space left');
  });
});

/** Few lines and topics: axe in jsdom takes its time for each element. */
function short(desk: Desk): void {
  const files = desk.of('shop');
  const index = files.get('MEMORY.md');
  if (index) index.text = index.text.split('\n').slice(0, 30).join('\n');
  for (const path of [...files.keys()].slice(12)) if (path !== 'MEMORY.md') files.delete(path);
  desk.others = desk.others.slice(0, 6);
}

describe('axe finds nothing', () => {
  test.each([
    ['the index', [], '[data-line]'],
    ['health', ['g', 'h'], '[data-code]'],
    ['the keys', ['?'], 'dialog kbd'],
    ['an edit asked', ['j', 'e'], 'li input'],
    ['topics', ['g', 't'], '[role=tabpanel] *'],
    ['recall', ['g', 'r', 'j'], '[data-step]'],
    ['runs', ['g', 'u'], '[data-testid=setup]'],
    ['history', ['g', 'y'], '[role=tabpanel] *'],
  ])('%s', async (_, keys, drawn) => {
    const { press } = await startWindow(short);
    for (const key of keys) await press(key);
    await until(() => document.querySelector(drawn));
    await settle();
    expect(await findings()).toEqual([]);
  });
});
