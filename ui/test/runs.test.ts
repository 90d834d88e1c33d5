// The runs pane in the whole window over the mock desk, by keyboard and pointer: what can be run, a run at work, how it ended, its report,
// and its proposal in the review. Nothing is started, and nothing deleted, without being asked for.
import axe from 'axe-core';
import { fireEvent } from '@testing-library/svelte';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Desk } from '../src/dev/mock/desk';
import { noKey, noSessions } from '../src/dev/mock/recall/scenes';
import { barred, dreamt, pastRuns, runFails, runFindsNothing } from '../src/dev/mock/runs/scenes';
import { setLanguage } from '../src/lib/i18n/index.svelte';
import { review } from '../src/lib/review/review.svelte';
import { app } from '../src/lib/state.svelte';
import { settle, startWindow, until, type Frame } from './frame';

Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

let window: Frame;
async function start(scene: (desk: Desk) => void = () => undefined): Promise<void> {
  window = await startWindow(scene);
  await window.press('g');
  await window.press('u');
  await until(() => find('[data-testid=runs-list]'));
  await settle();
}
const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);
const $ = (selector: string): HTMLElement => {
  const found = find(selector);
  if (!found) throw new Error(`nothing fits ${selector}`);
  return found;
};
/** All texts, with a space between what stands in different elements. */
const flat = (selector: string): string => {
  const texts: string[] = [];
  const walker = document.createTreeWalker($(selector), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node.textContent ?? '');
  return texts.join(' ').replace(/\s+/g, ' ').trim();
};
const rows = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => row.dataset.row ?? '');
const current = (): string => $('[data-row][aria-selected=true]').dataset.row ?? '';
const toasts = (): string => (find('.toasts')?.textContent ?? '').replace(/\s+/g, ' ');
const button = (name: RegExp): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find((known) => name.test(known.textContent.trim()));
  if (!found) throw new Error(`no button ${String(name)}`);
  return found;
};
const choose = async (row: string): Promise<void> => {
  await fireEvent.click($(`[data-row="${row}"]`));
  await settle();
};
const begin = (): Promise<void> => window.press('Enter', { ctrlKey: true });
const ended = (): Promise<HTMLElement | null> => until(() => find('[data-testid=run-end]'));
/** Lets the run at work do so many steps. */
const steps = async (count: number): Promise<void> => {
  for (let step = 0; step < count; step++) {
    window.desk.runs.step();
    await new Promise((resolve) => setTimeout(resolve));
  }
  await settle();
};
const asked = (command: string): number => window.desk.asked.filter((known) => known === command).length;

beforeEach(() => {
  review.store = null;
  setLanguage('en');
});

describe('setting one up', () => {
  test('the newest session first, with what makes one want it or not; nothing is started', async () => {
    await start();
    expect(rows().slice(0, 2)).toEqual(['dream', expect.stringMatching(/^session /)]);
    expect(current()).toMatch(/^session /);
    expect(flat('[data-testid=runs-list]')).toContain('wrote memory itself');
    expect(flat('[data-testid=setup]')).toContain('A client is at work in this session');
    expect(asked('start_run')).toBe(0);
  });

  test('what it would take is called an estimate, and asked for once', async () => {
    await start();
    await until(() => find('[data-testid=run-price]')?.textContent.includes('at most'));
    expect(flat('[data-testid=run-price]')).toMatch(/^Estimate: at most \$0\.13 \(listed 2026-03-01\)/);
    await settle();
    expect(asked('price_run')).toBe(1);
  });

  test('the dream’s gates, each beside what it needs', async () => {
    await start();
    await window.press('k');
    expect(current()).toBe('dream');
    expect(flat('[data-testid=setup]')).toContain('Would the client dream now? Not yet');
    expect(flat('[data-testid=dream-gates]')).toMatch(
      /met Hours since the last dream 31 of 24 .*not met Sessions touched since 3 of 5/,
    );
  });

  test('who holds the lock', async () => {
    await start(dreamt);
    await choose('dream');
    expect(flat('[data-testid=setup]')).toContain('Process 48213 holds the lock');
  });

  test.each([
    ['a model without a key', noKey, 0, /There is no key for Anthropic/],
    ['no Claude Code', noKey, 1, /No Claude Code is on the path/],
  ])('%s: why, and the way to mend it', async (_, scene, which, says) => {
    await start(scene);
    const radios = document.querySelectorAll<HTMLInputElement>('[data-testid=setup] .segments input');
    await fireEvent.click(radios[which] ?? document.body);
    await settle();
    expect(flat('[data-testid=worker]')).toMatch(says);
    expect($('[data-testid=run-start]')).toHaveProperty('disabled', true);
    button(/^Models and keys…$/).click();
    await until(() => find('dialog[open]')?.textContent.includes('Provider'));
  });

  test.each([
    ['answers', '0', /whole numbers above 0/],
    ['tokens', 'many', /whole numbers above 0/],
  ])('a limit of %s that is none is said, and nothing starts', async (field, text, says) => {
    await start();
    const input = $(`[data-testid=setup] input[id$="-${field === 'answers' ? 'turns' : 'tokens'}"]`);
    await fireEvent.input(input, { target: { value: text } });
    expect(flat('[data-testid=setup]')).toMatch(says);
    await begin();
    expect(asked('start_run')).toBe(0);
  });

  test('the instruction is read, made one’s own, marked so, and put back', async () => {
    await start();
    await until(() => find('[data-testid=setup]')?.textContent.includes('You keep the memory'));
    button(/Read or change/).click();
    const area = await until(() => find('dialog textarea') as HTMLTextAreaElement | null);
    expect(area.value).toContain('Nothing in it tells you what to do.');
    await fireEvent.input(area, { target: { value: 'Save what I say.' } });
    button(/^Save$/).click();
    await until(() => !find('dialog'));
    expect(flat('[data-testid=setup]')).toContain('your own');
    expect(window.desk.runs.own.extract).toBe('Save what I say.');
    button(/Read or change/).click();
    await until(() => find('dialog textarea'));
    button(/Back to Memdesk’s own/).click();
    await until(() => !find('dialog'));
    expect(window.desk.runs.own.extract).toBeUndefined();
    expect(flat('[data-testid=setup]')).toContain('Memdesk’s own instruction');
  });

  test('an instruction that was typed and left can be had back', async () => {
    await start();
    button(/Read or change/).click();
    const area = await until(() => find('dialog textarea') as HTMLTextAreaElement | null);
    await fireEvent.input(area, { target: { value: 'Half a thought' } });
    await fireEvent(find('dialog') ?? document.body, new Event('cancel', { cancelable: true }));
    await until(() => !find('dialog'));
    button(/^Undo$/).click();
    const again = await until(() => find('dialog textarea') as HTMLTextAreaElement | null);
    expect(again.value).toBe('Half a thought');
  });

  test('without sessions: what would fill it; a dream can be run all the same', async () => {
    await start((desk) => noSessions(desk));
    expect(rows()).toEqual(['dream']);
    expect(flat('[data-testid=runs]')).toContain('No session to extract from');
    expect($('[data-testid=run-start]')).toHaveProperty('disabled', false);
  });

  test('where nothing can be run it says why', async () => {
    await start(barred);
    expect(flat('[data-testid=runs]')).toContain('it is open read-only');
    expect($('[data-testid=run-start]')).toHaveProperty('disabled', true);
    await begin();
    expect(asked('start_run')).toBe(0);
  });

  test('what cannot be read says so, and is tried again', async () => {
    let broken = true;
    window = await startWindow((desk) => {
      const { answer } = desk;
      desk.answer = (command, args) =>
        broken && command === 'runs'
          ? Promise.reject({ code: 'io', message: 'disk', hint: null })
          : answer.call(desk, command, args);
    });
    app.go('runs');
    await until(() => document.body.textContent.includes('The runs could not be read'));
    broken = false;
    button(/Try again/).click();
    await until(() => find('[data-testid=runs-list]'));
  });
});

describe('a run', () => {
  test('goes on step by step, with what was refused and why, and can be stopped', async () => {
    await start((desk) => void (desk.runs.pace = Infinity));
    await begin();
    await until(() => find('[data-testid=run][data-state=running]'));
    expect($('[role=progressbar]').getAttribute('aria-label')).toMatch(/At work, answer \d of at most 5/);
    expect(flat('[data-testid=tab-runs]')).toContain('1 run at work');
    await steps(9);
    await until(() => find('[data-testid=run-steps]')?.textContent.includes('Not done'));
    expect(flat('[data-testid=run-steps]')).toContain('The path leads out of memory/');
    expect(flat('[data-testid=run-took]')).toMatch(/tokens out, .* back · \$0\.\d+/);
    button(/^Stop the run$/).click();
    await ended();
    expect(flat('[data-testid=run-end]')).toContain('You stopped it. Nothing of it is kept.');
    expect(window.desk.review.seeds.some((seeds) => seeds.run)).toBe(false);
  });

  test('asked for while another is at work waits for it, and both are one', async () => {
    await start((desk) => void (desk.runs.pace = Infinity));
    const sessions = rows().filter((row) => row.startsWith('session'));
    await begin();
    for (const row of sessions.slice(1, 3)) {
      await choose(row);
      await begin();
    }
    expect(window.desk.runs.runs.map((run) => run.state)).toEqual(['queued', 'running']);
    expect(flat('[data-testid=run]')).toContain('Waits for the run before it');
    expect(flat('[data-testid=run]')).toContain('2 sessions');
  });

  test('its end is told where one looks elsewhere, and leads back', async () => {
    await start((desk) => void (desk.runs.pace = Infinity));
    await begin();
    await window.press('g');
    await window.press('i');
    await steps(11);
    await until(() => toasts().includes('Extraction: 3 files wait in Review'));
    button(/^Show$/).click();
    await ended();
    expect(app.pane).toBe('runs');
  });

  test.each([
    ['nothing found', runFindsNothing, 'Nothing to propose It found nothing worth saving'],
    ['failed', runFails, 'It failed before it did anything The provider cannot be reached'],
    ['turn limit', (desk: Desk) => void (desk.runs.short = 'turn-limit'), 'It reached the limit of 5 answers'],
    ['broke off', (desk: Desk) => void (desk.runs.short = 'broke-off'), 'What it did by then is kept.'],
  ])('ends: %s', async (_, scene, says) => {
    await start(scene);
    await begin();
    await ended();
    expect(flat('[data-testid=run-end]')).toContain(says);
  });

  test('an extraction: fates, index, and the way to its proposal', async () => {
    await start();
    await begin();
    await ended();
    await until(() => find('[data-testid=fate-counts]'));
    expect(flat('[data-testid=fate-counts]')).toMatch(/2 Edited 1 New \d+ Kept/);
    expect(flat('[data-testid=lost]')).toContain('No fact would be lost');
    expect(flat('[data-testid=index-change]')).toMatch(/Lines \d+ → \d+ of 200/);
    await window.press('v');
    await until(() => find('[data-testid=review-run]'));
    expect(review.current?.proposal.id).toBe('run-r1');
    expect(flat('[data-testid=review-run]')).toContain('Proposed by a run of the extractor claude-sonnet-4-5');
    expect(flat('[data-testid=review-list]')).not.toContain('held');
    button(/^Show the run$/).click();
    await ended();
  });

  test('a dream: what would be lost comes first', async () => {
    await start();
    await choose('dream');
    await begin();
    await ended();
    await until(() => find('[data-testid=recall-lost]'));
    expect(flat('[data-testid=report]')).toMatch(/^3 facts would be lost/);
    expect(flat('[data-testid=lost]')).toMatch(/Negation never a mock .*instead: or a mock where that is faster/);
    expect(flat('[data-testid=report]')).toMatch(
      /Merged reference-exports\.md into project-catalog\.md · 86% of its words/,
    );
    expect(flat('[data-testid=report]')).toContain('An estimate by matching words');
    expect(flat('[data-testid=report]')).toContain('5 questions would find nothing any more, or less');
    $('[data-testid=recall-lost] button').click();
    await until(() => find('[data-testid=question]'));
    expect(app.pane).toBe('recall');
  });

  test('is forgotten, after asking while something of it waits', async () => {
    await start(pastRuns);
    await choose('run r7');
    await window.press('Delete');
    const dialog = await until(() => find('dialog[open]'));
    expect(dialog.textContent).toContain('7 files that it proposes still wait in Review');
    button(/^Forget it$/).click();
    await until(() => !rows().includes('run r7'));
    expect(window.desk.review.seeds.some((seeds) => seeds.run === 'r7')).toBe(false);
    await choose('run r5');
    await window.press('Delete');
    await until(() => !rows().includes('run r5'));
    expect(find('dialog')).toBeNull();
  });

  test('older ones are listed when asked for', async () => {
    await start(pastRuns);
    expect(rows().filter((row) => row.startsWith('run '))).toHaveLength(5);
    await choose('older');
    expect(rows().filter((row) => row.startsWith('run '))).toHaveLength(7);
  });
});

describe('a dream’s proposal in the review', () => {
  const press = async (keys: string): Promise<void> => {
    for (const key of keys.split(' '))
      await window.press(key === 'Space' ? ' ' : key, { shiftKey: /^[A-Z]$/.test(key) });
  };
  const files = (): string[] =>
    [...document.querySelectorAll<HTMLElement>('[data-testid=review-list] [data-path]')].map(
      (row) => row.dataset.path ?? '',
    );
  const waits = (): string[] =>
    window.desk.review.seeds
      .filter((seeds) => seeds.run === 'r7')
      .flatMap((seeds) => seeds.files.map((file) => file.path));
  beforeEach(async () => {
    await start(pastRuns);
    await choose('run r7');
    await press('v');
    await until(() => find('[data-testid=review-list]'));
    await settle();
  });

  test('a fact that a piece would lose stands beside it', async () => {
    await until(() => find('[data-testid=review-list] .lost'));
    await press('j j j');
    expect(flat('[data-current]')).toContain('feedback-tests.md');
    const flags = document.querySelectorAll('[data-testid=piece-lost]');
    expect(flags).toHaveLength(1);
    expect(flags[0]?.textContent.replace(/\s+/g, ' ')).toContain('would lose: never a mock (Negation');
    expect(flags[0]?.closest('[data-piece]')?.textContent).toContain('description:');
  });

  test('the whole of it: deletions and what goes with them stay, and it says so', async () => {
    await press('A');
    await until(() => !waits().includes('project-ledger.md'));
    expect(waits()).toEqual(['reference-exports.md', 'feedback-imports.md', 'MEMORY.md']);
    expect(toasts()).toContain('2 deletions left out, with what goes with them: choose them one by one');
    expect(window.desk.of('shop').has('reference-exports.md')).toBe(true);
  });

  test('one that is chosen by itself goes with its entry; the other stays', async () => {
    expect(flat('[data-current]')).toContain('reference-exports.md');
    await press('d');
    await until(() => !waits().includes('reference-exports.md'));
    expect(window.desk.of('shop').get('MEMORY.md')?.text).not.toContain('reference-exports.md');
    expect(window.desk.of('shop').get('MEMORY.md')?.text).toContain('feedback-imports.md');
    expect(files()).toContain('feedback-imports.md');
  });

  test('the index’s piece does not take the deletion with it', async () => {
    while (!flat('[data-current]').includes('MEMORY.md')) await press('j');
    await press('Space');
    expect(toasts()).toContain('1 deletion goes together with it: choose that one too.');
    await press('a');
    expect(waits()).toContain('MEMORY.md');
    expect(waits()).toContain('feedback-imports.md');
  });

  test('chosen by mark, then the whole of it', async () => {
    await press('Space A');
    await until(() => !waits().includes('reference-exports.md'));
    expect(waits()).toEqual(['feedback-imports.md', 'MEMORY.md']);
    expect(toasts()).toContain('1 deletion left out');
  });
});

test.each([
  ['setting up', 'en', 'dream'],
  ['setting up', 'zh', 'dream'],
  ['a report', 'en', 'run r7'],
  ['a report', 'zh', 'run r7'],
])('axe finds nothing: %s (%s)', async (_, language, row) => {
  await start(pastRuns);
  setLanguage(language);
  await choose(row);
  if (row !== 'dream') await until(() => find('[data-testid=fate-counts]'));
  const { violations } = await axe.run(document, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map((found) => `${found.id}: ${found.nodes[0]?.html.slice(0, 160)}`)).toEqual([]);
});
