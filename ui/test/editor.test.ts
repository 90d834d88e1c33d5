// The source editor: what is not touched stays byte for byte, whatever the line ends.
import { EditorView } from '@codemirror/view';
import { beforeEach, describe, expect, test } from 'vitest';
import { mount, type MountedEditor } from '../src/parts/editor/codemirror';

Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

let host: HTMLElement;
let told: string[];
beforeEach(() => {
  document.body.replaceChildren((host = document.createElement('div')));
  told = [];
});
function open(text: string, readOnly = false): MountedEditor {
  return mount(host, {
    text,
    readOnly,
    label: 'Source',
    phrases: {},
    invisibleLabel: (code) => code,
    onChange: (now) => told.push(now),
  });
}
const view = (): EditorView => {
  const found = EditorView.findFromDOM(host);
  if (!found) throw new Error('no editor');
  return found;
};
/** Types at the start of the second line. */
function type(insert: string): void {
  view().dispatch(
    view().state.changeByRange(() => {
      const at = view().state.doc.line(2).from;
      return { changes: { from: at, insert: view().state.toText(insert) }, range: view().state.selection.main };
    }),
  );
}

describe('typing in the second line of', () => {
  test.each([
    ['a\nb\n', 'a\nXb\n'],
    ['a\r\nb\r\n', 'a\r\nXb\r\n'],
    ['a\r\nb\nc\r\n', 'a\r\nXb\nc\r\n'],
    ['a\rq\nb', 'a\rq\nXb'],
    ['\uFEFFa\nb', '\uFEFFa\nXb'],
    ['a\nb\u2028c', 'a\nXb\u2028c'],
  ])('%j gives %j', (before, after) => {
    open(before);
    type('X');
    expect(told).toEqual([after]);
  });
});

test.each([
  ['a\nb', 'a\nnew\nb', 'a\nXnew\nb'],
  ['a\nb', 'a\r\nb\r\n', 'a\r\nXb\r\n'],
  ['a\r\nb', 'a\r\nb\n', 'a\r\nXb\n'],
])('%j set to %j from outside is not told, and typed in afterwards', (before, set, after) => {
  const editor = open(before);
  editor.setText(set);
  expect(told).toEqual([]);
  type('X');
  expect(told).toEqual([after]);
});

test('the cursor stays where its text is when text before it changes', () => {
  const editor = open('one\ntwo\nthree\n');
  view().dispatch({ selection: { anchor: 9 } });
  editor.setText('one and more\ntwo\nthree\n');
  expect(view().state.doc.lineAt(view().state.selection.main.head).text).toBe('three');
});

test('goes to a line, also to one that is not there', () => {
  const editor = open('a\nb\nc');
  for (const [line, text] of [
    [2, 'b'],
    [0, 'a'],
    [99, 'c'],
  ] as const) {
    editor.goto(line);
    expect(view().state.doc.lineAt(view().state.selection.main.head).text).toBe(text);
  }
});

test('what cannot be seen is drawn with its code and its name', () => {
  open('a\u202Eb\u{E0041}c');
  expect([...host.querySelectorAll('.cm-specialChar')].map((chip) => chip.textContent)).toEqual(['U+202E', 'U+E0041']);
});

test('read-only takes no typing but can be reached', () => {
  open('a\nb', true);
  expect(view().state.readOnly).toBe(true);
  expect(host.querySelector('.cm-content')?.getAttribute('contenteditable')).toBe('true');
});

test('has an accessible name', () => {
  open('a');
  expect(host.querySelector('[role=textbox]')?.getAttribute('aria-label')).toBe('Source');
});
