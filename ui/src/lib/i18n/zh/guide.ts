// 使用指南窗口的文字；指南本身来自 Rust。
export const guide = {
  guide: '使用指南',
  guideHere: '这是什么？（指南）',
  guideSections: '指南的各节',
  guideReading: '正在打开指南…',
  guideFailed: '无法打开指南',
} as const;
