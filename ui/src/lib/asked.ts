// The shapes of what the window is asking or telling. Types only; the state module holds the values.
import type { Edit, Failure, Merge, Outcome, Preview, Refusal } from './bindings';

/** Where in a pane to look; a pane that is shown with a spot scrolls to it and selects it. */
export interface Spot {
  path?: string;
  line?: number;
  /** The topic that the one at `path` is to become part of: the dialog for it opens. */
  into?: string;
  operation?: string;
  /** A run, in Runs. */
  run?: string;
  /** A proposal, in Review. */
  proposal?: string;
}

/** An edit whose consequences are on screen, waiting for yes or no. */
export interface Asked {
  edit: Edit;
  /** Null while they are being worked out. */
  preview: Preview | null;
  refusal: Refusal | null;
  failure: Failure | null;
  /** The text was merged with a change on disk first. */
  wasMerged: boolean;
  applying: boolean;
  /** Further edits of the same kind that follow this one. */
  more: number;
  settle: (outcome: Outcome | null) => void;
}

/** A merge with conflicts, waiting for the person to settle it. */
export interface MergeAsked {
  path: string;
  merge: Merge;
  /** Not a person's text but one that was held for review stands against the disk. */
  held?: boolean;
  /** The settled text, or null to leave everything as it is. */
  settle: (text: string | null) => void;
}

export interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'error';
  action: { label: string; run: () => void } | null;
}
