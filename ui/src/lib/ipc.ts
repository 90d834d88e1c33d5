// The one door to Rust: every command the window may call, typed, and the events it is told of.
// Separate so that nothing else depends on Tauri; it decides nothing and keeps nothing.
import { invoke } from '@tauri-apps/api/core';
import { listen, type UnlistenFn } from '@tauri-apps/api/event';
import type {
  Calibration,
  BlameLine,
  Changed,
  ContextFile,
  Coverage,
  Draft,
  Edit,
  Evidence,
  Failure,
  FileThen,
  Found,
  GateChange,
  GateMode,
  GateStatus,
  Growth,
  Guide,
  History,
  IndexView,
  Instruction,
  LinkGraph,
  OperationDetail,
  Outcome,
  PreviewOutcome,
  ProblemList,
  Progress,
  QuestionFilter,
  QuestionList,
  ReadState,
  RecallAsk,
  RecallView,
  RunAsk,
  RunReport,
  RunView,
  Runs,
  Selectors,
  SessionReplay,
  SettingChange,
  SettingsView,
  ReviewOutcome,
  ReviewQueue,
  ReviewTake,
  ReviewTexts,
  SearchQuery,
  Start,
  StoreList,
  TopicList,
  TopicView,
  Combined,
  Survey,
  Usage,
  TurnQuote,
} from './bindings';

/** What a rejected call is: always a `Failure`, also when Tauri itself rejected. */
export function asFailure(reason: unknown): Failure {
  if (typeof reason === 'object' && reason !== null && 'code' in reason && 'message' in reason)
    return reason as Failure;
  return { code: 'unknown', message: reason instanceof Error ? reason.message : String(reason), hint: null };
}

async function call<T>(command: string, args: Record<string, unknown> = {}): Promise<T> {
  try {
    return await invoke<T>(command, args);
  } catch (reason) {
    throw asFailure(reason);
  }
}

export const ipc = {
  /** First call; cheap: one store and its index. */
  start: () => call<Start>('start'),
  /** The first store is on screen: Rust begins to watch for changes. What a link asked for meanwhile, if one did. */
  painted: () => call<Start | null>('painted'),
  /** Every store with its counts; may take a second on a huge root. */
  stores: () => call<StoreList>('stores'),
  /** Selects a store and remembers it. */
  openStore: (id: string) => call<Start>('open_store', { id }),
  /** The system's folder dialog; null when it was cancelled. */
  pickFolder: () => call<Start | null>('pick_folder'),
  openSample: () => call<Start>('open_sample'),
  leaveSample: () => call<Start>('leave_sample'),
  index: (id: string) => call<IndexView>('index', { id }),
  /** The index as it would be with `text`; nothing is written. */
  indexDraft: (id: string, text: string) => call<IndexView>('index_draft', { id, text }),
  /** The index over time, and when it will be full at this pace. */
  growth: (id: string) => call<Growth>('growth', { id }),
  /** What leads where: from the index to topics, and from topic to topic. */
  links: (id: string) => call<LinkGraph>('links', { id }),
  topics: (id: string) => call<TopicList>('topics', { id }),
  topic: (id: string, path: string) => call<TopicView>('topic', { id, path }),
  /** A topic as it would be with `text`; nothing is written. */
  draft: (id: string, path: string, text: string) => call<Draft>('draft', { id, path, text }),
  /** `text` with frontmatter fields set, other bytes untouched; null leaves a field alone, '' removes it. */
  /** What two topics say as one text, nothing twice. */
  combined: (id: string, path: string, into: string) => call<Combined>('combined', { id, path, into }),
  draftFields: (
    id: string,
    path: string,
    text: string,
    fields: { name: string | null; description: string | null; topicType: string | null },
  ) => call<string>('draft_fields', { id, path, text, ...fields }),
  preview: (id: string, edit: Edit) => call<PreviewOutcome>('preview', { id, edit }),
  apply: (id: string, edit: Edit) => call<Outcome>('apply', { id, edit }),
  /** Marks files as reviewed as they are on disk; none named: every one. */
  accept: (id: string, paths: string[]) => call<null>('accept', { id, paths }),

  // ---- review
  /** What changed since the person last looked, by who did it. */
  review: (id: string) => call<ReviewQueue>('review', { id }),
  /** A file of a proposal in whole. */
  reviewTexts: (id: string, proposal: string, path: string) =>
    call<ReviewTexts>('review_texts', { id, proposal, path }),
  take: (id: string, takes: ReviewTake[]) => call<ReviewOutcome>('take', { id, takes }),
  /** Takes a file with the text that the person made of it. */
  takeEdited: (id: string, take: ReviewTake, text: string) => call<ReviewOutcome>('take_edited', { id, take, text }),
  /** Writes back what was accepted; answers `active` while a client is at work, unless told to do it all the same. */
  refuse: (id: string, takes: ReviewTake[], evenIfActive: boolean) =>
    call<ReviewOutcome>('refuse', { id, takes, evenIfActive }),
  /** Takes back what a `done` named, while it is the last thing done. */
  undoReview: (id: string, undo: string) => call<ReviewOutcome>('undo_review', { id, undo }),
  /** The turns around a question of a session; around its end when none is named. */
  conversation: (id: string, session: string, question: string | null) =>
    call<TurnQuote[]>('conversation', { id, session, question }),
  /** Who each line of a file is from. */
  blame: (id: string, path: string) => call<BlameLine[]>('blame', { id, path }),
  /** What can be checked of a text; of the file on disk when none is given. May take long: see `cancel`. */
  survey: (id: string, task: string) => call<Survey>('survey', { id, task }),
  evidence: (id: string, path: string, text: string | null, task: string) =>
    call<Evidence>('evidence', { id, path, text, task }),

  // ---- the gate
  gateStatus: (id: string) => call<GateStatus>('gate_status', { id }),
  setGateMode: (id: string, mode: GateMode) => call<null>('set_gate_mode', { id, mode }),
  /** What it would change of the client's settings; nothing is written. */
  gateInstallPreview: () => call<GateChange>('gate_install_preview'),
  gateUninstallPreview: () => call<GateChange>('gate_uninstall_preview'),
  /** Makes the change whose preview said `seen`. */
  gateInstall: (seen: string) => call<null>('gate_install', { seen }),
  gateUninstall: (seen: string) => call<null>('gate_uninstall', { seen }),

  // ---- the settings
  settings: () => call<SettingsView>('settings'),
  /** All of these changes or none; a value of null: the default is to count. */
  setSettings: (changes: SettingChange[]) => call<SettingsView>('set_settings', { changes }),
  rememberPane: (pane: string) => call<null>('remember_pane', { pane }),
  /** The system's folder dialog, for the list of roots; null when it was cancelled. */
  pickRoot: () => call<SettingsView | null>('pick_root'),
  /** Opens a root of the list, by its label, in this window. */
  useRoot: (place: string) => call<Start>('use_root', { place }),
  forgetRoot: (place: string) => call<SettingsView>('forget_root', { place }),
  /** The system's file dialog, for the client's program; null when it was cancelled. */
  pickProgram: () => call<SettingsView | null>('pick_program'),
  showSettingsFile: () => call<null>('show_settings_file'),
  /** Puts a broken file aside; its new name. */
  beginSettingsAnew: () => call<string>('begin_settings_anew'),

  undo: (id: string) => call<Outcome>('undo', { id }),
  redo: (id: string) => call<Outcome>('redo', { id }),
  /** Operations, newest first; with a path, only those that touched it. */
  history: (id: string, path: string | null, limit: number) => call<History>('history', { id, path, limit }),
  operation: (id: string, operation: string) => call<OperationDetail>('operation', { id, operation }),
  /** A file as it was after an operation. */
  fileThen: (id: string, operation: string, path: string) => call<FileThen>('file_then', { id, operation, path }),
  /** Everything that has some words. A later search stops an earlier one. */
  search: (id: string | null, query: SearchQuery) => call<Found>('search', { id, query }),
  problems: (id: string) => call<ProblemList>('problems', { id }),
  /** The CLAUDE.md family that loads beside the store. */
  context: (id: string) => call<ContextFile[]>('context', { id }),
  /** How much waits for review, for the window's icon. */
  guide: (language: string) => call<Guide>('guide', { language }),
  badge: (count: number) => call<null>('badge', { count }),
  /** http, https and mailto only, and only after the person confirmed the address. */
  openLink: (url: string) => call<null>('open_link', { url }),
  /** The literal listing that the selector gets. */
  manifest: (id: string) => call<string>('manifest', { id }),

  // ---- recall. What takes a `task` may take long: it tells its progress under that name, and `cancel` stops it (`cancelled`).
  /** Past questions, of what has been read of the session files so far. */
  questions: (id: string, filter: QuestionFilter) => call<QuestionList>('questions', { id, filter }),
  /** Reads what was appended to the session files. */
  indexQuestions: (id: string, task: string) => call<ReadState>('index_questions', { id, task }),
  /** The four steps of a question. Only `api` and `client` ask anyone, and only those take long. */
  recall: (id: string, ask: RecallAsk, task: string) => call<RecallView>('recall', { id, ask, task }),
  /** What an `api` call would take; nothing is sent. */
  price: (id: string, ask: RecallAsk) => call<Usage>('price', { id, ask }),
  /** A session, question by question, with what it surfaces and leaves out. */
  replay: (id: string, session: string, selector: string) => call<SessionReplay>('replay', { id, session, selector }),
  /** Topics over all past questions; `span` is `day`, `week`, `month` or '' for what suits. */
  coverage: (id: string, span: string, task: string) => call<Coverage>('coverage', { id, span, task }),
  selectors: (id: string) => call<Selectors>('selectors', { id }),
  /** Into the system's keyring; it is never read back into the window. */
  keepKey: (key: string) => call<Selectors>('keep_key', { key }),
  forgetKey: () => call<Selectors>('forget_key'),
  /** The rules held against the installed client. */
  calibrate: (id: string, task: string) => call<Calibration>('calibrate', { id, task }),
  cancel: (task: string) => call<null>('cancel', { task }),

  // ---- runs. One works on a copy, its progress is told under its id, and `cancel` stops it. What it would change waits in the review.
  /** What can be run on a store, and what was. */
  runs: (id: string) => call<Runs>('runs', { id }),
  /** Answers at once: it is at work, or waits for its turn. */
  startRun: (id: string, ask: RunAsk) => call<RunView>('start_run', { id, ask }),
  runView: (id: string, run: string) => call<RunView>('run_view', { id, run }),
  /** What an ended run would make of the store. */
  runReport: (id: string, run: string) => call<RunReport>('run_report', { id, run }),
  /** What it would take, before it begins; nothing is sent. */
  priceRun: (id: string, ask: RunAsk) => call<Usage>('price_run', { id, ask }),
  /** Takes an ended run off the list, and what still waits of it. */
  forgetRun: (id: string, run: string) => call<null>('forget_run', { id, run }),
  /** What the model of a run is told: `extract` or `dream`. */
  instruction: (kind: string) => call<Instruction>('instruction', { kind }),
  /** Null: the one that comes with Memdesk. */
  setInstruction: (kind: string, text: string | null) => call<Instruction>('set_instruction', { kind, text }),
};

/** Files changed on disk. */
export function onChanged(tell: (changed: Changed) => void): Promise<UnlistenFn> {
  return listen<Changed>('changed', (event) => tell(event.payload));
}

/** How far long work is. */
export function onProgress(tell: (progress: Progress) => void): Promise<UnlistenFn> {
  return listen<Progress>('progress', (event) => tell(event.payload));
}

/** A second launch opened a folder in this window. */
export function onOpened(tell: (start: Start) => void): Promise<UnlistenFn> {
  return listen<Start>('opened', (event) => tell(event.payload));
}

/** A second launch asked for a folder that could not be opened. */
export function onFailed(tell: (failure: Failure) => void): Promise<UnlistenFn> {
  return listen<Failure>('failed', (event) => tell(event.payload));
}
