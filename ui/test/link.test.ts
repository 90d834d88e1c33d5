// Before an address is opened: the whole of it, what is odd about it, and only then a way to open it.
import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../src/lib/i18n/index.svelte';
import LinkDialog from '../src/parts/link/LinkDialog.svelte';

beforeEach(() => setLanguage('en'));

test.each([
  ['https://example.org/a?b=c', 'example.org', []],
  ['https://example.org@evil.test/', 'evil.test', [/before “@”/]],
  ['https://аpple.com/', 'xn--pple-43d.com', [/another script/]],
  ['http://10.0.0.1:8080/', '10.0.0.1:8080', [/bare machine address/, /unusual port/, /not encrypted/]],
])('%s is shown whole, with where it leads', async (url, host, warnings) => {
  const onanswer = vi.fn();
  render(LinkDialog, { url, onanswer });
  expect(screen.getByTestId('link-url').textContent).toBe(url);
  expect(screen.getByText(host, { selector: '.host' })).toBeTruthy();
  for (const warning of warnings) expect(screen.getByText(warning)).toBeTruthy();
  expect(screen.queryAllByRole('listitem')).toHaveLength(warnings.length);
  expect(onanswer).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(onanswer).toHaveBeenCalledExactlyOnceWith(true);
});

test('hidden characters in it are drawn', () => {
  render(LinkDialog, { url: 'https://example.org/\u202Egnp.exe', onanswer: vi.fn() });
  expect(screen.getByTestId('link-url').textContent).toBe('https://example.org/U+202Egnp.exe');
});

test.each(['javascript:alert(1)', 'file:///etc/passwd'])('%s cannot be opened', async (url) => {
  const onanswer = vi.fn();
  render(LinkDialog, { url, onanswer });
  expect(screen.queryByRole('button', { name: 'Open' })).toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onanswer).toHaveBeenCalledExactlyOnceWith(false);
});
