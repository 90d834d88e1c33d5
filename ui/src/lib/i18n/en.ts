// English: the catalogue that the others are checked against. One file per part of the window, so that each stays readable.
import { common } from './en/common';
import { editor } from './en/editor';
import { evidence } from './en/evidence';
import { gate } from './en/gate';
import { guide } from './en/guide';
import { health } from './en/health';
import { history } from './en/history';
import { index } from './en/index';
import { pictures } from './en/pictures';
import { recall } from './en/recall';
import { report } from './en/report';
import { review } from './en/review';
import { runs } from './en/runs';
import { search } from './en/search';
import { settings } from './en/settings';
import { steps } from './en/steps';
import { topics } from './en/topics';
import { wire } from './en/wire';

export const en = {
  ...common,
  ...wire,
  ...index,
  ...topics,
  ...editor,
  ...health,
  ...evidence,
  ...gate,
  ...guide,
  ...history,
  ...pictures,
  ...recall,
  ...report,
  ...review,
  ...runs,
  ...search,
  ...settings,
  ...steps,
} as const;
