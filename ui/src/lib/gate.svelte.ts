// The gate as the window knows it: its mode for the open store, and whether the client has it at all. Separate because it is read on
// its own and shown at all times. Changes the client's settings only after the person saw the change.
import type { GateMode, GateStatus } from './bindings';
import { t, word } from './i18n/index.svelte';
import { ipc } from './ipc';
import { Resource } from './resource.svelte';
import { app } from './state.svelte';

class Gate {
  status = new Resource<GateStatus>();
  /** The dialog that sets it up is open. */
  open = $state(false);

  async load(id: string): Promise<void> {
    await this.status.load(() => ipc.gateStatus(id));
  }
  /** It is in the settings, they are in force, and its program is there. */
  get works(): boolean {
    const { value } = this.status;
    return value !== null && value.installed && !value.disabled && !value.program_missing;
  }
  async setMode(mode: GateMode): Promise<void> {
    const id = app.id;
    if (id === null) return;
    try {
      await ipc.setGateMode(id, mode);
      await this.load(id);
      // What the mode promises is kept by the gate alone.
      const idle = mode !== 'watch' && !this.works;
      app.toast(
        idle ? t('gateNeeded', { mode: word('gate-mode', mode) }) : t('gateSet', { mode: word('gate-mode', mode) }),
        idle ? { label: t('gateSetUp'), run: () => (this.open = true) } : null,
      );
    } catch (reason) {
      app.fail(reason);
    }
  }
  /** Makes the change that was shown. */
  async change(how: 'install' | 'uninstall', seen: string): Promise<boolean> {
    try {
      await (how === 'install' ? ipc.gateInstall(seen) : ipc.gateUninstall(seen));
      app.toast(t(how === 'install' ? 'gateInstalled' : 'gateRemoved'));
      if (app.id !== null) await this.load(app.id);
      return true;
    } catch (reason) {
      app.fail(reason);
      return false;
    }
  }
}

export const gate = new Gate();
