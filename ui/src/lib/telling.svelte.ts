// What the window says by itself: toasts, and the same words to a screen reader. Separate because saying needs nothing of what
// is open; the state module is one of these.
import type { Toast } from './asked';
import { asFailure } from './ipc';
import { failureText } from './words';

export class Telling {
  toasts = $state.raw<Toast[]>([]);
  /** Said to a screen reader. */
  said = $state('');
  #toastId = 0;
  /** The toast that says what was done last. */
  #done = 0;
  /** How what was done last is taken back, when that is not the undo of the store's operations. */
  back = $state.raw<(() => void) | null>(null);

  toast(text: string, action: Toast['action'] = null, tone: Toast['tone'] = 'plain'): void {
    const id = ++this.#toastId;
    this.toasts = [...this.toasts.slice(-2), { id, text, tone, action }];
    this.said = text;
  }
  /** Says what was done. One at a time: the way back of what was done before would by now take this back instead. */
  did(text: string, back: Toast['action'], own: (() => void) | null = null): void {
    this.dropToast(this.#done);
    this.toast(text, back);
    this.#done = this.#toastId;
    this.back = own;
  }
  dropToast(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }
  /** Says what went wrong and what to do. */
  fail(reason: unknown): void {
    this.toast(failureText(asFailure(reason)), null, 'error');
  }
}
