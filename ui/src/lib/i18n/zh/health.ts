// 文字。
export const health = {} as const;
