// The settings as the window knows them: what counts, where it comes from, what is wrong with the file; and the one way to change them.
// Separate because every part of the window has wishes. Keeps nothing itself: a change is written at once, or it is said why not.
import type { Finding, Preferences, SettingRow, SettingsView, SettingValue } from './bindings';
import { setLanguage, t, word } from './i18n/index.svelte';
import { asFailure, ipc, onChanged } from './ipc';
import { Resource } from './resource.svelte';
import { app } from './state.svelte';
import { failureText } from './words';

export const SECTIONS = ['window', 'models', 'claude', 'gate', 'file'] as const;
export type Section = (typeof SECTIONS)[number];

type Wishes = Partial<Pick<Preferences, 'language' | 'theme' | 'notifications' | 'side_by_side'>>;

/** What a finding says, in the person's language. */
export function findingText(finding: Finding): string {
  const { code, found, allowed, meant } = finding;
  const said = word('finding', code, { found, allowed: allowed.join(', ') });
  return meant === null ? said : `${said} ${t('findingMeant', { meant })}`;
}

class Settings {
  view = new Resource<SettingsView>();
  /** The section that is open; null: the dialog is closed. */
  section = $state<Section | null>(null);
  /** Why the last change was not kept. */
  failed = $state<string | null>(null);
  /** Goes up whenever another model, key or program may be asked. */
  revision = $state(0);
  #listening = false;

  open(section: Section = 'window'): void {
    this.failed = null;
    this.section = section;
    void this.load();
  }
  close(): void {
    this.section = null;
  }
  async load(): Promise<void> {
    await this.view.load(() => ipc.settings());
  }
  /** Begins to follow the file, whoever writes it. */
  listen(): void {
    if (this.#listening) return;
    this.#listening = true;
    void onChanged((changed) => void (changed.settings && this.reread()));
  }
  private async reread(): Promise<void> {
    const before = JSON.stringify(this.view.value?.findings ?? []);
    await this.load();
    const view = this.view.value;
    if (!view) return;
    this.adopt(view);
    this.revision++;
    const [first] = view.findings;
    if (first && this.section === null && JSON.stringify(view.findings) !== before)
      app.toast(`${view.file}: ${this.place(first)}${findingText(first)}`, {
        label: t('setShow'),
        run: () => this.open('file'),
      });
  }
  /** Line and key of a finding, before what it says. */
  place({ line, key }: Finding): string {
    const where = [line > 0 ? t('setLine', { line }) : '', key].filter(Boolean).join(', ');
    return where === '' ? '' : `${where}: `;
  }
  private adopt({ preferences: { language, theme, side_by_side, notifications } }: SettingsView): void {
    app.preferences = { ...app.preferences, language, theme, side_by_side, notifications };
    setLanguage(language);
  }

  row(key: string): SettingRow | null {
    return this.view.value?.rows.find((row) => row.key === key) ?? null;
  }
  findings(key: string): Finding[] {
    return this.view.value?.findings.filter((finding) => finding.key === key) ?? [];
  }
  /** Nothing of the file counts, and nothing is written into it. */
  get broken(): Finding | null {
    return this.view.value?.broken ?? null;
  }

  /** Changes keys, all or none; null: the default is to count. True when it is kept. */
  async set(changes: Record<string, SettingValue | null>): Promise<boolean> {
    return this.attempt(async () => {
      const list = Object.entries(changes).map(([key, value]) => ({ key, value }));
      const view = await ipc.setSettings(list);
      this.view.set(view);
      this.adopt(view);
      if (list.some(({ key }) => /^(models|claude)\./.test(key))) this.revision++;
    });
  }
  /** Does something that answers with the settings, or with null when the person left it. */
  async take(ask: () => Promise<SettingsView | null>): Promise<void> {
    await this.attempt(async () => {
      const view = await ask();
      if (!view) return;
      this.view.set(view);
      this.revision++;
    });
  }
  async attempt(what: () => Promise<void>): Promise<boolean> {
    this.failed = null;
    try {
      await what();
      return true;
    } catch (reason) {
      const failure = asFailure(reason);
      this.failed = failureText(failure);
      // Where the dialog shows it, once is enough.
      if (this.section === null)
        app.toast(
          this.failed,
          failure.code === 'settings-broken' ? { label: t('setShow'), run: () => this.open('file') } : null,
          'error',
        );
      return false;
    }
  }

  /** A wish about the window itself: seen at once, and kept. Open for reading only, it is for this window alone. */
  prefer(wishes: Wishes): void {
    const before = app.preferences;
    app.preferences = { ...before, ...wishes };
    if ('language' in wishes) setLanguage(app.preferences.language);
    if (app.readOnly) return;
    const changes = Object.entries(wishes).map(([name, value]) => [`window.${name}`, value] as const);
    void this.set(Object.fromEntries(changes)).then((kept) => {
      if (kept) return;
      app.preferences = before;
      setLanguage(before.language);
    });
  }
  /** Opens another root of the list in this window. */
  async useRoot(place: string): Promise<void> {
    await this.attempt(async () => {
      app.show(await ipc.useRoot(place));
      await this.load();
      this.revision++;
    });
  }
}

export const settings = new Settings();
