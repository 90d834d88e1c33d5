// 文字。
export const index = {} as const;
