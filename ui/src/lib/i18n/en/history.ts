// Words of the history pane.
export const history = {} as const;
