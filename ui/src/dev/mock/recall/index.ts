// The mock desk's recall: past questions, the four steps, a session replayed, coverage, models. Long work takes a while and tells how far it is.
import { emit } from '@tauri-apps/api/event';
import type {
  Agreement,
  Calibration,
  Compared,
  Coverage,
  Failure,
  ModelSettings,
  QuestionFilter,
  QuestionList,
  RecallAsk,
  RecallView,
  Selectors,
  SessionReplay,
  SurfacedStep,
  Usage,
} from '../../../lib/bindings';
import type { Files } from '../data';
import { edited } from '../edits';
import { draft } from '../rules';
import { calibration, coverageOf } from './counted';
import { offeredLines, ranked } from './estimate';
import { sessions, type MockQuestion } from './sessions';

type Args = Record<string, unknown>;
const AGREEMENT: Agreement = { questions: 412, recall_at_5: 0.631, precision: 0.482, f1: 0.497, exact: 0.515 };
const LIMIT = 61_440;
const EMPTY = { same: [], only_recorded: [], only_replayed: [] };
const cancelled = (): Failure => ({ code: 'cancelled', message: 'it was cancelled', hint: null });
/** Numbers come as numbers over the wire, whatever the types say. */
const usage = (some: Record<string, unknown>): Usage => some as unknown as Usage;

export class MockRecall {
  questions: MockQuestion[] = sessions(60);
  /** How many of them have been read so far; null: all. */
  known: number | null = null;
  files = 63;
  /** Milliseconds that each piece of long work takes. */
  pace = 0;
  key: Selectors['api']['key'] = 'environment';
  settings: ModelSettings = {
    provider: 'anthropic',
    base_url: '',
    model: '',
    dollars_per_million: null,
  };
  client: Selectors['client'] = { program: '~/.local/bin/claude', version: '2.1.332', problem: null };
  noKeyring: string | null = null;
  /** What a model answers besides what the estimate picks. */
  invents: string[] = [];
  /** What an asked model fails with. */
  fails: Failure | null = null;
  kept: string[] = [];
  #stopped = new Set<string>();

  constructor(
    private readonly of: (id: string) => Files,
    private readonly indexMode: () => boolean,
  ) {}

  answers(): Record<string, (args: Args) => unknown> {
    return {
      questions: ({ filter }) => this.list(filter as QuestionFilter),
      index_questions: ({ task }) => this.index(task as string),
      recall: ({ id, ask, task }) => this.recall(id as string, ask as RecallAsk, task as string),
      price: () => this.price(true),
      replay: ({ id, session, selector }) => this.replay(id as string, session as string, selector as string),
      coverage: ({ id, span, task }) => this.coverage(id as string, span as string, task as string),
      selectors: () => this.selectors(),
      keep_key: ({ key }) => (this.kept.push(key as string), (this.key = 'keyring'), this.selectors()),
      forget_key: () => ((this.key = 'none'), this.selectors()),
      calibrate: ({ task }) => this.calibrate(task as string),
      cancel: ({ task }) => void this.#stopped.add(task as string),
    };
  }

  /** Long work: `steps` pieces, with progress after each; a cancelled one ends at once. */
  async #long(task: string, what: string, total: number, steps: number): Promise<void> {
    for (let step = 1; step <= steps; step++) {
      if (this.pace > 0) await new Promise((resolve) => setTimeout(resolve, this.pace));
      if (this.#stopped.has(task)) throw cancelled();
      await emit('progress', { task, what, done: Math.round((total * step) / steps), total });
    }
  }

  private list(filter: QuestionFilter): QuestionList {
    const all = this.known === null ? this.questions : this.questions.slice(0, this.known);
    const wanted = filter.search.toLowerCase().split(/\s+/u).filter(Boolean);
    const matching = all.filter((row) => {
      const text = row.text.toLowerCase();
      return (
        wanted.every((word) => text.includes(word)) &&
        (filter.session === null || row.session === filter.session) &&
        (filter.topic === null || row.recorded.some((known) => known.path === filter.topic)) &&
        (filter.from === null || row.time >= filter.from) &&
        (filter.to === null || row.time < filter.to) &&
        (!filter.nothing || row.recorded.length === 0)
      );
    });
    return {
      questions: matching.slice(filter.offset, filter.offset + (filter.limit || 200)).map((row) => ({
        ...row,
        found: wanted.map((word) => [row.text.toLowerCase().indexOf(word), word.length] as [number, number]),
      })),
      matches: matching.length,
      total: all.length,
      sessions: new Set(all.map((row) => row.session)).size,
      read: {
        files: this.files,
        unreadable: this.files > 60 ? [['~/.claude/projects/-home-me-code-shop/9be1….jsonl', 'Permission denied']] : [],
        broken_rows: this.files > 60 ? 3 : 0,
        behind: this.known !== null,
      },
    };
  }
  private async index(task: string): Promise<QuestionList['read']> {
    if (this.known !== null) {
      const steps = 24;
      const each = Math.ceil((this.questions.length - this.known) / steps);
      for (let step = 1; step <= steps; step++) {
        await this.#long(task, 'sessions', 0, 1);
        this.known = Math.min(this.questions.length, this.known + each);
        await emit('progress', { task, what: 'sessions', done: step * 87_500_000, total: steps * 87_500_000 });
      }
      this.known = null;
    }
    return this.list({
      search: '',
      session: null,
      topic: null,
      from: null,
      to: null,
      nothing: false,
      offset: 0,
      limit: 1,
    }).read;
  }

  selectors(): Selectors {
    const provider = this.settings.provider;
    return {
      agreement: AGREEMENT,
      api: {
        settings: this.settings,
        key: provider === 'ollama' ? 'not-needed' : this.key,
        variable: provider === 'openai' ? 'OPENAI_API_KEY' : 'ANTHROPIC_API_KEY',
        no_keyring: this.noKeyring,
      },
      client: this.client,
    };
  }
  private price(before: boolean): Usage {
    return usage({
      model: this.settings.model || 'claude-sonnet-4-5',
      input_tokens: 2870,
      output_tokens: before ? 2560 : 41,
      dollars: before ? 0.047 : 0.0092,
      price: 'listed',
      priced: '2026-03-01',
      estimate: before,
      milliseconds: before ? null : 1840,
    });
  }

  /** What the session of a past question had surfaced before it, by what is recorded. */
  private before(row: MockQuestion): { number: number; of: number; earlier: string[] } {
    const same = this.questions.filter((known) => known.session === row.session).sort((a, b) => a.at - b.at);
    const number = same.indexOf(row) + 1;
    const earlier = same.slice(0, number - 1).flatMap((known) => known.recorded.map((recorded) => recorded.path));
    return { number, of: same.length, earlier: [...new Set(earlier)] };
  }
  private surface(files: Files, picked: readonly string[], earlier: readonly string[]): SurfacedStep {
    const units = (path: string): number => draft(files, path, files.get(path)?.text ?? '').recalled.kept?.length ?? 0;
    const used = earlier.reduce((sum, path) => sum + (files.has(path) ? units(path) : 0), 0);
    const step: SurfacedStep = { files: [], left_out: [], used_before: used, used_after: used, limit: LIMIT };
    for (const path of picked) {
      if (earlier.includes(path)) step.left_out.push([path, 'already-surfaced']);
      else if (step.files.length === 5) step.left_out.push([path, 'over-5']);
      else if (files.has(path)) {
        const { recalled } = draft(files, path, files.get(path)?.text ?? '');
        step.files.push({ path, recalled, units: units(path) });
        step.used_after += units(path);
      }
    }
    return step;
  }
  private compare(row: MockQuestion, surfaced: readonly string[], files: Files, earlier: readonly string[]): Compared {
    const recorded = row.recorded.map((known) => known.path);
    return {
      same: recorded.filter((path) => surfaced.includes(path)),
      only_recorded: row.recorded
        .filter((known) => !surfaced.includes(known.path))
        .map(({ path, inside, exists, changed }) => ({
          path,
          why: !inside
            ? 'elsewhere'
            : !exists
              ? 'gone'
              : earlier.includes(path)
                ? 'already-surfaced'
                : changed
                  ? 'changed-since'
                  : 'not-chosen',
        })),
      only_replayed: surfaced
        .filter((path) => !recorded.includes(path))
        .map((path) => ({
          path,
          why:
            (files.get(path)?.modified ?? '') > row.time
              ? 'new-since'
              : recorded.length
                ? 'chosen-now'
                : 'recall-was-off',
        })),
    };
  }

  private async recall(id: string, ask: RecallAsk, task: string): Promise<RecallView> {
    const files = this.of(id);
    const changed = ask.edit ? edited(files, ask.edit) : files;
    const after = changed instanceof Map ? changed : files;
    const row = this.questions.find((known) => known.id === ask.question) ?? null;
    const place = row ? this.before(row) : { number: 1, of: 1, earlier: ask.surfaced };
    const text = ask.query.trim();
    const gate =
      text === '' ? 'empty' : text.startsWith('/') ? 'slash-command' : /\s/u.test(text) ? 'runs' : 'no-white-space';
    const lines = offeredLines(after);
    const old = offeredLines(files).filter((line) => line.path.startsWith('many/'));
    const view: RecallView = {
      query: ask.query,
      gate: {
        runs: gate === 'runs',
        why: gate,
        index_mode: this.indexMode(),
        agent: /@agent-([\w-]+)/.exec(text)?.[1] ?? null,
      },
      offered: {
        lines: lines.slice(0, 200),
        out: [...lines.slice(200).map((line): [string, string] => [line.path, 'beyond-200'])],
        limit: 200,
        utf16: lines.slice(0, 200).reduce((sum, line) => sum + line.line.length + 1, old.length > 0 ? -1 : 0),
      },
      chosen: null,
      failure: null,
      surfaced: this.surface(after, [], place.earlier),
      past: null,
    };
    if (gate === 'runs') {
      const now = ranked(after, text, view.offered.lines);
      if (ask.selector === 'estimate') {
        const was = ranked(files, text, view.offered.lines);
        view.chosen = {
          selector: 'estimate',
          estimate: true,
          agreement: AGREEMENT,
          ranked: now.map((rank) => {
            const at = was.findIndex((known) => known.path === rank.path);
            return { ...rank, before: ask.edit ? [at < 0 ? was.length : at, was[at]?.score ?? 0] : null };
          }),
          selected: now.filter((rank) => rank.selected).map((rank) => rank.path),
          invented: [],
          raw: null,
          usage: null,
          cached: false,
        };
      } else {
        if (ask.selector !== 'recorded') {
          await this.#long(task, 'model', 0, 4);
          if (this.fails) throw this.fails;
        }
        const picked =
          ask.selector === 'recorded'
            ? (row?.recorded ?? []).filter((known) => known.inside && known.exists).map((known) => known.path)
            : now.slice(0, 3).map((rank) => rank.path);
        view.chosen = {
          selector: ask.selector,
          estimate: false,
          agreement: null,
          ranked: picked.map((path) => ({ path, score: null, selected: true, reasons: [], before: null })),
          selected: picked,
          invented: ask.selector === 'api' ? this.invents : [],
          raw: ask.selector === 'api' ? JSON.stringify({ selected_memories: [...picked, ...this.invents] }) : null,
          usage: ask.selector === 'api' ? this.price(false) : null,
          cached: false,
        };
      }
      view.surfaced = this.surface(after, view.chosen.selected, place.earlier);
    }
    if (row)
      view.past = {
        row,
        number: place.number,
        of: place.of,
        surfaced_before: place.earlier,
        read_before: [],
        compared: this.compare(
          row,
          view.surfaced.files.map((file) => file.path),
          after,
          place.earlier,
        ),
      };
    return view;
  }

  private replay(id: string, session: string, selector: string): SessionReplay {
    const files = this.of(id);
    const rows = this.questions.filter((row) => row.session === session).sort((a, b) => a.at - b.at);
    const earlier: string[] = [];
    let used = 0;
    return {
      session,
      place: rows[0]?.place ?? null,
      version: rows[0]?.version ?? null,
      selector,
      limit: LIMIT,
      questions: rows.map((row) => {
        const runs = row.gate === 'runs';
        const picked = !runs
          ? []
          : selector === 'recorded'
            ? row.recorded.filter((known) => known.exists && known.inside).map((known) => known.path)
            : ranked(files, row.text, offeredLines(files))
                .filter((rank) => rank.selected)
                .map((rank) => rank.path);
        const step = this.surface(files, picked, earlier);
        const surfaced = step.files.map((file) => file.path);
        const compared = runs ? this.compare(row, surfaced, files, earlier) : EMPTY;
        earlier.push(...surfaced);
        used += step.files.reduce((sum, file) => sum + file.units, 0);
        return { row, gate: row.gate, selected: picked, surfaced, left_out: step.left_out, used_after: used, compared };
      }),
    };
  }

  private async coverage(id: string, span: string, task: string): Promise<Coverage> {
    await this.#long(task, 'coverage', this.questions.length, this.pace > 0 ? 20 : 2);
    return coverageOf(this.of(id), this.questions, span, AGREEMENT);
  }
  private async calibrate(task: string): Promise<Calibration> {
    await this.#long(task, 'calibrate', 118, this.pace > 0 ? 30 : 2);
    return calibration();
  }
}
