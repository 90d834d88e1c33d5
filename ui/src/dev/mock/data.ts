// Made-up memory of a made-up shop: enough of everything that the window has to show. Nothing here is about anyone.

export interface File {
  text: string;
  /** ISO time of the last change. */
  modified: string;
  reviewed: boolean;
  origin: string;
}
export type Files = Map<string, File>;

const NOW = Date.parse('2026-03-14T09:30:00.000Z');
const DAY = 86_400_000;

type Seed = [path: string, type: string, title: string, description: string, hook: string];
const SEEDS: Seed[] = [
  [
    'user-role.md',
    'user',
    'Works on payments',
    'Backend engineer, owns the payment service, new to the web front end',
    'backend engineer, explain React by analogy to server code',
  ],
  [
    'user-hours.md',
    'user',
    'Working hours',
    'Works from 08:00 to 16:00 Berlin time; releases only before noon',
    'no releases after 12:00 Berlin time',
  ],
  [
    '用户-语言.md',
    'user',
    '回答用中文',
    '讨论设计时用中文回答，代码和提交说明保持英文',
    '讨论用中文，代码与提交说明用英文',
  ],
  [
    'feedback-tests.md',
    'feedback',
    'Tests hit a real database',
    'Integration tests run against a real PostgreSQL, never a mock: a mocked migration test passed while production broke',
    'real PostgreSQL in integration tests, no mocks',
  ],
  [
    'feedback-summaries.md',
    'feedback',
    'No closing summaries',
    'Stop after the change; no paragraph that repeats the diff',
    'do not repeat the diff in prose',
  ],
  [
    'feedback-commits.md',
    'feedback',
    'Small commits',
    'One idea a commit, imperative subject, no emoji',
    'one idea a commit',
  ],
  [
    'feedback-errors.md',
    'feedback',
    'Errors carry the order id',
    'Every error in checkout names the order id and the step',
    'name the order id in every error',
  ],
  ['反馈-命名.md', 'feedback', '命名不用缩写', '变量和函数名写全称，不用 mgr、svc 之类的缩写', '名字写全称，不用缩写'],
  [
    'project-freeze.md',
    'project',
    'Merge freeze',
    'Merges to main are frozen from 2026-03-20 until the mobile release is cut',
    'freeze from 2026-03-20',
  ],
  [
    'project-ledger.md',
    'project',
    'Ledger rewrite',
    'The double-entry ledger replaces the balance table by the end of April 2026',
    'double-entry ledger replaces balances by end of April',
  ],
  [
    'project-auth.md',
    'project',
    'Auth rewrite',
    'The session middleware is being replaced because of how tokens are stored, not for speed',
    'driven by token storage, not by speed',
  ],
  [
    '项目-结算.md',
    'project',
    '结算对账',
    '每日 02:00 与银行对账，差额超过 0.01 元必须人工确认',
    '差额超过 0.01 元须人工确认',
  ],
  [
    'reference-grafana.md',
    'reference',
    'Latency dashboard',
    'grafana.internal/d/api-latency is what on-call watches',
    'check it when touching request paths',
  ],
  [
    'reference-tickets.md',
    'reference',
    'Pipeline bugs',
    'Pipeline bugs are tracked in the tracker project INGEST',
    'tracker project INGEST',
  ],
];
const SUBJECTS =
  'checkout,refunds,invoices,search,catalog,shipping,taxes,vouchers,emails,exports,imports,webhooks,queues,caching,images,reviews,wishlists,returns,stock,pricing,carts,logins,roles,audits,backups,metrics,alerts'.split(
    ',',
  );
for (const [at, subject] of SUBJECTS.entries()) {
  const type = ['project', 'reference', 'feedback', 'project'][at % 4] ?? 'project';
  SEEDS.push([
    `${type}-${subject}.md`,
    type,
    `${subject.charAt(0).toUpperCase()}${subject.slice(1)} decisions`,
    `What was decided about ${subject} and why; open questions at the end`,
    `how ${subject} works and what not to change`,
  ]);
}

function body([path, type, title, description]: Seed, at: number): string {
  const long =
    at === 9
      ? Array.from({ length: 230 }, (_, n) => `- ${n + 1}. A posting has two legs that sum to zero.`).join('\n')
      : '';
  const extra = at === 11 ? '\nSee [[no-such-topic]].\n' : at % 5 === 0 ? '\nRelated: [[feedback-tests]].\n' : '';
  const name = path.replace(/\.md$/, '');
  const typeLine = at === 30 ? 'type: idea\n' : at === 31 ? '' : `type: ${type}\n`;
  return `---\nname: ${name}\ndescription: ${description}\n${typeLine}---\n# ${title}\n\n${description}.\n\n**Why:** it went wrong once.\n\n**How to apply:** look here before changing it.\n${long}${extra}`;
}

const ORIGINS = ['extractor', 'you', 'main-agent', 'client', 'dream', 'subagent', 'outside'];
export function shopFiles(): Files {
  const files: Files = new Map();
  SEEDS.forEach((seed, at) =>
    files.set(seed[0], {
      text: body(seed, at),
      modified: new Date(NOW - at * at * 0.11 * DAY - 3_600_000).toISOString(),
      reviewed: at > 2,
      origin: ORIGINS[at % ORIGINS.length] ?? 'outside',
    }),
  );
  files.set('MEMORY.md', {
    text: indexText(),
    modified: new Date(NOW - 7_200_000).toISOString(),
    reviewed: true,
    origin: 'extractor',
  });
  return files;
}

/** Topics that no entry leads to. */
const ORPHANS = new Set(['project-audits.md', '反馈-命名.md']);
const HEADINGS: Record<string, string> = {
  user: 'Who',
  feedback: 'How to work',
  project: 'What is going on',
  reference: 'Where things are',
};

function indexText(): string {
  const lines = [
    '---',
    'owner: shop',
    '---',
    '# Memory',
    '',
    '<!-- One line a memory.',
    'Keep the hook under 150 characters. -->',
    '',
  ];
  for (const [type, heading] of Object.entries(HEADINGS)) {
    lines.push(`## ${heading}`, '');
    for (const [path, , title, , hook] of SEEDS.filter((seed) => seed[1] === type && !ORPHANS.has(seed[0]))) {
      lines.push(`- [${title}](${path}) — ${hook}`);
      if (title.endsWith('decisions'))
        lines.push(
          '  - decided with the team, written down the same day',
          `  - ask before changing; see \`docs/${path}\``,
          '  - the open questions are at the end of the topic',
          '',
        );
      else if (type !== 'user') lines.push('  - still true when last looked at', '');
    }
    lines.push('');
  }
  lines.splice(46, 0, '- [Old queue](project-old-queue.md) — replaced by the new one', '');
  lines.push(
    '## Notes',
    '',
    ...Array.from({ length: 30 }, (_, n) => `- note ${n + 1}: keep the index short`),
    '- [Late decision](project-freeze.md) — the freeze may be longer',
    '',
  );
  return lines.join('\n');
}

export const CONTEXT = [
  {
    number: 0,
    place: '~/.claude/CLAUDE.md',
    scope: 'user',
    bytes: 412,
    text: '# Everywhere\n\n- Answer briefly.\n- Metric units.\n',
  },
  {
    number: 1,
    place: '~/code/shop/CLAUDE.md',
    scope: 'project',
    bytes: 2380,
    text: '# Shop\n\nRun `make check` before every commit.\n\n## Layout\n\n- `api/` the service\n- `web/` the front end\n',
  },
  { number: 2, place: '~/code/shop/CLAUDE.local.md', scope: 'local', bytes: 96, text: 'My sandbox is on port 8123.\n' },
];
