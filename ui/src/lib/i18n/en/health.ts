// Words of the health pane.
export const health = {} as const;
