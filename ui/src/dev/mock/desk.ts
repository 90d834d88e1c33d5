// The mock desk: stores in memory, every command answered, every change announced.
import { emit } from '@tauri-apps/api/event';
import type {
  ChangeView,
  Edit,
  Failure,
  Finding,
  GateMode,
  IndexView,
  OperationView,
  Outcome,
  Preferences,
  Preview,
  ReviewTake,
  SearchQuery,
  SettingValue,
  Start,
  StoreSummary,
  TopicRow,
} from '../../lib/bindings';
import { CONTEXT, shopFiles, type File, type Files } from './data';
import { changes } from './diff';
import { edited } from './edits';
import { guide } from './guide';
import { evidence } from './evidence';
import { growth, links } from './pictures';
import { MockGate } from './gate';
import { MockRecall } from './recall';
import { MockRuns } from './runs';
import { blame, reviewOf, turns } from './proposals';
import type { Review } from './review';
import { MockSettings } from './settings';
import { draft, indexView, isTopic, problemsOf, topicRow } from './rules';
import { search } from './search';
import { otherStores } from './stores';
import { NO_PREFERENCES } from '../../lib/preferences';

interface Operation {
  view: OperationView;
  before: Files;
  after: Files;
}
type Args = Record<string, unknown>;

export class Desk {
  /** Files of each store that has any; others are empty. */
  files = new Map<string, Files>([['shop', shopFiles()]]);
  open: string | null = 'shop';
  sample = false;
  /** There is no store at all. */
  empty = false;
  noMemory = false;
  recallMode = false;
  /** A session file told the client's version. */
  clientSeen = true;
  recall = new MockRecall(
    (id) => this.of(id),
    () => !this.recallMode,
  );
  others: StoreSummary[] = otherStores();
  preferences: Preferences = NO_PREFERENCES;
  /** What is to be reviewed of the shop. */
  review: Review = reviewOf(this);
  runs = new MockRuns(this);
  gate = new MockGate();
  readOnly = false;
  settings = new MockSettings(
    () => this.preferences,
    () => this.stores(),
  );
  operations: Operation[] = [];
  undone: Operation[] = [];
  /** What rows say that their text does not. */
  over = new Map<string, Partial<TopicRow>>();
  oddities: [string, string][] = [];
  /** Milliseconds that every answer takes. */
  delay = 0;
  /** Commands asked, for tests. */
  asked: string[] = [];

  constructor() {
    this.settings.changed = (key, value) => this.follow(key, value);
  }

  async answer(command: string, args: Args): Promise<unknown> {
    this.asked.push(command);
    if (this.delay) await new Promise((resolve) => setTimeout(resolve, this.delay));
    const recall = this.recall.answers();
    const answers: Record<string, (args: Args) => unknown> = {
      ...recall,
      ...this.runs.answers(),
      cancel: (args) => (this.runs.cancel(args.task as string), recall.cancel?.(args)),
      start: () => this.start(),
      stores: () => ({ stores: this.stores(), watch: { kind: 'native' } }),
      open_store: ({ id }) => ((this.open = id as string), this.start()),
      pick_folder: () => null,
      open_sample: () => ((this.sample = true), (this.noMemory = false), (this.open = 'shop'), this.start()),
      leave_sample: () => ((this.sample = false), this.start()),
      index: ({ id }) => this.index(id as string),
      index_draft: ({ id, text }) => indexView(this.of(id as string), text as string, this.recallMode),
      growth: ({ id }) => growth(this.index(id as string)),
      links: ({ id }) => links(this.of(id as string), this.index(id as string)),
      topics: ({ id }) => this.topics(id as string),
      topic: ({ id, path }) => this.topic(id as string, path as string),
      draft: ({ id, path, text }) => draft(this.of(id as string), path as string, text as string),
      combined: ({ id, path, into }) => {
        const text = (one: unknown): string => this.of(id as string).get(one as string)?.text ?? '';
        return {
          base: text(path),
          into_base: text(into),
          text: `${text(into)}\n${text(path).replace(/^---[^]*?\n---\n/, '')}`,
        };
      },
      draft_fields: ({ id, path, text, name, description, topicType }) => {
        const made = edited(
          new Map([
            ...this.of(id as string),
            [path as string, { text: text as string, modified: '', reviewed: true, origin: 'you' }],
          ]),
          {
            kind: 'fields',
            path: path as string,
            base: null,
            name: name as string | null,
            description: description as string | null,
            topic_type: topicType as string | null,
          },
        );
        return made instanceof Map ? made.get(path as string)?.text : text;
      },
      preview: ({ id, edit }) => this.preview(id as string, edit as Edit),
      apply: ({ id, edit }) => this.apply(id as string, edit as Edit),
      undo: ({ id }) => this.travel(id as string, this.operations, this.undone, 'undo'),
      redo: ({ id }) => this.travel(id as string, this.undone, this.operations, 'redo'),
      history: ({ path }) => ({
        operations: [
          ...this.operations.map((op) => op.view),
          ...this.undone.toReversed().map((op) => ({ ...op.view, undone: true })),
        ]
          .filter((view) => path === null || view.paths.includes(path as string))
          .toReversed(),
        undo: this.operations.at(-1)?.view.id ?? null,
        redo: this.undone.at(-1)?.view.id ?? null,
        more: false,
      }),
      operation: ({ operation }) => {
        const op = [...this.operations, ...this.undone].find((known) => known.view.id === operation);
        return op && { operation: op.view, changes: changes(op.before, op.after) };
      },
      file_then: ({ id, operation, path }) => {
        const text =
          [...this.operations, ...this.undone].find((known) => known.view.id === operation)?.after.get(path as string)
            ?.text ?? null;
        const current = this.of(id as string).get(path as string)?.text === text;
        return { text, current, restore: current ? null : { kind: 'restore', path, content: text } };
      },
      search: ({ id, query }) => search(this, id as string | null, query as SearchQuery),
      problems: ({ id }) => ({ problems: problemsOf(this.of(id as string), this.index(id as string)) }),
      context: () => CONTEXT,
      remember_pane: ({ pane }) => void (this.preferences = { ...this.preferences, pane: pane as string }),
      ...this.settings.answers(),
      use_root: () => this.start(),
      open_link: () => undefined,
      badge: () => undefined,
      guide: ({ language }) => guide(language as string),
      accept: () => undefined,
      review: ({ id }) =>
        id === 'shop' ? this.review.queue() : { proposals: [], files: 0, first_sight: false, active: null },
      review_texts: ({ proposal, path }) => this.review.texts(proposal as string, path as string),
      take: ({ takes }) => this.review.take(takes as ReviewTake[]),
      take_edited: ({ take, text }) => this.review.take([take as ReviewTake], text as string),
      refuse: ({ takes, evenIfActive }) => this.review.refuse(takes as ReviewTake[], evenIfActive as boolean),
      undo_review: ({ undo }) => this.review.undo(undo as string),
      conversation: ({ session }) => turns(session as string),
      survey: ({ id }) => {
        const texts = [...this.of(id as string)].map(([path, file]) => evidence(path, file.text));
        const memories = texts.map((one) => ({
          ...one,
          claims: one.claims.filter((claim) => ['not-found', 'goes-stale'].includes(claim.verdict.kind)),
          attributions: one.attributions.filter((said) => said.support === 'not-found'),
        }));
        const stands = memories.filter((one) => one.claims.length + one.attributions.length + one.aimed.length > 0);
        return { memories: stands, checked: texts.length, more: 0, looked: texts[0]?.looked };
      },
      evidence: ({ id, path, text }) =>
        evidence(path as string, (text as string | null) ?? this.of(id as string).get(path as string)?.text ?? ''),
      ...this.gate.answers(),
      blame: ({ path }) => blame(this, path as string),
      painted: () => undefined,
      manifest: ({ id }) =>
        [...this.of(id as string).keys()]
          .filter(isTopic)
          .map((path) => `- ${path}`)
          .join('\n'),
    };
    const found = answers[command];
    if (!found) throw { code: 'unknown', message: `no command ${command}`, hint: null } satisfies Failure;
    return structuredClone(await found(args));
  }

  of(id: string): Files {
    return this.files.get(id) ?? new Map();
  }
  index(id: string) {
    return indexView(this.of(id), this.of(id).get('MEMORY.md')?.text ?? null, this.recallMode);
  }
  private row(files: Files, path: string, file: File, view: IndexView): TopicRow {
    return { ...topicRow(files, path, file, view), ...this.over.get(path) };
  }
  private topics(id: string) {
    const [files, view] = [this.of(id), this.index(id)];
    const rows = [...files].filter(([path]) => isTopic(path)).map(([path, file]) => this.row(files, path, file, view));
    return { topics: rows.sort((a, b) => b.modified.localeCompare(a.modified)), oddities: this.oddities };
  }
  private topic(id: string, path: string) {
    const files = this.of(id);
    const file = files.get(path);
    if (!file)
      throw { code: 'no-such-topic', message: `there is no topic ${path} in this store`, hint: null } satisfies Failure;
    const view = this.index(id);
    const row = this.row(files, path, file, view);
    const not_editable =
      row.link === 'outside'
        ? 'outside'
        : row.content === 'head'
          ? 'too-large'
          : row.content === 'whole'
            ? null
            : row.content;
    return {
      row,
      source: file.text,
      editable: not_editable === null,
      not_editable,
      draft: draft(files, path, file.text),
      origin_session: file.origin === 'client' ? 'c0ffee00-0000-4000-8000-000000000000' : null,
      stamped: null,
      entries: view.entries.filter((entry) => entry.path === path).map((entry) => entry.line),
      backlinks: [...files]
        .filter(([, other]) => other.text.includes(`[[${path.replace(/\.md$/, '')}]]`))
        .map(([other]) => other),
      link_target: row.link ? '~/elsewhere/text.md' : null,
    };
  }
  summary(): StoreSummary {
    const view = this.index('shop');
    return {
      id: 'shop',
      scope: 'project',
      name: 'shop',
      place: '~/.claude/projects/-home-me-code-shop/memory',
      project: '~/code/shop',
      slug: '-home-me-code-shop',
      state: this.noMemory ? { kind: 'missing' } : { kind: 'here' },
      current: true,
      topics: [...this.of('shop').keys()].filter(isTopic).length,
      bytes: 61_440,
      meter: view.meter,
      unreviewed: this.review.files,
      problems: problemsOf(this.of('shop'), view).filter((problem) => problem.severity !== 'info').length,
      modified: '2026-03-14T08:30:00.000Z',
      collision: [],
    };
  }
  stores(): StoreSummary[] {
    return this.empty ? [] : [this.summary(), ...this.others];
  }
  start(): Start {
    const store = this.stores().find((known) => known.id === this.open) ?? null;
    return {
      version: '0.1.0',
      preferences: this.preferences,
      client: {
        version: this.clientSeen ? '2.1.332' : null,
        profile: '2.1.332',
        root: '~/.claude',
        recall_mode: this.recallMode,
        memory_off: null,
      },
      store,
      index: store && store.state.kind === 'here' ? this.index(store.id) : null,
      folder: '~/code/shop',
      no_memory: this.noMemory,
      sample: this.sample,
      read_only: this.readOnly,
    };
  }

  /** What the settings say shows where it counts. */
  private follow(key: string, value: SettingValue | null): void {
    const [section, name] = key.split('.');
    const wish = value === 'system' ? null : value;
    if (section === 'window' && name) this.preferences = { ...this.preferences, [name]: wish };
    if (section === 'models' && name)
      this.recall.settings = { ...this.recall.settings, [name]: value ?? (name === 'provider' ? 'anthropic' : '') };
    if (key === 'gate.mode') this.gate.status = { ...this.gate.status, mode: (value ?? 'watch') as GateMode };
  }

  private preview(id: string, edit: Edit) {
    const [before, after] = [this.of(id), edited(this.of(id), edit)];
    if (!(after instanceof Map)) return { kind: 'refused', refusal: after };
    const see = (files: Files): IndexView => indexView(files, files.get('MEMORY.md')?.text ?? null);
    const [now, then] = [see(before), see(after)];
    const [was, is] = [problemsOf(before, now), problemsOf(after, then)];
    const key = (p: { code: string; path: string; args: object }): string => JSON.stringify([p.code, p.path, p.args]);
    const loaded = (view: IndexView): number => view.entries.filter((entry) => entry.state === 'loaded').length;
    const preview: Preview = {
      changes: changes(before, after),
      before: now.meter,
      after: then.meter,
      loaded_entries: [loaded(now), loaded(then)],
      mended: was.filter((p) => !is.some((q) => key(q) === key(p))),
      caused: is.filter((p) => !was.some((q) => key(q) === key(p))),
      lost: [],
    };
    return { kind: 'preview', preview, edit };
  }
  private apply(id: string, edit: Edit): Outcome {
    const before = this.of(id);
    const after = edited(before, edit);
    if (!(after instanceof Map)) return { kind: 'refused', refusal: after };
    const paths = changes(before, after).map((change: ChangeView) => change.path);
    const view: OperationView = {
      id: `op${this.operations.length + 1}`,
      verb: edit.kind,
      origin: 'you',
      time: new Date().toISOString(),
      paths,
      undone: false,
      of: null,
    };
    this.operations.push({ view, before, after });
    this.undone = [];
    this.files.set(id, after);
    return {
      kind: 'applied',
      operation: view.id,
      paths,
      show:
        edit.kind === 'rename'
          ? edit.to
          : edit.kind === 'merge-into'
            ? edit.into
            : edit.kind === 'create'
              ? edit.path
              : null,
    };
  }
  private travel(id: string, from: Operation[], to: Operation[], verb: 'undo' | 'redo'): Outcome {
    const op = from.pop();
    if (!op) return { kind: 'refused', refusal: { kind: 'nothing' } };
    to.push(op);
    this.files.set(id, verb === 'undo' ? op.before : op.after);
    return { kind: 'applied', operation: `${verb}-${op.view.id}`, paths: op.view.paths, show: null };
  }

  /** An index of 100,000 lines, and a comment of 300. */
  huge(): void {
    const files = new Map(this.of('shop'));
    const lines = Array.from({ length: 2500 }, (_, at) => `- line ${at + 1} of far too many`);
    const comment = ['<!--', ...Array.from({ length: 300 }, (_, at) => `said before ${at}`), '-->'];
    files.set('MEMORY.md', {
      text: [...comment, ...lines].join('\n'),
      modified: '2026-03-14T08:30:00.000Z',
      reviewed: true,
      origin: 'you',
    });
    this.files.set('shop', files);
  }

  /** Another program writes a file. */
  async write(id: string, path: string, text: string): Promise<void> {
    const files = new Map(this.of(id));
    files.set(path, { text, modified: new Date().toISOString(), reviewed: false, origin: 'outside' });
    this.files.set(id, files);
    await emit('changed', { stores: [id], list: false, settings: false, watch: { kind: 'native' } });
  }
  /** A person, or another program, writes the settings file. */
  async writeSettings(said: Record<string, SettingValue>, findings: Finding[] = []): Promise<void> {
    this.settings.said = new Map(Object.entries(said));
    this.settings.findings = findings;
    for (const [key, value] of Object.entries(said)) this.follow(key, value);
    await emit('changed', { stores: [], list: false, settings: true, watch: { kind: 'native' } });
  }
}
