// What holds before a person has chosen anything. Separate because the state module only keeps what they chose.
import type { Preferences } from './bindings';

export const NO_PREFERENCES: Preferences = {
  language: null,
  theme: null,
  pane: null,
  store: null,
  side_by_side: false,
  notifications: true,
};
