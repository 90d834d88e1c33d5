// Words for what comes over the wire as a kebab-case word. `<family>.unknown` stands for a word that a newer desk may send.
export const wire = {
  // Failure codes
  'failure.unknown': '{message} {hint}',
  'failure.no-such-store': 'This store is no longer known. {message}',
  'failure.no-such-topic': 'There is no such topic any more.',
  'failure.store-missing': 'This store is not on disk any more. {message}',
  'failure.io': 'The disk did not answer as it should: {message} {hint}',
  'failure.ledger': 'The ledger could not be read or written, so nothing was changed: {message} {hint}',
  'failure.no-window': 'No window can be opened here: {message} {hint}',
  'failure.bad-folder': 'This folder cannot be opened: {message} {hint}',
  'failure.bad-url': 'Only http, https and mailto addresses are opened.',
  'failure.fields-locked':
    'The frontmatter is written in a way that a field cannot be changed without touching the rest. Edit the source instead.',

  // Refusals
  'refusal.unknown': 'This was refused. Nothing was changed.',
  'refusal.stale': '{path} has changed on disk in the meantime.',
  'refusal.bad-path': '“{path}” cannot be the name of a topic: {why}.',
  'refusal.outside': '{path} leads out of the store through a link, so it is not written.',
  'refusal.exists': 'There is a file {path} already.',
  'refusal.missing': 'There is no {path} any more.',
  'refusal.no-entry': 'There is no entry at line {line} any more.',
  'refusal.not-text': '{path} cannot be edited here: {why}.',
  'refusal.frontmatter': 'The frontmatter of {path} cannot be changed field by field. Edit the source instead.',
  'refusal.nothing': 'This would change nothing.',
  'refusal.read-only': 'Nothing can be written here: it is open read-only.',

  // Why a path or a file is refused
  'why.unknown': 'it is not possible here',
  'why.empty': 'it is empty',
  'why.absolute': 'it has to be relative to the store',
  'why.dot-dot': 'it must not contain “..”',
  'why.not-markdown': 'it has to end in .md',
  'why.hidden': 'a part of it begins with a dot, so it would not be listed',
  'why.reserved': 'the client keeps this name for itself',
  'why.too-long': 'it is too long',
  'why.control-character': 'it contains a control character',
  'why.not-utf8': 'it is not UTF-8 text',
  'why.too-large': 'it is too large',
  'why.special': 'it is not a regular file',
  'why.unreadable': 'it cannot be read',
  'why.outside': 'it lies outside the store',
  'why.read-only': 'it is open read-only',

  // What was done, told after doing it
  'did.unknown': 'Done',
  'did.create': 'Topic created',
  'did.write': 'Saved',
  'did.fields': 'Fields saved',
  'did.rename': 'Topic renamed',
  'did.delete': 'Topic deleted',
  'did.entry-top': 'Entry moved to the top',
  'did.entry-move': 'Entry moved',
  'did.entry-hook': 'Hook saved',
  'did.entry-remove': 'Entry removed',
  'did.entry-add': 'Entry added',
  'did.restore': 'File restored',

  // What an operation was, in History
  'verb.unknown': 'Changed',
  'verb.create': 'Created a topic',
  'verb.write': 'Edited',
  'verb.fields': 'Changed fields',
  'verb.rename': 'Renamed',
  'verb.delete': 'Deleted',
  'verb.entry-top': 'Moved an entry to the top',
  'verb.entry-move': 'Moved an entry',
  'verb.entry-hook': 'Changed a hook',
  'verb.entry-remove': 'Removed an entry',
  'verb.entry-add': 'Added an entry',
  'verb.restore': 'Restored',
  'verb.undo': 'Undid',
  'verb.redo': 'Redid',
  'verb.observed': 'Changed on disk',
  'verb.first-sight': 'Seen for the first time',

  // Who
  'origin.unknown': 'Unknown',
  'origin.you': 'You',
  'origin.outside': 'Outside',
  'origin.client': 'A session',
  'origin.main-agent': 'Main agent',
  'origin.subagent': 'Subagent',
  'origin.extractor': 'Extractor',
  'origin.dream': 'Dream',

  // Why a topic is not offered to the selector
  'unlisted.unknown': 'Not listed',
  'unlisted.is-index': 'The index itself is not listed',
  'unlisted.not-markdown': 'Only .md files are listed',
  'unlisted.hidden': 'Names that begin with a dot are not listed',
  'unlisted.logs': 'Daily logs are not listed',
  'unlisted.sessions': 'The sessions folder is not listed',
  'unlisted.below-team': 'Of the team folder only the files directly in it are listed',
  'unlisted.beyond-200': 'Only the 200 newest topics are listed',
  'unlisted.unreadable': 'It cannot be read',

  // Types of topics
  'type.unknown': '{type}',
  'type.user': 'User',
  'type.feedback': 'Feedback',
  'type.project': 'Project',
  'type.reference': 'Reference',

  // What happens to a file in a diff
  'change.unknown': 'Changed',
  'change.create': 'New',
  'change.edit': 'Edited',
  'change.delete': 'Deleted',
  'change.rename': 'Renamed',

  // Whether changes on disk are seen
  'watch.unknown': 'not watching',
  'watch.off': 'not watching yet',
  'watch.native': 'watching',
  'watch.polling': 'looking every second',
  'watch.behind': 'catching up',

  // Severities
  'severity.unknown': 'Note',
  'severity.error': 'Error',
  'severity.warning': 'Warning',
  'severity.info': 'Note',
} as const;
