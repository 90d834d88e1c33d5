// Light or dark, by the person's choice or else by the system. Sets `data-theme`, nothing more.

const dark = (): MediaQueryList | undefined => globalThis.matchMedia?.('(prefers-color-scheme: dark)');
let wanted: () => string | null = () => null;

/** Applies the choice now; the frame calls it whenever the choice changes. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = wanted() ?? (dark()?.matches ? 'dark' : 'light');
}

/** Applies the choice and follows the system from now on. */
export function followTheme(choice: () => string | null): void {
  wanted = choice;
  applyTheme();
  dark()?.addEventListener('change', applyTheme);
}
