// CodeMirror as Memdesk uses it: Markdown source, byte-preserving, with everything invisible made visible.
// Separate, and only ever imported lazily, so that no first paint waits for it. Never saves and never asks Rust.

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { yamlFrontmatter } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { difference, endingsOf, fromEditor, toEditor, type Endings } from './endings';
import { codeOf, invisibleClass } from './invisible';

/** What a mounted editor is made with. */
export interface EditorOptions {
  text: string;
  readOnly: boolean;
  /** Its accessible name. */
  label: string;
  /** Words of the search panel in the person's language, by CodeMirror's English ones. */
  phrases: Record<string, string>;
  /** A character that cannot be seen, named for a screen reader. */
  invisibleLabel: (code: string) => string;
  /** Called with the whole text, with the file's own line ends, on every change by the person. */
  onChange: (text: string) => void;
}

/** A mounted editor. */
export interface MountedEditor {
  /** Another text from outside (the file changed, a form field was typed in); the cursor stays where its text is. */
  setText(text: string): void;
  setReadOnly(readOnly: boolean): void;
  /** Puts the cursor on a line (1-based) and shows it in the middle. */
  goto(line: number): void;
  /** Opens the search panel. */
  find(): void;
  focus(): void;
  destroy(): void;
}

// Colours come from the tokens, so the theme follows light and dark without being made again.
const theme = EditorView.theme({
  '&': { height: '100%', fontSize: 'var(--text-s)', backgroundColor: 'transparent', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 12px 0 8px' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--text-faint)', border: 'none', paddingLeft: '4px' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '32px', fontVariantNumeric: 'tabular-nums' },
  '.cm-activeLine': { backgroundColor: 'var(--ground-hover)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--ground-active)',
  },
  '.cm-specialChar': {
    color: 'var(--bad)',
    backgroundColor: 'var(--bad-ground)',
    border: '1px solid currentColor',
    borderRadius: '3px',
    padding: '0 3px',
    margin: '0 1px',
    fontSize: '0.82em',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-ground)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--ground-active)', outlineWidth: '2px' },
  '.cm-selectionMatch': { backgroundColor: 'var(--ground-hover)' },
  '.cm-panels': { backgroundColor: 'var(--ground-raised)', color: 'var(--text)', borderColor: 'var(--edge)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--edge)' },
  '.cm-panel.cm-search': { padding: '6px 32px 6px 8px', fontFamily: 'var(--font)' },
  '.cm-panel.cm-search label': { fontSize: '12px', display: 'inline-flex', alignItems: 'center' },
  '.cm-textfield': {
    backgroundColor: 'var(--ground)',
    color: 'var(--text)',
    border: '1px solid var(--edge-strong)',
    borderRadius: '4px',
    fontSize: '12px',
    padding: '2px 6px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--ground)',
    color: 'var(--text)',
    border: '1px solid var(--edge-strong)',
    borderRadius: '4px',
    fontSize: '12px',
    padding: '2px 8px',
  },
  '.cm-panel.cm-search [name=close]': { color: 'var(--text-dim)', fontSize: '16px', top: '4px', right: '8px' },
});

const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: [tags.monospace, tags.string], color: 'var(--text)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--text-dim)', fontWeight: '600' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction, tags.contentSeparator], color: 'var(--text-dim)' },
  { tag: tags.quote, color: 'var(--text-dim)' },
]);

/** The nonce under which the page may add a style sheet; empty where no policy asks for one. */
function nonce(): string {
  const element = document.querySelector<HTMLElement>('style#nonce');
  return element?.nonce ?? '';
}

function chip(label: (code: string) => string): (code: number) => HTMLElement {
  return (code) => {
    const name = codeOf(String.fromCodePoint(code));
    const element = document.createElement('span');
    element.className = 'cm-specialChar';
    element.textContent = name;
    element.title = label(name);
    element.setAttribute('aria-label', label(name));
    return element;
  };
}

/** Mounts an editor as the only child of an element. */
export function mount(parent: HTMLElement, options: EditorOptions): MountedEditor {
  let endings: Endings = endingsOf(options.text);
  let silent = false;
  const readOnly = new Compartment();
  const separator = new Compartment();

  const extensions: Extension[] = [
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSpecialChars({ specialChars: invisibleClass('g'), render: chip(options.invisibleLabel) }),
    history(),
    drawSelection(),
    search({ top: true }),
    highlightSelectionMatches(),
    yamlFrontmatter({ content: markdown({ base: markdownLanguage }) }),
    syntaxHighlighting(colours),
    EditorView.lineWrapping,
    // A pasted CRLF would otherwise leave its CR in a file that has none.
    EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, '\n')),
    EditorView.contentAttributes.of({
      tabindex: '0',
      'aria-label': options.label,
      spellcheck: 'false',
      autocorrect: 'off',
      autocapitalize: 'off',
    }),
    EditorView.cspNonce.of(nonce()),
    EditorState.phrases.of(options.phrases),
    theme,
    // Tab is left to the page: it moves the focus, as everywhere else.
    keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
    separator.of(separatorOf(endings)),
    readOnly.of(readOnlyOf(options.readOnly)),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !silent) options.onChange(textOf(update.state));
    }),
  ];

  const textOf = (state: EditorState): string => fromEditor(state.doc.sliceString(0, undefined, '\n'), endings);
  const view = new EditorView({
    parent,
    state: EditorState.create({ doc: toEditor(options.text, endings), extensions }),
  });

  return {
    setText(text) {
      const now = endingsOf(text);
      // A text without any line end says nothing about which it wants.
      if (now !== endings && /[\r\n]/.test(text)) {
        endings = now;
        view.dispatch({ effects: separator.reconfigure(separatorOf(endings)) });
      }
      const change = difference(view.state.doc.sliceString(0, undefined, '\n'), toEditor(text, endings));
      if (change === null) return;
      silent = true;
      try {
        view.dispatch({ changes: { ...change, insert: view.state.toText(change.insert) } });
      } finally {
        silent = false;
      }
    },
    setReadOnly(value) {
      view.dispatch({ effects: readOnly.reconfigure(readOnlyOf(value)) });
    },
    goto(line) {
      const at = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines))).from;
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
      view.focus();
    },
    find() {
      openSearchPanel(view);
    },
    focus() {
      view.focus();
    },
    destroy() {
      view.destroy();
    },
  };
}

// In a file with mixed line ends only LF separates lines, so that every CR stays a character: seen, and kept.
function separatorOf(endings: Endings): Extension {
  return endings === 'mixed' ? EditorState.lineSeparator.of('\n') : [];
}

function readOnlyOf(value: boolean): Extension {
  return value ? [EditorState.readOnly.of(true), EditorView.editable.of(true)] : [];
}
