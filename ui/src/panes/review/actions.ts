// What can be done in the review pane, by name and key. Separate so that the palette, the keys and the buttons cannot differ.
import type { Action } from '../../lib/actions.svelte';
import { t, word } from '../../lib/i18n/index.svelte';
import { ipc } from '../../lib/ipc';
import { review } from '../../lib/review/review.svelte';
import { alarmsOf, type FileItem } from '../../lib/review/pieces';
import { settings } from '../../lib/settings.svelte';
import { app } from '../../lib/state.svelte';

const INDEX = 'MEMORY.md';

export const verbs = {
  /** Accepts what is taken; a conflict is settled first. */
  accept(): void {
    const [only, ...more] = review.targets;
    if (!only) return;
    if (more.length === 0 && only.change.conflict) return verbs.settle(only);
    const edited = more.length === 0 ? review.edits.get(only.key) : undefined;
    if (edited && edited.version === only.change.version) return review.acceptEdited(only, edited);
    if (!review.accept(review.targets.filter((file) => !file.change.conflict)))
      app.toast(
        t(
          only.change.kind === 'delete'
            ? 'reviewNothingTakenDelete'
            : alarmsOf(only.pieces).length > 0
              ? 'reviewNothingTakenAlarm'
              : 'reviewNothingTaken',
        ),
      );
  },
  reject(): void {
    review.reject(review.targets);
  },
  acceptProposal(): void {
    const files = proposal().filter((file) => !file.change.conflict);
    if (files.length > 0 && !review.accept(files)) app.toast(t('reviewNothingTaken'));
  },
  rejectProposal(): void {
    review.reject(proposal());
  },
  /** Opens the file's text to be made into another before it is accepted. */
  async edit(): Promise<void> {
    const [file, id] = [review.current, app.id];
    if (!file || id === null || !editable(file) || review.edits.has(file.key)) return;
    try {
      const texts = await ipc.reviewTexts(id, file.proposal.id, file.change.path);
      const text = texts.after ?? '';
      review.edits.set(file.key, { base: text, text, version: texts.version });
    } catch (reason) {
      app.fail(reason);
    }
  },
  /** Leaves the text being made; what was typed can be had back for a moment. */
  stopEditing(): void {
    const file = review.current;
    const edited = file && review.edits.get(file.key);
    if (!file || !edited) return;
    review.edits.delete(file.key);
    if (edited.text !== edited.base)
      app.toast(t('discarded'), { label: t('undo'), run: () => void review.edits.set(file.key, edited) });
  },
  /** A deletion is accepted; anything else is deleted, once its consequences were seen. */
  remove(): void {
    const file = review.current;
    if (!file) return;
    if (file.change.kind === 'delete') review.acceptWhole([file]);
    else if (file.proposal.held)
      app.toast(t(file.proposal.run === null ? 'reviewNothingOnDisk' : 'reviewNothingOnDiskRun'));
    else if (deletable(file)) void app.ask({ kind: 'delete', path: file.change.path, base: null });
  },
  settle(file: FileItem): void {
    const { path, conflict, version } = file.change;
    if (!conflict) return;
    app.merging = {
      path,
      merge: conflict,
      held: true,
      settle: (text) => {
        app.merging = null;
        if (text !== null) review.acceptEdited(file, { base: '', text, version });
      },
    };
  },
};

const proposal = (): FileItem[] => review.files.filter((file) => file.proposal.id === review.current?.proposal.id);
export const editable = ({ change }: FileItem): boolean =>
  !change.binary && change.kind !== 'delete' && change.conflict === null;
export const deletable = ({ change, proposal: { held } }: FileItem): boolean =>
  change.kind === 'delete' || (!held && change.path !== INDEX && change.path.endsWith('.md') && !change.binary);

function pickOn(by: 1 | -1): void {
  if (review.current) review.pick(review.current.key, true);
  review.move(by);
  if (review.current) review.pick(review.current.key, true);
}

export function reviewActions(): Action[] {
  const { current } = review;
  const none = current === null;
  const off = none || app.readOnly;
  const moves: [id: string, label: string, keys: string, run: () => void][] = [
    ['next', t('reviewNext'), 'j', () => review.move(1)],
    ['previous', t('reviewPrevious'), 'k', () => review.move(-1)],
    ['next-piece', t('reviewNextPiece'), 'Shift+j', () => review.movePiece(1)],
    ['previous-piece', t('reviewPreviousPiece'), 'Shift+k', () => review.movePiece(-1)],
    ['next-proposal', t('reviewNextProposal'), 'n', () => review.moveProposal(1)],
    ['previous-proposal', t('reviewPreviousProposal'), 'p', () => review.moveProposal(-1)],
    ['pick-down', t('reviewPickDown'), 'Shift+ArrowDown', () => pickOn(1)],
    ['pick-up', t('reviewPickUp'), 'Shift+ArrowUp', () => pickOn(-1)],
  ];
  const act = (id: string, label: string, keys: string | undefined, run: () => void, disabled = off): Action => ({
    id: `review-${id}`,
    label,
    run,
    disabled,
    ...(app.readOnly && disabled ? { why: word('why', 'read-only') } : {}),
    ...(keys === undefined ? {} : { keys }),
  });
  return [
    ...moves.map(([id, label, keys, run]) => ({ ...act(id, label, keys, run, none), keysOnly: true })),
    act('accept', t('reviewAccept'), 'a', verbs.accept),
    act('reject', t('reviewReject'), 'r', verbs.reject),
    act('accept-proposal', t('reviewAcceptAll'), 'Shift+a', verbs.acceptProposal),
    act('reject-proposal', t('reviewRejectAll'), 'Shift+r', verbs.rejectProposal),
    act('edit', t('reviewEdit'), 'e', () => void verbs.edit(), off || !editable(current)),
    act('edit-accept', t('reviewEditAccept'), 'Mod+Enter', verbs.accept, off || !review.edits.has(current.key)),
    act(
      'delete',
      t(current?.change.kind === 'delete' ? 'reviewDeleteAccept' : 'reviewDelete'),
      'd',
      verbs.remove,
      off || !deletable(current),
    ),
    act('toggle', t('reviewToggle'), 'Space', () => review.piece && review.toggle(review.piece.key), none),
    act(
      'reject-piece',
      t('reviewRejectPiece'),
      undefined,
      () => review.piece && review.rejectPieces([review.piece.key], current?.proposal.held),
    ),
    act(
      'run',
      t('reviewRunShow'),
      undefined,
      () => current?.proposal.run && app.go('runs', { run: current.proposal.run }),
      current?.proposal.run == null,
    ),
    act('pick', t('reviewPick'), 'x', () => current && review.pick(current.key), none),
    act('pick-none', t('reviewPickNone'), 'Escape', () => review.picked.clear(), review.picked.size === 0),
    act(
      'topics',
      t('reviewInTopics'),
      undefined,
      () => current && app.goTopic(current.change.path),
      none || current.proposal.held || current.change.kind === 'delete' || current.change.path === INDEX,
    ),
    act(
      'side-by-side',
      t('reviewSideBySide'),
      '|',
      () => settings.prefer({ side_by_side: !app.preferences.side_by_side }),
      none,
    ),
  ];
}
