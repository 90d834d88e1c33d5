// Words of the user guide's window; the guide itself comes from Rust.
export const guide = {
  guide: 'Guide',
  guideHere: 'What is this? (guide)',
  guideSections: 'Sections of the guide',
  guideReading: 'Opening the guide…',
  guideFailed: 'The guide could not be opened',
} as const;
