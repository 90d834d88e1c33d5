// The mock's settings: a file of keys with lines, told of like the real one. The real one is in Rust.
import type {
  Failure,
  Finding,
  GateMode,
  Preferences,
  SettingChange,
  SettingRow,
  SettingsView,
  SettingValue,
  StoreSummary,
} from '../../lib/bindings';

const KEYS: [key: string, usual: SettingValue | null, allowed: string[]][] = [
  ['window.language', 'system', ['system', 'en', 'zh']],
  ['window.theme', 'system', ['system', 'light', 'dark']],
  ['window.notifications', true, ['true', 'false']],
  ['window.side_by_side', false, ['true', 'false']],
  ['claude.root', null, ['a folder']],
  ['claude.roots', null, ['folders']],
  ['claude.program', null, ['a program']],
  ['claude.profile', null, ['a version']],
  ['models.provider', 'anthropic', ['anthropic', 'openai', 'ollama']],
  ['models.base_url', null, ['an address that begins with https:// or http://']],
  ['models.model', null, ['a text']],
  ['models.dollars_per_million', null, ['two numbers']],
  ['gate.mode', 'watch', ['watch', 'hold', 'read-only']],
];

export class MockSettings {
  /** What the file says, in the order of its lines. */
  said = new Map<string, SettingValue>();
  findings: Finding[] = [];
  broken: Finding | null = null;
  roots = [
    { place: '~/.claude', open: 'default' as const, there: true, listed: false },
    { place: '~/copies/office/.claude', open: null, there: true, listed: true },
  ];
  /** Told of each change. */
  changed: (key: string, value: SettingValue | null) => void = () => undefined;

  constructor(
    private readonly preferences: () => Preferences,
    private readonly stores: () => StoreSummary[],
  ) {}

  private line(key: string): number | null {
    const at = [...this.said.keys()].indexOf(key);
    return at < 0 ? null : at + 3;
  }
  private row([key, usual, allowed]: (typeof KEYS)[number]): SettingRow {
    const said = this.said.get(key);
    const root = key === 'claude.root' ? '~/.claude' : null;
    return {
      key,
      value: said ?? usual ?? root,
      usual,
      from: said === undefined ? 'default' : 'file',
      line: this.line(key),
      allowed,
      what: '',
    };
  }
  view(): SettingsView {
    const modes = [...this.said].filter(([key]) => key.startsWith('gate.modes.'));
    return {
      file: '~/.local/share/memdesk/settings.toml',
      exists: this.said.size > 0,
      data: '~/.local/share/memdesk',
      broken: this.broken,
      findings: this.broken ? [this.broken] : this.findings,
      rows: KEYS.map((key) => this.row(key)),
      modes: modes.map(([key, mode]) => {
        const id = key.slice('gate.modes.'.length);
        const store = this.stores().find((known) => known.id === id);
        return {
          id,
          name: store?.name ?? null,
          place: store ? (store.project ?? store.place) : null,
          mode: mode as GateMode,
          line: this.line(key) ?? 0,
        };
      }),
      roots: this.roots,
      preferences: this.preferences(),
    };
  }
  set(changes: SettingChange[]): SettingsView {
    const fail = (code: string, message: string): never => {
      throw { code, message, hint: null } satisfies Failure;
    };
    if (this.broken) fail('settings-broken', 'settings.toml:3: this is no TOML');
    for (const { key, value } of changes) {
      if (key === 'models.base_url' && value !== null && !/^https?:\/\//.test(String(value)))
        fail('bad-setting', `${key}: the address that is set is none`);
      if (value === null) this.said.delete(key);
      else this.said.set(key, value);
      this.changed(key, value);
    }
    return this.view();
  }
  answers(): Record<string, (args: Record<string, unknown>) => unknown> {
    return {
      settings: () => this.view(),
      set_settings: ({ changes }) => this.set(changes as SettingChange[]),
      pick_root: () => null,
      pick_program: () => null,
      forget_root: ({ place }) => ((this.roots = this.roots.filter((root) => root.place !== place)), this.view()),
      show_settings_file: () => null,
      begin_settings_anew: () => ((this.broken = null), this.said.clear(), 'settings.toml.broken-2026-03-14-090000'),
    };
  }
}
