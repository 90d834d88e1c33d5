// 文字。
export const history = {} as const;
