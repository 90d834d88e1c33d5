// A stand-in for Rust, for working on the window in a browser and for tests. Never part of the built window.
import { mockIPC } from '@tauri-apps/api/mocks';
import { Desk } from './desk';
import { beingRead, invents, long, manyQuestions, noKey, noQuestions, noSessions } from './recall/scenes';
import { active, firstSight, mixed, queued } from './proposals';
import { barred, dreamt, pastRuns, runAtWork, runFails, runFindsNothing } from './runs/scenes';
import { crowd, odd, past } from './scenes';
import { otherStores } from './stores';

/** Situations to look at in a browser: `?scene=none`. */
const SCENES: Record<string, (desk: Desk) => void> = {
  none: (desk) => {
    desk.files.clear();
    desk.empty = true;
    desk.others = [];
    desk.open = null;
  },
  missing: (desk) => {
    desk.files.clear();
    desk.noMemory = true;
  },
  recall: (desk) => void (desk.recallMode = true),
  sample: (desk) => void (desk.sample = true),
  many: (desk) => void (desk.others = otherStores(1000)),
  huge: (desk) => desk.huge(),
  review: mixed,
  first: firstSight,
  queue: (desk) => queued(desk),
  active,
  odd,
  crowd: (desk) => crowd(desk),
  past: (desk) => void past(desk),
  questions: manyQuestions,
  'questions-none': (desk) => noSessions(desk),
  'questions-elsewhere': (desk) => noSessions(desk, true),
  'questions-untyped': noQuestions,
  'questions-reading': beingRead,
  'model-no-key': noKey,
  'model-invents': invents,
  'recall-long': long,
  runs: pastRuns,
  'runs-at-work': runAtWork,
  'runs-none': (desk) => noSessions(desk),
  'runs-dreamt': dreamt,
  'runs-barred': barred,
  'runs-fails': runFails,
  'runs-nothing': runFindsNothing,
  slow: (desk) => void (desk.delay = 900),
};

/** Answers every command from a desk in memory; returns the desk, so that a test can change its files. */
export function install(desk = new Desk()): Desk {
  SCENES[new URLSearchParams(location.search).get('scene') ?? '']?.(desk);
  // Within reach of whoever drives the browser: `desk.write(…)` is another program writing.
  Object.assign(globalThis, { desk });
  mockIPC((command, args) => desk.answer(command, (args ?? {}) as Record<string, unknown>), { shouldMockEvents: true });
  return desk;
}
