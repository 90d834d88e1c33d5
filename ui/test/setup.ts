// What jsdom lacks of a browser, for components under test.
import { cleanup } from '@testing-library/svelte';
import { afterEach } from 'vitest';

HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement): void {
  this.setAttribute('open', '');
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement): void {
  this.removeAttribute('open');
};
Element.prototype.scrollIntoView ??= () => undefined;
// A wide, light window.
globalThis.matchMedia ??= (media: string): MediaQueryList =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} });
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

document.title = 'Memdesk';
afterEach(() => cleanup());
