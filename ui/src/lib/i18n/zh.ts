// 简体中文。缺一个键、多一个键都无法通过编译。
import type { Catalogue } from './index.svelte';
import { common } from './zh/common';
import { editor } from './zh/editor';
import { evidence } from './zh/evidence';
import { gate } from './zh/gate';
import { guide } from './zh/guide';
import { health } from './zh/health';
import { history } from './zh/history';
import { index } from './zh/index';
import { pictures } from './zh/pictures';
import { recall } from './zh/recall';
import { report } from './zh/report';
import { review } from './zh/review';
import { runs } from './zh/runs';
import { search } from './zh/search';
import { settings } from './zh/settings';
import { steps } from './zh/steps';
import { topics } from './zh/topics';
import { wire } from './zh/wire';

export const zh: Catalogue = {
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
};
