// 文字。
export const topics = {} as const;
