// The tiers of the window, as rules: panes and shell over lib and parts; parts are dumb; one file talks to Rust.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** Forbids imports whose path matches, with the reason that a reader needs. */
const forbid = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });
const TAURI = { group: ['@tauri-apps/*'], message: 'Only src/lib/ipc.ts talks to Rust.' };
const MOCK = { group: ['**/dev/**'], message: 'The stand-in for Rust never reaches the window.' };

export default ts.config(
  { ignores: ['dist', 'src/lib/bindings.ts'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser } },
    rules: {
      'no-undef': 'off', // TypeScript knows better.
      'no-console': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'svelte/no-at-html-tags': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'SvelteAttribute[key.name="style"]',
          message: 'The policy forbids style attributes; a style: directive is fine.',
        },
      ],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig } },
  },
  { files: ['src/**'], rules: forbid(TAURI, MOCK) },
  {
    files: ['src/parts/**'],
    rules: forbid(
      TAURI,
      MOCK,
      { group: ['**/panes/**', '**/shell/**'], message: 'A part knows no pane.' },
      {
        group: ['**/lib/ipc*', '**/lib/state*', '**/lib/actions*'],
        message: 'A part is told what to show and tells what was pressed.',
      },
    ),
  },
  {
    files: ['src/panes/**'],
    rules: forbid(TAURI, MOCK, { group: ['**/shell/**'], message: 'A pane does not know the frame around it.' }),
  },
  {
    files: ['src/lib/**'],
    rules: forbid(TAURI, MOCK, {
      group: ['**/panes/**', '**/parts/**', '**/shell/**'],
      message: 'What is shared knows no component.',
    }),
  },
  {
    files: ['src/lib/ipc.ts', 'src/dev/**', 'src/main.ts', 'test/**', '**/*.test.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
);
