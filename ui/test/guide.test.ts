// The user guide over the mock desk: it opens where the person is, and is walked by keyboard.
import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { guide } from '../src/lib/guide.svelte';
import { settings } from '../src/lib/settings.svelte';
import { app } from '../src/lib/state.svelte';
import { settle, startWindow, until } from './frame';

const shown = (): Promise<string> =>
  until(() => document.querySelector('dialog .page h3')?.textContent).then((text) => text.trim());

describe('the guide', () => {
  test.each([
    ['review', 'About trust'],
    ['index', 'About client'],
    ['recall', 'About recall'],
    ['health', 'About trouble'],
  ] as const)('in %s, F1 opens “%s”', async (pane, title) => {
    const { press } = await startWindow();
    app.go(pane);
    await settle();
    await press('F1');
    expect(await shown()).toBe(title);
    const { violations } = await axe.run(document, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map((found) => found.id)).toEqual([]);
    guide.close();
    await settle();
    expect(document.querySelector('dialog .page')).toBeNull();
  });

  test('arrow keys walk the sections, and the language is the window’s', async () => {
    await startWindow();
    guide.open();
    expect(await shown()).toBe('About start');
    const first = await until(() => document.querySelector<HTMLElement>('dialog nav [aria-current]'));
    first.focus();
    first.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    await settle();
    expect(await shown()).toBe('About panes');
    expect(document.activeElement?.textContent).toBe('About panes');
    settings.prefer({ language: 'zh' });
    await until(() => document.querySelector('dialog h2')?.textContent.includes('使用指南'));
    settings.prefer({ language: 'en' });
    guide.close();
    await settle();
  });
});
