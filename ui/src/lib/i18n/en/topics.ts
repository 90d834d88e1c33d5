// Words of the topics pane.
export const topics = {} as const;
