// The actions that are always there, and the keyboard that runs whatever is offered.
import { actions, type Action } from '../lib/actions.svelte';
import { guide } from '../lib/guide.svelte';
import { t } from '../lib/i18n/index.svelte';
import { elsewhereActions, storeActions } from './elsewhere';
import { Strokes, takesSpace, takesText } from '../lib/keys';
import { settings } from '../lib/settings.svelte';
import { app, PANES, type Pane } from '../lib/state.svelte';

const PANE_KEYS: Record<Pane, string> = {
  review: 'g v',
  index: 'g i',
  topics: 'g t',
  recall: 'g r',
  runs: 'g u',
  health: 'g h',
  history: 'g y',
};
/** In a text these belong to the text. */
const TEXT_KEYS = new Set(['Mod+z', 'Mod+Shift+z', 'Mod+y']);

/** Takes back what was done last, whatever it was. */
const takeBack = (): void => (app.back ? app.back() : void app.undo());

export function frameActions(toggleStores: () => void): Action[] {
  return [
    ...PANES.map((pane) => ({
      id: `pane-${pane}`,
      label: t('goPane', { pane: t(`pane.${pane}`) }),
      keys: PANE_KEYS[pane],
      run: () => app.go(pane),
    })),
    { id: 'palette', label: t('palette'), keys: 'Mod+k', keysOnly: true, run: () => (app.overlay = 'palette') },
    // Where a pane has a search of its own, this is its key.
    { id: 'palette-search', label: t('palette'), keys: '/', keysOnly: true, run: () => (app.overlay = 'palette') },
    {
      id: 'stores',
      label: t('switchStore'),
      keys: 'g s',
      run: () => (app.overlay = 'stores'),
    },
    { id: 'toggle-stores', label: t('toggleStores'), keys: 'Mod+b', run: toggleStores },
    { id: 'undo', label: t('undo'), keys: 'u', run: takeBack },
    { id: 'undo-mod', label: t('undo'), keys: 'Mod+z', keysOnly: true, run: takeBack },
    { id: 'redo', label: t('redo'), keys: 'Shift+u', run: () => void app.redo() },
    { id: 'redo-mod', label: t('redo'), keys: 'Mod+Shift+z', keysOnly: true, run: () => void app.redo() },
    { id: 'open-folder', label: t('openFolder'), keys: 'Mod+o', run: () => void app.pickFolder() },
    app.start?.sample
      ? { id: 'leave-sample', label: t('leaveSample'), run: () => void app.leaveSample() }
      : { id: 'open-sample', label: t('openSample'), disabled: app.readOnly, run: () => void app.openSample() },
    ...([null, 'light', 'dark'] as const).map((theme) => ({
      id: `theme-${theme ?? 'system'}`,
      label: `${t('theme.heading')}: ${t(`theme.${theme ?? 'system'}`)}`,
      run: () => settings.prefer({ theme }),
    })),
    ...([null, 'en', 'zh'] as const).map((language) => ({
      id: `language-${language ?? 'system'}`,
      label: `${t('language.heading')}: ${t(`language.${language ?? 'system'}`)}`,
      run: () => settings.prefer({ language }),
    })),
    ...[true, false].map((notifications) => ({
      id: `notify-${notifications ? 'on' : 'off'}`,
      label: `${t('notify.heading')}: ${t(notifications ? 'notify.on' : 'notify.off')}`,
      run: () => settings.prefer({ notifications }),
    })),
    { id: 'settings', label: t('settingsAll'), keys: 'Mod+,', run: () => settings.open() },
    { id: 'guide-here', label: t('guideHere'), keys: 'F1', run: () => guide.about(app.pane) },
    { id: 'guide', label: t('guide'), run: () => guide.open() },
    { id: 'keys', label: t('keys'), keys: '?', run: () => (app.overlay = 'keys') },
    ...storeActions(),
    ...elsewhereActions(),
  ];
}

/** The web view's own menu belongs to a page, which this is not: it comes only for what is typed, or a text that is selected. */
export function onlyForTexts(event: Event): void {
  const selected = document.getSelection()?.toString() ?? '';
  if (selected === '' && !takesText(event.target)) event.preventDefault();
}

/** The keyboard of the window: runs the offered action whose keys were pressed, unless a dialog has the floor. */
export function keyboard(): (event: KeyboardEvent) => void {
  const strokes = new Strokes(TEXT_KEYS);
  return (event) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
    if (event.key === ' ' && takesSpace(event.target)) return;
    const action = strokes.match(event, actions.all(), event.timeStamp, takesText(event.target));
    if (!action) return;
    event.preventDefault();
    action.run();
  };
}
