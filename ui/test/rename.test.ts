// Typing another name for a topic: the part one wants to change is selected once, not after every letter.
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import RenameDialog from '../src/panes/topics/RenameDialog.svelte';

test('the stem is selected at first, and what is typed is left alone', async () => {
  render(RenameDialog, { path: 'folder/old.md', name: null, taken: [], onclose: () => undefined });
  const input = screen.getByRole('textbox') as HTMLInputElement;
  const selected = (): string => input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0);
  await waitFor(() => expect(selected()).toBe('old'));
  await fireEvent.input(input, { target: { value: 'folder/n.md' } });
  await fireEvent.input(input, { target: { value: 'folder/ne.md' } });
  expect(selected()).toBe('');
});
