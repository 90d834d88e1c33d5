// The settings in the whole window over the mock desk: reached by keys, every control labelled, each change kept at once or refused in words,
// the file followed, and nothing written when it is open for reading only.
import axe from 'axe-core';
import { fireEvent } from '@testing-library/svelte';
import { afterEach, describe, expect, test } from 'vitest';
import type { Desk } from '../src/dev/mock/desk';
import { setLanguage } from '../src/lib/i18n/index.svelte';
import { SECTIONS, settings, type Section } from '../src/lib/settings.svelte';
import { app } from '../src/lib/state.svelte';
import { settle, startWindow, until, type Frame } from './frame';

let window: Frame;
const $ = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`nothing fits ${selector}`);
  return found;
};
const flat = (selector: string): string => $(selector).textContent.replace(/\s+/g, ' ').trim();
async function open(section: Section = 'window', prepare: (desk: Desk) => void = () => undefined): Promise<Desk> {
  window = await startWindow(prepare);
  await window.press(',', { ctrlKey: true });
  await until(() => document.querySelector('[data-testid=settings] [data-setting]'));
  if (section !== 'window') {
    $(`[role=tab][id$="-${section}"]`).click();
    await settle();
  }
  return window.desk;
}
const setting = (name: string): string => `[data-setting="${name}"]`;

afterEach(() => {
  settings.close();
  setLanguage('en');
});

describe('every section', () => {
  test.each(SECTIONS)('%s: axe finds nothing, every control has a name', async (section) => {
    await open(section, (desk) => {
      desk.settings.said.set('gate.modes.shop', 'hold');
      desk.settings.findings = [
        { line: 4, key: 'window.theme', code: 'unknown-word', found: '"drak"', allowed: ['dark'], meant: 'dark' },
      ];
    });
    await until(() => document.querySelectorAll('dialog [role=tabpanel] :is(input, select, button)').length > 0);
    await settle();
    const { violations } = await axe.run($('dialog[open]'), { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map((found) => `${found.id}: ${found.nodes[0]?.html}`)).toEqual([]);
  });

  test('arrow keys go from one to the next', async () => {
    await open();
    const tab = (): string => flat('[data-testid=settings] [role=tab][aria-selected=true]');
    expect(tab()).toBe('Window');
    await fireEvent.keyDown($('[data-testid=settings] [role=tab][aria-selected=true]'), { key: 'ArrowDown' });
    expect(tab()).toBe('Models and keys');
    await fireEvent.keyDown($('[data-testid=settings] [role=tab][aria-selected=true]'), { key: 'End' });
    expect(tab()).toBe('The file');
  });
});

describe('a change', () => {
  test('is seen and kept at once, and can be taken back to the default', async () => {
    const desk = await open();
    $(`${setting('window.theme')} input[value=dark]`).click();
    await settle();
    expect(desk.settings.said.get('window.theme')).toBe('dark');
    expect(app.preferences.theme).toBe('dark');
    expect(flat(setting('window.theme'))).toContain('set in line 3 of the file');
    $(`${setting('window.theme')} .link`).click();
    await settle();
    expect(desk.settings.said.has('window.theme')).toBe(false);
  });

  test('of the language shows in the dialog itself', async () => {
    await open();
    $(`${setting('window.language')} input[value=zh]`).click();
    await settle();
    expect(flat('dialog[open] h2')).toBe('设置');
  });

  test('that is refused says why and keeps what was typed', async () => {
    const desk = await open('models');
    const field = $(`${setting('models.base_url')} input`) as HTMLInputElement;
    await fireEvent.change(field, { target: { value: 'gate.test' } });
    await settle();
    expect(flat('dialog[open] .state')).toContain('That cannot be set: models.base_url');
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['gate.test', 'true']);
    expect(desk.settings.said.size).toBe(0);
    await fireEvent.change(field, { target: { value: 'https://gate.test' } });
    await settle();
    expect(desk.settings.said.get('models.base_url')).toBe('https://gate.test');
  });

  test('of the mode of one memory', async () => {
    const desk = await open('gate');
    const add = $(`${setting('gate.modes')} .add`) as HTMLSelectElement;
    await fireEvent.change(add, { target: { value: 'shop' } });
    await until(() => document.querySelector('[data-store-mode=shop]'));
    expect(desk.settings.said.get('gate.modes.shop')).toBe('hold');
    await fireEvent.change($('[data-store-mode=shop] select'), { target: { value: 'read-only' } });
    await settle();
    expect(desk.settings.said.get('gate.modes.shop')).toBe('read-only');
  });

  test('outside the dialog that cannot be kept is taken back, with the way to the file', async () => {
    const desk = await open();
    settings.close();
    desk.settings.broken = { line: 3, key: '', code: 'syntax', found: 'no', allowed: [], meant: null };
    settings.prefer({ theme: 'dark' });
    await settle();
    expect(app.preferences.theme).toBe(null);
    expect(app.toasts.at(-1)?.action?.label).toBe('Show');
  });
});

describe('the file', () => {
  test('is followed, whoever writes it; what does not count is told with its line', async () => {
    const desk = await open();
    settings.close();
    const finding = {
      line: 2,
      key: 'window.themes',
      code: 'unknown-key' as const,
      found: '',
      allowed: [],
      meant: 'window.theme',
    };
    await desk.writeSettings({ 'window.theme': 'dark' }, [finding]);
    await until(() => app.preferences.theme === 'dark');
    await until(() => app.toasts.length > 0);
    expect(app.toasts.at(-1)?.text).toContain(
      'line 2, window.themes: There is no such key. Did you mean window.theme?',
    );
    settings.open('file');
    await until(() => document.querySelector('[data-testid=findings]'));
    expect(flat('[data-testid=findings]')).toContain('line 2');
  });

  test('that is broken is not written, and can be put aside', async () => {
    const desk = await open('file', (desk) => {
      desk.settings.broken = { line: 3, key: '', code: 'syntax', found: 'extra bracket', allowed: [], meant: null };
    });
    expect(flat('.broken')).toContain('line 3: This is no TOML: extra bracket.');
    $('.broken button').click();
    await until(() => !document.querySelector('dialog .broken'));
    expect(flat('dialog[open]')).toContain('Not made yet');
    expect(document.querySelector('dialog .fine')).toBeNull();
    expect(desk.asked).toContain('begin_settings_anew');
    expect(app.toasts.at(-1)?.text).toContain('settings.toml.broken-');
  });
});

test('open for reading only, nothing is written and every control that would says so by being off', async () => {
  const desk = await open('window', (desk) => (desk.readOnly = true));
  expect(flat('dialog[open]')).toContain('Open for reading only: nothing is kept.');
  $(`${setting('window.theme')} input[value=dark]`).click();
  await settle();
  expect(app.preferences.theme).toBe('dark');
  for (const section of SECTIONS.slice(1)) {
    $(`[role=tab][id$="-${section}"]`).click();
    await settle();
    const writing = document.querySelectorAll('dialog [role=tabpanel] :is(input, select)');
    expect([...writing].filter((one) => !one.matches(':disabled')).map((one) => one.outerHTML)).toEqual([]);
  }
  app.go('topics');
  await settle();
  expect(desk.asked.filter((name) => /^(set|use|forget|keep|remember|begin|pick)_/.test(name))).toEqual([]);
});
