// The recall pane over the mock desk: what is listed, what the four steps say, that nothing is sent or written without a click.
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { clearMocks } from '@tauri-apps/api/mocks';
import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { install } from '../src/dev/mock';
import { Desk } from '../src/dev/mock/desk';
import { invents, noKey, noQuestions, noSessions } from '../src/dev/mock/recall/scenes';
import { sessions } from '../src/dev/mock/recall/sessions';
import { setLanguage } from '../src/lib/i18n/index.svelte';
import { app } from '../src/lib/state.svelte';
import { settings } from '../src/lib/settings.svelte';
import Recall from '../src/panes/recall/Recall.svelte';
import SettingsHost from '../src/shell/settings/SettingsHost.svelte';
import { reading } from '../src/lib/reading.svelte';
import { recallShown } from '../src/panes/recall/shown.svelte';

let desk: Desk;
async function show(make: (desk: Desk) => void = () => undefined): Promise<void> {
  desk = new Desk();
  desk.recall.questions = sessions(9);
  make(desk);
  install(desk);
  await app.boot();
  setLanguage('en');
  render(Recall);
  render(SettingsHost);
}
const rowsNow = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-question]')];
const options = (): Promise<HTMLElement[]> =>
  waitFor(() => {
    expect(rowsNow().length).toBeGreaterThan(0);
    return rowsNow();
  });
const flat = (element: Element | null): string => element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
/** Chooses the past question that begins so; gives back its four steps. */
async function choose(text: string): Promise<HTMLElement> {
  const found = (await options()).find((option) => flat(option).startsWith(text));
  if (!found) throw new Error(`no question ${text}`);
  await fireEvent.click(found);
  return waitFor(() => {
    const shown = screen.getByTestId('question');
    expect(within(shown).getByRole('heading', { level: 2 }).textContent).toContain(text);
    return shown;
  });
}
const step = (shown: HTMLElement, number: number): HTMLElement => {
  const found = shown.querySelector<HTMLElement>(`[data-step="${number}"]`);
  if (!found) throw new Error(`no step ${number}`);
  return found;
};
const ranks = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-rank]')].map((row) => row.dataset.rank ?? '');

beforeEach(() => {
  localStorage.clear();
  recallShown.reset();
});
afterEach(() => {
  cleanup();
  settings.close();
  settings.view.set(null);
  app.asked?.settle(null);
  Object.assign(app, { asked: null, spot: {}, pane: 'index' });
  reading.task.drop();
  reading.store = null;
  clearMocks();
});

describe('past questions', () => {
  test('each says what came along or why nothing could', async () => {
    await show();
    const rows = (await options()).map(flat);
    expect(rows[0]).toMatch(/^commit no white space/);
    expect(rows.find((row) => row.startsWith('/compact'))).toContain('slash command');
    expect(rows.find((row) => row.startsWith('ok, and does'))).toContain('feedback-errors');
  });

  test('are found by a part of a Chinese word, marked, and counted', async () => {
    await show();
    await options();
    await fireEvent.input(screen.getByRole('searchbox'), { target: { value: '账脚' } });
    await waitFor(() => expect(rowsNow()).toHaveLength(1));
    expect(document.querySelector('mark')?.textContent).toBe('账脚');
    expect(flat(screen.getByRole('search'))).toContain('1 of 30');
    await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'no such words' } });
    await screen.findByText('No question fits');
  });

  test.each([
    ['no session of anyone', (desk: Desk) => noSessions(desk), 'No sessions yet'],
    ['none of this project', (desk: Desk) => noSessions(desk, true), 'No session of this project'],
    ['sessions without a question', noQuestions, 'No questions yet'],
  ])('%s: what would fill it', async (_, make, title) => {
    await show(make);
    await screen.findByText(title);
  });

  test('appear while the sessions are read, and reading can be stopped and gone on with', async () => {
    await show((desk) => {
      desk.recall.known = 5;
      desk.recall.pace = 60;
    });
    await waitFor(() => expect(rowsNow()).toHaveLength(5));
    const bar = await screen.findByRole('progressbar');
    expect(bar.getAttribute('aria-valuetext')).toMatch(/ of 2,003 MiB$|MiB of/);
    await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('Not every session has been read to its end.');
    desk.recall.pace = 0;
    await fireEvent.click(screen.getByRole('button', { name: 'Read on' }));
    await waitFor(() => expect(rowsNow()).toHaveLength(30));
  });

  test('of a topic, when one comes from there', async () => {
    await show((desk) => void (desk.recall.files = 1));
    app.go('recall', { path: 'project-freeze.md' });
    await waitFor(() => expect(rowsNow()).toHaveLength(2));
    await fireEvent.click(screen.getByRole('button', { name: /brought project-freeze/ }));
    await waitFor(() => expect(rowsNow()).toHaveLength(30));
  });
});

describe('the four steps', () => {
  test('an estimate is called one, with how well it agrees', async () => {
    await show();
    const shown = await choose('Why does the checkout');
    expect(flat(step(shown, 1))).toContain('It would');
    expect(flat(step(shown, 2))).toContain('41 topics of at most 200');
    expect(flat(step(shown, 3))).toContain('Estimate: 2 topics');
    expect(flat(screen.getByTestId('agreement'))).toBe(
      'An estimate by matching words; no model was asked. recall@5 63%. Of the topics that a reader picked, so many are among the best five.F1 50%. Precision and recall of what is picked, in one number.exact 52%. For so many questions exactly the same topics are picked. measured over 412 questions',
    );
    expect(flat(step(shown, 4))).toContain('2 bodies, by the estimate');
  });

  test.each([
    ['commit', 'one word never recalls anything'],
    ['为什么不能自动确认', 'a whole sentence in Chinese, Japanese or Thai never recalls anything'],
    ['/compact', 'It is a slash command'],
  ])('%s does not run, and why', async (text, why) => {
    await show();
    const shown = await choose(text);
    expect(flat(step(shown, 1))).toContain(why);
    expect(flat(step(shown, 3))).toContain('Nobody is asked');
    expect(within(shown).queryByTestId('ranking')).toBeNull();
  });

  test('recorded beside replayed, the differences named', async () => {
    await show();
    const shown = await choose('why is the session middleware');
    const table = within(shown).getByTestId('compared');
    expect(flat(within(table).getByText('project-old-login.md').closest('tr'))).toContain('The topic is gone since.');
  });

  test('a new question', async () => {
    await show();
    await fireEvent.input(screen.getByTestId('ask-box'), { target: { value: 'what about 结算 @agent-reviewer' } });
    await fireEvent.keyDown(screen.getByTestId('ask-box'), { key: 'Enter' });
    const shown = await screen.findByTestId('question');
    expect(flat(step(shown, 1))).toContain('searches that agent’s store instead');
    expect(screen.queryByRole('radio', { name: 'Recorded' })).toBeNull();
  });
});

describe('a model', () => {
  const sent = (): number => desk.asked.filter((command) => command === 'recall').length;
  test('says what it costs, is asked only on a click, and what it invents is shown', async () => {
    await show((desk) => {
      invents(desk);
      desk.recall.pace = 0;
    });
    await choose('Why does the checkout');
    await fireEvent.click(screen.getByRole('radio', { name: 'Model' }));
    await waitFor(() => expect(flat(screen.getByTestId('price'))).toContain('at most $0.047 (listed 2026-03-01)'));
    const before = sent();
    expect(flat(screen.getByTestId('before-asking'))).toContain('41 lines of the listing to Anthropic, no bodies');
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(sent()).toBe(before);
    await fireEvent.click(screen.getByTestId('ask-model'));
    await waitFor(() => expect(flat(screen.getByTestId('usage'))).toContain('2,870 tokens out, 41 back · $0.0092'));
    expect(screen.getByText(/The answer has 1 name that was not offered/).textContent).toContain(
      'feedback-database.md',
    );
    // Looking elsewhere and back asks nobody again.
    await fireEvent.click(screen.getByRole('radio', { name: 'Estimate' }));
    await fireEvent.click(screen.getByRole('radio', { name: 'Model' }));
    await screen.findByTestId('usage');
    expect(sent()).toBe(before + 1);
  });

  test('can be stopped', async () => {
    await show((desk) => void (desk.recall.pace = 40));
    await choose('Why does the checkout');
    await fireEvent.click(screen.getByRole('radio', { name: 'Claude Code' }));
    await fireEvent.click(await screen.findByTestId('ask-model'));
    await fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await screen.findByText('Stopped; there is no answer.');
  });

  test.each([
    ['Model', 'Set ANTHROPIC_API_KEY, or keep a key'],
    ['Claude Code', 'Install it, or name its program'],
  ])('%s that cannot be asked says how to mend it', async (name, how) => {
    await show(noKey);
    await choose('Why does the checkout');
    await fireEvent.click(screen.getByRole('radio', { name }));
    await waitFor(() => expect(flat(screen.getByTestId('before-asking'))).toContain(how));
    expect(screen.queryByTestId('ask-model')).toBeNull();
  });

  test('what fails says what to do, and can be tried again', async () => {
    await show((desk) => {
      desk.recall.fails = { code: 'rate-limited', message: 'Too many requests', hint: 'Wait 20 seconds.' };
    });
    await choose('Why does the checkout');
    await fireEvent.click(screen.getByRole('radio', { name: 'Model' }));
    await fireEvent.click(await screen.findByTestId('ask-model'));
    expect((await screen.findByRole('alert')).textContent).toContain('Wait 20 seconds.');
    expect(screen.getByTestId('ask-model')).toBeTruthy();
  });

  test('a key goes to the keyring and out of the window', async () => {
    await show((desk) => void (desk.recall.key = 'none'));
    await choose('Why does the checkout');
    await fireEvent.click(screen.getByRole('radio', { name: 'Model' }));
    await fireEvent.click(await screen.findByRole('button', { name: 'Models and keys…' }));
    const field = (await screen.findByLabelText('Key', {}, { timeout: 5000 })) as HTMLInputElement;
    expect(field.type).toBe('password');
    await fireEvent.input(field, { target: { value: ' made-up-key ' } });
    await fireEvent.click(screen.getByRole('button', { name: 'Keep the key' }));
    await waitFor(() => expect(desk.recall.kept).toEqual(['made-up-key']));
    await fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await screen.findByTestId('ask-model');
    expect(document.documentElement.outerHTML).not.toContain('made-up-key');
  });
});

describe('what if', () => {
  test('the ranking moves with what is typed; only saving writes, and asks first', async () => {
    await show();
    await choose('Why does the checkout');
    await waitFor(() => expect(ranks().length).toBeGreaterThan(2));
    const path = ranks()[2] ?? '';
    const before = desk.of('shop').get(path)?.text;
    const main = document.querySelector<HTMLElement>(`[data-rank="${path}"] .main`) as HTMLElement;
    await fireEvent.click(main);
    const field = within(await screen.findByTestId('what-if')).getByRole('textbox');
    await fireEvent.input(field, {
      target: { value: 'why the checkout integration test does fail on CI and not here' },
    });
    await waitFor(() => expect(ranks().indexOf(path)).toBeLessThan(2));
    expect(document.querySelector(`[data-rank="${path}"] .moved`)?.textContent?.trim()).toBe('1');
    expect(desk.of('shop').get(path)?.text).toBe(before);
    await fireEvent.click(screen.getByRole('button', { name: 'Save…' }));
    await waitFor(() => expect(app.asked?.preview?.changes[0]?.path).toBe(path));
    expect(desk.of('shop').get(path)?.text).toBe(before);
    await app.accept();
    await waitFor(() => expect(screen.queryByTestId('what-if')).toBeNull());
    expect(desk.of('shop').get(path)?.text).toContain('description: why the checkout integration');
  });

  test('discarding puts it back', async () => {
    await show();
    await choose('Why does the checkout');
    await waitFor(() => expect(ranks().length).toBeGreaterThan(2));
    const order = ranks();
    await fireEvent.click(document.querySelector(`[data-rank="${order[2]}"] .main`) as HTMLElement);
    const field = within(await screen.findByTestId('what-if')).getByRole('textbox');
    await fireEvent.input(field, { target: { value: 'checkout integration test CI fail here' } });
    await waitFor(() => expect(ranks()[2]).not.toBe(order[2]));
    await fireEvent.keyDown(field, { key: 'Escape' });
    await waitFor(() => expect(ranks()).toEqual(order));
    expect(desk.asked).not.toContain('preview');
  });
});

test('a session replayed: what was surfaced before is left out, and the budget grows', async () => {
  await show();
  await choose('ok, and does the error');
  await fireEvent.click(screen.getByRole('button', { name: 'Replay the session' }));
  const shown = await screen.findByTestId('replay');
  await waitFor(() => expect(within(shown).getAllByRole('listitem')).toHaveLength(5));
  expect(flat(shown)).toContain('surfaced before');
  const used = within(shown)
    .getAllByRole('meter')
    .map((meter) => Number(meter.getAttribute('aria-valuenow')));
  expect(used).toEqual([...used].sort((a, b) => a - b));
  expect(used.at(-1)).toBeGreaterThan(used[0] ?? 0);
});

describe('coverage', () => {
  test('cells are reached by keys, and lead to their questions', async () => {
    await show();
    await fireEvent.click(await screen.findByRole('tab', { name: 'Coverage' }));
    const grid = await screen.findByRole('grid');
    const active = (): string =>
      document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-label') ?? '';
    await waitFor(() => expect(active()).toMatch(/questions?$/));
    await fireEvent.keyDown(grid, { key: 'ArrowDown' });
    await waitFor(() => expect(active()).toMatch(/^feedback-tests\.md, .*recorded \d, estimated \d/));
    await fireEvent.keyDown(grid, { key: 'Enter' });
    await waitFor(() => expect(recallShown.tab).toBe('questions'));
    expect(recallShown.filter).toMatchObject({ topic: 'feedback-tests.md' });
    await waitFor(() => expect(rowsNow().length).toBeLessThan(30));
  });

  test('the same as a table, with what never came up', async () => {
    await show();
    await fireEvent.click(await screen.findByRole('tab', { name: 'Coverage' }));
    await fireEvent.click(await screen.findByRole('radio', { name: 'Table' }));
    const table = await screen.findByRole('table');
    expect(within(table).getAllByRole('row').length).toBeGreaterThan(40);
    expect(within(table).getAllByText('never').length).toBeGreaterThan(10);
  });
});

test('calibration tells its agreement by rule, and each disagreement', async () => {
  await show();
  await fireEvent.click(await screen.findByRole('button', { name: 'More of recall' }));
  await fireEvent.click(await screen.findByRole('menuitem', { name: /Hold the rules/ }));
  await fireEvent.click(await screen.findByRole('button', { name: 'Start' }));
  await screen.findByText(/agrees with the rules of 2\.1\.332 in 117 of 118 cases/);
  expect(flat(screen.getByTestId('calibrate'))).toContain('description "0x1F"');
});

describe('axe finds nothing', () => {
  test.each([
    ['a question', async () => void (await choose('Why does the checkout'))],
    ['a model', async () => {
      await choose('Why does the checkout');
      await fireEvent.click(screen.getByRole('radio', { name: 'Model' }));
      await screen.findByTestId('price');
    }], // prettier-ignore
    ['a description being tried', async () => {
      await choose('Why does the checkout');
      await fireEvent.click(document.querySelector('[data-rank] .main') as HTMLElement);
      await screen.findByTestId('what-if');
    }], // prettier-ignore
    ['a session', async () => {
      await choose('ok, and does');
      await fireEvent.click(screen.getByRole('button', { name: 'Replay the session' }));
      await screen.findByText(/questions? differs? from the recording/);
    }], // prettier-ignore
    ['coverage', async () => {
      await fireEvent.click(await screen.findByRole('tab', { name: 'Coverage' }));
      await screen.findByRole('grid');
    }], // prettier-ignore
    ['the settings', async () => {
      await fireEvent.click(await screen.findByRole('button', { name: 'More of recall' }));
      await fireEvent.click(await screen.findByRole('menuitem', { name: 'Models and keys…' }));
      await screen.findByLabelText('Key', {}, { timeout: 5000 });
    }], // prettier-ignore
  ])('%s', async (_, act) => {
    await show((desk) => void (desk.recall.questions = sessions(1)));
    await act();
    const { violations } = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map((found) => `${found.id}: ${found.nodes[0]?.html}`)).toEqual([]);
  });
});
