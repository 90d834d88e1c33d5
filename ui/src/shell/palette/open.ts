// Opens what was found at its place. Separate because it knows every pane; it changes nothing.
import type { SearchHit } from '../../lib/bindings';
import { app } from '../../lib/state.svelte';
import { NO_FILTER, recallShown } from '../../panes/recall/shown.svelte';

/** Opens a hit; `typed` is what it was found by. */
export async function openHit(hit: SearchHit, typed: string): Promise<void> {
  if (hit.store !== app.id) {
    await app.open(hit.store);
    // The person went elsewhere meanwhile, or it could not be opened.
    if (app.id !== hit.store) return;
  }
  const path = hit.path ?? undefined;
  const line = hit.line ?? undefined;
  if (hit.kind === 'topic' && path !== undefined) {
    // What a name or a description was found by needs no source.
    app.goTopic(path, hit.field === 'body' ? line : undefined);
  } else if (hit.kind === 'index') {
    app.go('index', line === undefined ? {} : { line });
  } else if (hit.kind === 'question' && hit.id !== null) {
    recallShown.tab = 'questions';
    // Older ones are in the list only while it is narrowed.
    recallShown.filter = { ...NO_FILTER, search: typed.replaceAll('"', ' ').trim() };
    recallShown.choose(app.id, { kind: 'past', id: hit.id, query: hit.text ?? '', session: hit.session ?? '' });
    app.go('recall');
  } else if (hit.kind === 'proposal' && hit.id !== null) {
    app.go('review', { proposal: hit.id, ...(path === undefined ? {} : { path }) });
  } else if (hit.kind === 'history' && hit.id !== null) {
    app.go('history', { operation: hit.id, ...(path === undefined ? {} : { path }) });
  }
}
