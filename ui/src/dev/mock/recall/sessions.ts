// Made-up sessions of the made-up shop: what was asked in each, and which topics came along. Nothing here is about anyone.
import type { QuestionRow } from '../../../lib/bindings';

const NOW = Date.parse('2026-03-14T09:12:00.000Z');
const DAY = 86_400_000;

type Asked = [text: string, recorded?: string[]];
/** What was asked in a session, and what was surfaced after each question. */
const SESSIONS: Asked[][] = [
  [
    ['Why does the checkout integration test fail on CI and not here?', ['feedback-tests.md', 'project-checkout.md']],
    ['run it against the real database and show me the error', ['feedback-errors.md']],
    ['/compact'],
    ['ok, and does the error name the order id?', ['feedback-errors.md', 'feedback-tests.md']],
    ['commit'],
  ],
  [
    ['对账脚本昨天夜里差了 0.02 元，应该怎么处理？', ['项目-结算.md', '用户-语言.md']],
    ['为什么不能自动确认'],
    ['那 就 按 规则 人工 确认', ['项目-结算.md']],
  ],
  [
    [
      'Plan the next step of the ledger rewrite: we still read balances in the refund path, and the double-entry postings are only written when an order is paid. I would like to see the postings first, then the switch, then the deletion of the balance table; each as its own commit, and nothing merged after the freeze begins.',
      ['project-ledger.md', 'project-freeze.md', 'project-refunds.md'],
    ],
    ['how big may one commit be', ['feedback-commits.md']],
    ['write the migration for postings', ['project-ledger.md', 'feedback-tests.md']],
    ['does the freeze stop us?', ['project-freeze.md']],
  ],
  [
    ['What is on the latency dashboard for the search endpoint?', ['reference-grafana.md', 'project-search.md']],
    ['thanks'],
    ['is there a known pipeline bug about imports?', ['reference-tickets.md', 'project-imports.md']],
  ],
  [
    ['变量名 svc 可以吗？', ['反馈-命名.md']],
    ['把这个函数改名'],
    ['explain the React hook here by analogy to what I know', ['user-role.md']],
  ],
  [
    ['why is the session middleware being replaced', ['project-auth.md', 'project-old-login.md']],
    ['so speed does not matter there?', ['project-auth.md']],
    ['write the token storage tests', ['feedback-tests.md', '~/.claude/agent-memory/security-audit/tokens.md']],
    ['review the diff for secrets'],
  ],
  [['when can I release the web front end today?', ['user-hours.md', 'project-freeze.md']], ['help']],
  [
    ['add a voucher code to the checkout form', ['project-vouchers.md']],
    ['the tax rounding looks wrong, where do we round?', ['feedback-taxes.md']],
    ['summarise what you changed', ['feedback-summaries.md']],
  ],
  [
    ['webhook retries pile up in the queue after a deploy', ['project-queues.md', 'reference-webhooks.md']],
    ['show the metrics for it', ['reference-metrics.md']],
    ['重试 队列 的 上限 是 多少', ['project-queues.md']],
  ],
];

export interface MockQuestion extends QuestionRow {
  /** Milliseconds. */
  at: number;
}

function uuid(session: number, question: number): string {
  const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0');
  return `${hex(0x3f2a91c0 + session * 7919, 8)}-51d7-4c09-9e2b-${hex(0x7a61b0000000 + session * 4096 + question, 12)}`;
}
const gateOf = (text: string): string =>
  text.trim() === ''
    ? 'empty'
    : text.startsWith('/')
      ? 'slash-command'
      : /\s/u.test(text.trim())
        ? 'runs'
        : 'no-white-space';

/** So many sessions, newest first; the same ones come round again with time going back. */
export function sessions(count: number): MockQuestion[] {
  const rows: MockQuestion[] = [];
  for (let session = 0; session < count; session++) {
    const asked = SESSIONS[session % SESSIONS.length] ?? [];
    const start = NOW - session * 1.7 * DAY - (session % 3) * 3_600_000;
    asked.forEach(([text, recorded = []], question) => {
      const at = start - (asked.length - question) * 660_000;
      const gate = gateOf(text);
      rows.push({
        at,
        id: uuid(session, question + 1),
        session: uuid(session, 0),
        time: new Date(at).toISOString(),
        text,
        cut: false,
        found: [],
        gate,
        // Long ago recall was off; now and then the model chose nothing.
        recorded: (gate !== 'runs' || session > 45 || (session * 3 + question) % 7 === 6 ? [] : recorded).map(
          (path) => ({
            path,
            inside: !path.startsWith('~'),
            exists: !path.startsWith('~') && path !== 'project-old-login.md',
            changed: path === 'project-ledger.md' && session > 1,
          }),
        ),
        place: session % 4 === 3 ? '~/code/shop-hotfix' : session % 7 === 6 ? '~/code/shop/web' : null,
        version: session < 20 ? '2.1.332' : '2.1.197',
      });
    });
  }
  return rows.sort((a, b) => b.at - a.at);
}
