import { describe, expect, test } from 'vitest';
import type { Action } from './actions.svelte';
import { pressed, shown, Strokes, takesText } from './keys';

const key = (name: string, more: KeyboardEventInit = {}) => new KeyboardEvent('keydown', { key: name, ...more });
const action = (id: string, keys: string, disabled = false): Action => ({
  id,
  label: id,
  keys,
  disabled,
  run: () => undefined,
});

test.each([
  [key('j'), 'j'],
  [key('?', { shiftKey: true }), '?'],
  [key('J', { shiftKey: true }), 'Shift+j'],
  [key('k', { ctrlKey: true }), 'Mod+k'],
  [key('Z', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+z'],
  [key('ArrowUp', { altKey: true }), 'Alt+ArrowUp'],
])('%# is written %j', (event, text) => expect(pressed(event)).toBe(text));

test.each([
  ['Mod+k', 'Ctrl K'],
  ['g i', 'g i'],
  ['Alt+ArrowUp', 'Alt ↑'],
  ['?', '?'],
])('%j is shown as %j', (keys, text) => expect(shown(keys)).toBe(text));

describe('from presses to actions', () => {
  const actions = [
    action('top', 't'),
    action('topics', 'g t'),
    action('palette', 'Mod+k'),
    action('undo', 'Mod+z'),
    action('off', 'x', true),
  ];
  type Press = [name: string, at: number, more?: KeyboardEventInit];
  test.each<[string, boolean, Press[], (string | null)[]]>([
    ['a key', false, [['t', 0]], ['top']],
    [
      'a pair',
      false,
      [
        ['g', 0],
        ['t', 500],
      ],
      [null, 'topics'],
    ],
    [
      'a pair that took too long',
      false,
      [
        ['g', 0],
        ['t', 5000],
      ],
      [null, 'top'],
    ],
    [
      'a pair that is none',
      false,
      [
        ['g', 0],
        ['q', 100],
        ['t', 200],
      ],
      [null, null, 'top'],
    ],
    ['a disabled action', false, [['x', 0]], [null]],
    [
      'letters in a text',
      true,
      [
        ['t', 0],
        ['g', 1],
        ['t', 2],
      ],
      [null, null, null],
    ],
    ['a command in a text', true, [['k', 0, { ctrlKey: true }]], ['palette']],
    ['undo in a text is the text’s own', true, [['z', 0, { ctrlKey: true }]], [null]],
    ['undo outside of one', false, [['z', 0, { ctrlKey: true }]], ['undo']],
  ])('%s', (_, inText, presses, wanted) => {
    const strokes = new Strokes(new Set(['Mod+z']));
    expect(presses.map(([name, at, more]) => strokes.match(key(name, more), actions, at, inText)?.id ?? null)).toEqual(
      wanted,
    );
  });
});

test.each([
  ['input', {}, true],
  ['input', { type: 'checkbox' }, false],
  ['textarea', {}, true],
  ['button', {}, false],
])('<%s %j> takes text: %s', (tag, attributes, takes) => {
  expect(takesText(Object.assign(document.createElement(tag), attributes))).toBe(takes);
});
