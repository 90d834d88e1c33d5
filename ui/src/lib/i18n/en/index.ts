// Words of the Index pane.
export const index = {
  'view.label': 'How to look at the index',
  'view.lines': 'Lines',
  'view.loaded': 'As loaded',
  'view.source': 'Source',
  'view.growth': 'Growth',
  'load.lines': '{used} / {limit} lines',
  'load.chars': '{used} / {limit} characters',
  'load.linesName': 'Lines that count',
  'load.charsName': 'Characters that count',
  'load.entries': '{loaded} of {all} entries loaded',
  'load.projected': 'as typed',
  indexFile: 'Lines of MEMORY.md',
  lineOf: 'line {line}',
  sidePanel: 'Show or hide what stands beside the index',

  // What becomes of a line
  'why-stripped.unknown': 'stripped',
  'why-stripped.frontmatter': 'frontmatter, not loaded',
  'why-stripped.comment': 'comment, not loaded',
  'why-stripped.trimmed': 'blank at the edge, not loaded',
  'why-stripped.invisible': 'invisible only, not loaded',
  'why-stripped.bom': 'byte order mark, not loaded',
  'why-stripped.limit': 'beyond the limit, not loaded',
  stripped: 'not loaded',
  fold: { one: '{n} more line, {why}', other: '{n} more lines, {why}' },
  lost: 'cut, not loaded',
  danglingMark: 'no such topic',
  outsideMark: 'outside the store',

  // The cut
  'cut.head': 'Loading ends here.',
  'cut.lines': 'The limit of {limit} lines is reached.',
  'cut.chars': 'The limit of {limit} characters is reached.',
  'cut.both': 'The other limit is exceeded as well.',
  'cut.lostLines': { one: '{n} line', other: '{n} lines' },
  'cut.lostEntries': { one: '{n} entry', other: '{n} entries' },
  'cut.lostChars': { one: '{n} character', other: '{n} characters' },
  'cut.lost': '{lines}, {entries} and {chars} below do not reach the client.',
  'cut.inside':
    'Line {line} alone is over the limit of {limit} characters, so it is cut inside. {entries} and {chars} are lost.',
  'cut.go': 'Go to the cut',
  'cut.moreLines': { one: 'Show {n} more line', other: 'Show {n} more lines' },
  'cut.notSent': {
    one: '{n} further line of the file is not shown here.',
    other: '{n} further lines of the file are not shown here.',
  },

  // What can be done with an entry
  entryActions: 'What can be done with “{title}”',
  'entry.open': 'Open topic',
  'entry.top': 'Move to top',
  'entry.up': 'Move up',
  'entry.down': 'Move down',
  'entry.hook': 'Edit hook',
  'entry.remove': 'Remove entry',
  hookOf: 'Hook of “{title}”',
  hookSave: 'Save hook',
  hookLength: '{n}/{limit}',

  // Beside it
  beside: 'Beside the index',
  orphans: 'Topics without an entry',
  addMissing: 'Add missing entry',
  addMissingFor: 'Add missing entry for {name}',
  addAllMissing: { one: 'Add {n} missing entry', other: 'Add all {n} missing entries' },
  dangling: 'Entries that lead nowhere',
  danglingLine: 'line {line}',
  context: 'Loads beside it',
  contextWhat: 'Instruction files the client also loads. Only to read.',
  contextNone: 'No CLAUDE.md or rules load beside this store.',
  'context-scope.unknown': 'file',
  'context-scope.managed': 'managed',
  'context-scope.user': 'user',
  'context-scope.user-rule': 'user rule',
  'context-scope.project': 'project',
  'context-scope.project-rule': 'project rule',
  'context-scope.local': 'local',
  readingContext: 'Reading what loads beside the index…',
  readingIndex: 'Reading the index…',
  indexFailed: 'The index could not be read',

  // As loaded
  loadedText: 'The literal text that the client gets',
  loadedSize: { one: '{n} character', other: '{n} characters' },
  loadedNothing: 'The client gets nothing of this index.',

  // Source
  sourceLabel: 'Source of MEMORY.md',
  sourceSave: 'Save…',
  sourceRevert: 'Discard changes',
  sourceChanged: 'Changed, not saved',
  sourceSame: 'As on disk',
  sourceDiskChanged: 'The file has changed on disk; saving merges both.',

  // States
  recallBanner:
    'Recall mode: the client does not load this index at all. For each question a selector picks from the topics.',
  'noIndex.title': 'There is no MEMORY.md',
  'noIndex.text':
    'The client would load it at the start of every session: one line for each topic. Without it, topics are there but nothing points to them.',
  'noIndex.session': 'A store of this kind has no index.',
  'noIndex.start': 'Start an index',
  'emptyIndex.title': 'MEMORY.md is empty',
  'emptyIndex.text': 'Nothing is loaded at the start of a session.',
  nothingLoaded: 'Everything in this file is stripped, so nothing of it is loaded.',
  tooLarge: 'The file is too large to be edited here; it is shown some way beyond the cut.',
} as const;
