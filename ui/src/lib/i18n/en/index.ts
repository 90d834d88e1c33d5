// Words of the index pane.
export const index = {} as const;
