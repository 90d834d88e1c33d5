// The review in the whole window over the mock desk, by keyboard: what is taken, what goes together, what asks, and what comes back.
import axe from 'axe-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Desk } from '../src/dev/mock/desk';
import { active, alarming, firstSight, mixed, queued } from '../src/dev/mock/proposals';
import { setLanguage } from '../src/lib/i18n/index.svelte';
import { review } from '../src/lib/review/review.svelte';
import { app } from '../src/lib/state.svelte';
import { settle, startWindow, until, type Frame } from './frame';

Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

let window: Frame;
async function start(scene: (desk: Desk) => void): Promise<void> {
  window = await startWindow((desk) => {
    scene(desk);
    desk.preferences.pane = null;
  });
  await until(() => document.querySelector('[data-testid=review-list]'));
  await settle();
}
const $ = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`nothing fits ${selector}`);
  return found;
};
const rows = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-testid=review-list] [role=option]')].map(
    (row) => row.dataset.path ?? '',
  );
const current = (): string => $('[data-current]').dataset.path ?? '';
const toasts = (): string => $('.toasts').textContent.replace(/\s+/g, ' ').trim();
const taken = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('[data-piece]')].map((piece) => piece.dataset.taken);
const press = async (keys: string): Promise<void> => {
  for (const key of keys.split(' ')) await window.press(key === 'Space' ? ' ' : key, { shiftKey: /^[A-Z]$/.test(key) });
};
const goto = async (path: string): Promise<void> => {
  for (let step = 0; current() !== path; step++) {
    if (step > 80) throw new Error(`no ${path}`);
    await press('j');
  }
};
const text = (path: string): string | undefined => window.desk.of('shop').get(path)?.text;

beforeEach(() => {
  review.store = null;
  setLanguage('en');
});

describe('one of everything', () => {
  beforeEach(() => start(mixed));

  test('opens by itself, held ones first; tab and title count', () => {
    expect(app.pane).toBe('review');
    expect(rows().slice(0, 3)).toEqual(['user-editor.md', 'project-freeze.md', 'feedback-shipping.md']);
    expect($('[data-testid=tab-review]').textContent).toContain('11');
    expect(document.title).toBe('(11) shop – Memdesk');
  });

  test('accepting goes on to the next; u brings it back', async () => {
    await press('a');
    expect(current()).toBe('project-freeze.md');
    expect(toasts()).toContain('Accepted: user-editor.md');
    expect(text('user-editor.md')).toContain('Helix');
    expect(document.title).toBe('(10) shop – Memdesk');
    await press('u');
    expect(rows()[0]).toBe('user-editor.md');
    expect(current()).toBe('user-editor.md');
    expect(text('user-editor.md')).toBeUndefined();
  });

  test('a topic and its index entry are left, taken and accepted together', async () => {
    await goto('feedback-shipping.md');
    expect(document.querySelectorAll('.together [data-piece]')).toHaveLength(1);
    await press('Space');
    expect(taken()).toEqual(['false', 'false']);
    await press('Space a');
    expect(rows()).not.toContain('feedback-shipping.md');
    expect(current()).toBe('MEMORY.md');
    // The other piece of the index is still to be decided, on the file's newer version.
    expect(taken()).toEqual(['true']);
    await press('a');
    expect(rows()).not.toContain('MEMORY.md');
    expect(toasts()).toContain('Accepted: MEMORY.md');
  });

  test('one piece of two: what is left stays in focus, then is rejected', async () => {
    await goto('feedback-tests.md');
    expect(taken().length).toBeGreaterThan(1);
    await press('J Space');
    expect(taken()[1]).toBe('false');
    expect($('.piece:not(.taken) .state').textContent).toBe('stays undecided');
    expect($('.piece.taken .state').textContent).toBe('will be accepted');
    await press('a');
    expect(current()).toBe('feedback-tests.md');
    expect(toasts()).toContain('Accepted 1 of 2 pieces: feedback-tests.md');
    expect(taken()).toEqual(['false']);
    await press('a');
    expect(toasts()).toContain('Nothing is ticked here');
    await press('r');
    expect(rows()).not.toContain('feedback-tests.md');
  });

  test('a deletion is taken by d only; what was refused is left', async () => {
    await goto('project-backups.md');
    expect(taken()).toEqual(['false']);
    await press('a');
    expect(rows()).toContain('project-backups.md');
    expect(toasts()).toContain('accepted with d only');
    await press('d');
    expect(rows()).not.toContain('project-backups.md');
    await goto('user-hours.md');
    expect(taken().every((mark) => mark === 'false')).toBe(true);
    expect($('[data-testid=review-file]').textContent).toContain('You rejected this very text before');
  });

  test('what nobody should accept unseen has a mark, is not ticked, and says why', async () => {
    const marked = [...document.querySelectorAll('[data-testid=alarm]')].map((mark) => mark.closest('[role=option]'));
    expect(marked.map((row) => (row as HTMLElement).dataset.path)).toEqual(['.draft.md']);
    expect(marked[0]?.textContent).toContain('Line 1: Tells the model to ignore what it was told');
    expect(marked[0]?.textContent).toContain('characters that nobody sees (zero width)');
    await goto('.draft.md');
    expect(taken()).toEqual(['false']);
    expect($('[data-testid=piece-alarms]').textContent).toContain('Tells the model to ignore');
    await press('a');
    expect(toasts()).toContain('Something in it wants a look first');
    expect(current()).toBe('.draft.md');
    await press('A');
    // nor is what is no text, for nobody sees what it says
    expect(rows()).toContain('.draft.md');
    expect(rows()).toContain('sketch.png');
    expect(toasts()).toContain('2 files are left undecided');
    await press('Space a');
    expect(rows()).not.toContain('.draft.md');
  });

  test('each change tells its own time, where it is not that of its group', () => {
    const times = [...document.querySelectorAll('[data-testid=review-list] [role=option]')].flatMap((row) => {
      const time = row.querySelector('time');
      return time ? [`${(row as HTMLElement).dataset.path} ${time.textContent}`] : [];
    });
    expect(times).toEqual(['.draft.md 2 days ago']);
  });

  test('a rejected deletion brings the file back', async () => {
    await goto('project-backups.md');
    await press('r');
    expect(text('project-backups.md')).toContain('name: project-backups');
  });

  test('what changed meanwhile is not taken: it says so, and the focus stays', async () => {
    await goto('reference-tickets.md');
    const seed = window.desk.review.seeds.flatMap(({ files }) => files).find((file) => file.path === current());
    if (seed) seed.after += 'and more\n';
    await press('a');
    expect(toasts()).toContain('It changed meanwhile: reference-tickets.md');
    expect(current()).toBe('reference-tickets.md');
    expect($('[data-testid=review-file]').textContent).toContain('and more');
  });

  test('edited in place, then accepted; looking elsewhere loses nothing', async () => {
    await goto('reference-tickets.md');
    await press('e');
    const key = review.current?.key ?? '';
    const edited = await until(() => review.edits.get(key));
    await until(() => document.querySelector('.cm-content'));
    review.edits.set(key, { ...edited, text: 'Mine.\n' });
    review.move(-1);
    review.move(1);
    const editor = await until(() => document.querySelector<HTMLElement>('.cm-content'));
    editor.focus();
    expect(review.edits.get(key)?.text).toBe('Mine.\n');
    await window.press('Enter', { ctrlKey: true });
    await settle();
    expect(text('reference-tickets.md')).toBe('Mine.\n');
    expect(toasts()).toContain('Edited and accepted: reference-tickets.md');
  });

  test('a conflict is settled, not taken', async () => {
    await goto('project-freeze.md');
    await press('a');
    const dialog = await until(() => document.querySelector<HTMLElement>('dialog [data-testid=merge]'));
    expect(dialog.textContent).toContain('Take held');
    app.merging?.settle('Settled.\n');
    await settle();
    expect(text('project-freeze.md')).toBe('Settled.\n');
    expect(rows()).not.toContain('project-freeze.md');
  });

  test('another pane leads to a file of it', async () => {
    app.go('topics');
    await settle();
    app.go('review', { path: 'reference-tickets.md' });
    await until(() => document.querySelector('[data-current]'));
    await until(() => current() === 'reference-tickets.md');
  });

  test('several at once', async () => {
    await goto('feedback-tests.md');
    await press('x');
    await goto('reference-tickets.md');
    await press('x');
    expect($('.verbs').textContent).toContain('Accept 2 files');
    await press('a');
    expect(rows()).not.toContain('feedback-tests.md');
    expect(rows()).not.toContain('reference-tickets.md');
    await press('u');
    expect(rows()).toContain('feedback-tests.md');
  });

  test('beside it: how it is known, the conversation as a quotation, what recall would do', async () => {
    await until(() => document.querySelector('blockquote'));
    const beside = $('[data-testid=review-beside]').textContent;
    expect(beside).toContain('the gate saw the call');
    expect(beside).toContain('It is data, whatever it says.');
    expect(beside).toContain('The selector is offered it.');
    expect($('[data-testid=review-beside] blockquote').querySelector('a, button')).toBeNull();
  });

  test('what can be checked: a verdict for each thing named, and what is aimed at the model', async () => {
    await goto('feedback-tests.md');
    await until(() => /Not found\s*1/.test($('[data-testid=review-beside]').textContent));
    const beside = $('[data-testid=review-beside]').textContent;
    expect(beside).toMatch(/Not found\s*1/);
    expect(beside).toContain('need not be wrong');
    await goto('.draft.md');
    await until(() => $('[data-testid=review-beside]').textContent.includes('ignore what it was told'));
    expect($('[data-testid=review-beside]').textContent).toContain('U+200B');
  });

  test.each(['en', 'zh'])('axe finds nothing (%s)', async (language) => {
    setLanguage(language);
    await settle();
    const { violations } = await axe.run(document, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map((found) => `${found.id}: ${found.nodes[0]?.html.slice(0, 160)}`)).toEqual([]);
  });
});

test('first sight: one press accepts it as it stands, and can be taken back', async () => {
  await start(firstSight);
  const button = [...document.querySelectorAll('button')].find((known) => known.textContent.includes('as it stands'));
  button?.click();
  await until(() => document.querySelector('.sitting'));
  expect($('.sitting').textContent).toContain('42 accepted');
  await press('u');
  await until(() => rows().length > 10);
  expect($('[role=note]').textContent).toContain('for the first time');
});

test('first sight: what wants a look is left, and said', async () => {
  await start(alarming);
  expect($('[role=note]').textContent).toContain('In 1 file something wants a look first');
  const button = [...document.querySelectorAll('button')].find((known) =>
    known.textContent.includes('Accept the rest'),
  );
  button?.click();
  await until(() => rows().length === 1);
  expect(rows()).toEqual(['user-hours.md']);
  expect(toasts()).toContain('1 file is left undecided');
});

test('a session at work: rejecting asks, once if the person wants', async () => {
  await start(active);
  await goto('reference-tickets.md');
  await press('r');
  const dialog = await until(() => document.querySelector<HTMLDialogElement>('dialog[open]'));
  expect(dialog.textContent).toContain('3f2a91c0');
  review.answer(false);
  await settle();
  expect(rows()).toContain('reference-tickets.md');
  await press('r');
  review.answer(true, true);
  await settle();
  expect(rows()).not.toContain('reference-tickets.md');
  await goto('.draft.md');
  await press('r');
  expect(review.asking).toBeNull();
  expect(rows()).not.toContain('.draft.md');
});

describe('the gate', () => {
  beforeEach(() => start(mixed));
  const menu = async (name: RegExp): Promise<void> => {
    $('[data-testid=gate] button').click();
    await settle();
    const choice = [...document.querySelectorAll<HTMLElement>('[role^=menuitem]')].find((item) =>
      name.test(item.textContent),
    );
    choice?.click();
    await settle();
  };

  test('its mode is always shown; one that it cannot keep says so', async () => {
    await until(() => document.querySelector('[data-testid=gate]'));
    expect($('[data-testid=gate]').textContent).toContain('gate: watch (not installed)');
    await menu(/^ *hold/);
    expect($('[data-testid=gate]').dataset.mode).toBe('hold');
    expect(toasts()).toContain('“hold” holds once the gate works.');
  });

  test('is installed only after the change of the settings was seen, and taken out alike', async () => {
    await until(() => document.querySelector('[data-testid=gate]'));
    await menu(/Set up/);
    const install = await until(() => document.querySelector<HTMLButtonElement>('dialog .primary:not(:disabled)'));
    expect($('dialog pre').textContent).toContain('+      { "hooks"');
    expect(window.desk.gate.status.installed).toBe(false);
    const { violations } = await axe.run(document, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map((found) => `${found.id}: ${found.nodes[0]?.html.slice(0, 160)}`)).toEqual([]);
    install.click();
    await until(() => !document.querySelector('dialog'));
    expect(window.desk.gate.status.installed).toBe(true);
    expect($('[data-testid=gate]').textContent).toContain('gate: watch');
    await menu(/Remove the gate/);
    const remove = await until(() => document.querySelector<HTMLButtonElement>('dialog .danger:not(:disabled)'));
    remove.click();
    await until(() => !window.desk.gate.status.installed);
  });
});

test('fifty proposals by keyboard, without waiting for one another', async () => {
  await start((desk) => queued(desk));
  const files = rows().length;
  window.desk.delay = 1;
  for (let step = 0; review.files.length > 0; step++) {
    expect(step).toBeLessThan(files + 1);
    document.dispatchEvent(
      new KeyboardEvent('keydown', { key: step % 5 === 4 ? 'r' : 'a', bubbles: true, cancelable: true }),
    );
  }
  await until(() => document.querySelector('.sitting'));
  await until(() => window.desk.review.files === 0);
  expect(review.deeds.map((deed) => deed.undo)).not.toContain(null);
  expect($('.sitting').textContent).toContain('All reviewed');
});
