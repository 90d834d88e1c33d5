// The mock's gate: a mode, and a settings file that it is put into and taken out of. The real one is in Rust.
import type { Failure, GateChange, GateMode, GateStatus } from '../../lib/bindings';

const SETTINGS = '~/.claude/settings.json';
const ENTRY = [
  '  "hooks": {',
  '    "PreToolUse": [',
  '      { "hooks": [{ "type": "command", "command": "memdesk gate" }] }',
  '    ]',
  '  }',
];

export class MockGate {
  status: GateStatus = {
    installed: false,
    program: null,
    program_missing: false,
    disabled: false,
    settings: SETTINGS,
    unreadable: null,
    mode: 'watch',
    held: 0,
    notes: [],
    other_hooks: [],
  };
  #changes = 0;

  private preview(sign: '+' | '-'): GateChange {
    const lines = ENTRY.map((line) => `${sign}${line}`).join('\n');
    const diff = `--- settings.json\n+++ settings.json\n@@ -1,3 +1,8 @@\n {\n   "model": "sonnet",\n${lines}\n }\n`;
    return { settings: SETTINGS, diff, seen: `seen-${this.#changes}` };
  }
  private change(seen: unknown, installed: boolean): null {
    if (seen !== `seen-${this.#changes}`)
      throw { code: 'stale', message: 'the file is another by now', hint: null } satisfies Failure;
    this.#changes++;
    this.status = { ...this.status, installed, program: installed ? '~/.local/bin/memdesk' : null };
    return null;
  }
  answers(): Record<string, (args: Record<string, unknown>) => unknown> {
    return {
      gate_status: () => this.status,
      set_gate_mode: ({ mode }) => ((this.status = { ...this.status, mode: mode as GateMode }), null),
      gate_install_preview: () => this.preview('+'),
      gate_uninstall_preview: () => this.preview('-'),
      gate_install: ({ seen }) => this.change(seen, true),
      gate_uninstall: ({ seen }) => this.change(seen, false),
    };
  }
}
