import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkDocs, tooFew } from '../src/check.ts'
import { openCheckout } from '../src/checkout.ts'
import { readRules } from '../src/rules.ts'
import { showRule } from '../src/show-rules.ts'

// Put together here, so that the check of this repository does not take them for citations.
const KNOWN = `D-${'90'}`
const UNKNOWN = `D-${'91'}`
const SECTION = `Spec ${'§'}3.2`

const rule = [
  '# Jobs',
  '',
  `## ${KNOWN}`,
  '**A job closes once.**',
  '- Code: `services/jobs/src/close.ts` (`close`).',
  '- Tests: `services/jobs/test/close.test.ts`',
]

const files: Record<string, string[]> = {
  'README.md': [
    'Rules: [jobs](docs/rules/jobs.md#d-90). Code: `services/{jobs,search}/src/*.ts`, `packages/<name>`.',
  ],
  'docs/rules/jobs.md': rule,
  'packages/db/src/db.ts': ['export const openDb = 1'],
  'services/jobs/src/close.ts': [`// ${KNOWN}`, 'export function close() {}'],
  'services/search/src/find.ts': ['export function find() {}'],
  'services/jobs/test/close.test.ts': [
    "test('204: a second close changes nothing', () => {})",
    "test.each([1])('closes %s', () => {})",
  ],
  'e2e/whole.test.ts': [`describe('all', () => { test(\`a job ends in \${seconds} s\`, () => {}) })`],
}

/** The breaches of the tree above with these files replaced (or removed, when empty). */
function breachesOf(changed: Record<string, string[]> = {}): string[] {
  const root = mkdtempSync(join(tmpdir(), 'jobboard-docs-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const merged: Record<string, string[]> = { ...files, ...changed }
  const linked = Object.keys(merged).filter((file) => file.endsWith('.md') && !file.includes('unlinked'))
  merged['README.md'] = [...files['README.md']!, ...linked.map((file) => `[a document](${file})`)]
  const tree = Object.entries(merged).filter(([, lines]) => lines.length > 0)
  for (const [file, lines] of tree) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), lines.join('\n'))
  }
  return checkDocs(
    openCheckout(
      root,
      tree.map(([file]) => file),
    ),
  ).breaches
}

test('documents whose rules, paths and names exist have no breach', () => {
  expect(breachesOf()).toEqual([])
})

test.each([
  [
    'code cites a rule that is not defined',
    { 'packages/db/src/db.ts': ['', `// ${UNKNOWN}: why`] },
    `packages/db/src/db.ts:2: ${UNKNOWN} is not defined in docs/rules; nearest: ${KNOWN}`,
  ],
  [
    'a test cites a section that is not defined',
    { 'e2e/whole.test.ts': [`test('a job ends (${SECTION})', () => {})`] },
    `e2e/whole.test.ts:1: ${SECTION} is not defined in docs/rules; nearest: none`,
  ],
  [
    'a document cites a rule that is not defined',
    { 'docs/a.md': [`See ${UNKNOWN}.`] },
    `docs/a.md:1: ${UNKNOWN} is not defined in docs/rules; nearest: ${KNOWN}`,
  ],
  [
    'a rule is defined twice',
    { 'docs/rules/more.md': [`## ${KNOWN}`, 'Not built yet.'] },
    `docs/rules/more.md:1: ${KNOWN} is defined twice; first in docs/rules/jobs.md:3`,
  ],
  [
    'a line of a document breaks a sentence',
    {
      'docs/a.md': ['A job closes', 'once. It stays', '- closed', '```', 'a', 'b', '```', 'and', '| seen |'],
    },
    'docs/a.md:1: join it with the next line',
  ],
  [
    'no test cites a rule, and it gives no reason',
    { 'docs/rules/more.md': [`## ${UNKNOWN}`, 'It holds.'] },
    `docs/rules/more.md:1: no test cites ${UNKNOWN}`,
  ],
  [
    'a path in backticks does not exist',
    { 'docs/a.md': ['', 'See `services/jobs/src/closes.ts`.'] },
    'docs/a.md:2: services/jobs/src/closes.ts does not exist; nearest: services/jobs/src/close.ts',
  ],
  [
    'a path that is not from the root does not exist',
    { 'docs/a.md': ['See `src/close.ts:7`.'] },
    'docs/a.md:1: src/close.ts does not exist; nearest: services/jobs/src/close.ts',
  ],
  [
    'one of several paths does not exist',
    { 'docs/a.md': ['See `services/{jobs,webhook}/src`.'] },
    'docs/a.md:1: services/webhook/src does not exist',
  ],
  [
    'the README of a package cites a file of another package from its own folder',
    { 'services/jobs/README.md': ['', 'See `src/find.ts`.'] },
    'services/jobs/README.md:2: src/find.ts does not exist; nearest: services/search/src/find.ts',
  ],
  [
    'the README of a package cites a folder with a placeholder that no file fits',
    { 'services/jobs/README.md': ['See `routes/<noun>.ts`.'] },
    'services/jobs/README.md:1: routes/<noun>.ts does not exist',
  ],
  [
    'a file that the README of a package cites from its src does not hold a name',
    { 'services/jobs/README.md': ['See `src/close.ts` (`closed`).'] },
    'services/jobs/README.md:1: src/close.ts does not hold closed; nearest: close',
  ],
  [
    'a pattern fits no file',
    { 'docs/a.md': ['See `services/*/migrations`.'] },
    'docs/a.md:1: services/*/migrations does not exist',
  ],
  [
    'a linked document does not exist',
    { 'docs/a.md': ['See [rules](rules/job.md).'] },
    'docs/a.md:1: docs/rules/job.md does not exist; nearest: docs/rules/jobs.md',
  ],
  [
    'a linked heading does not exist',
    { 'docs/a.md': ['See [it](rules/jobs.md#d-9).'] },
    'docs/a.md:1: docs/rules/jobs.md has no heading #d-9; nearest: d-90',
  ],
  [
    'a command names a file that does not exist',
    { 'docs/a.md': ['```sh', 'node tools/x.ts', '```'] },
    'docs/a.md:2: tools/x.ts does not exist',
  ],
  [
    'a code block imports a name that a module does not hold',
    { 'docs/a.md': ['```ts', "import { type close, open as shut } from '@jobboard/jobs/close'", '```'] },
    'docs/a.md:2: services/jobs/src/close.ts does not hold open',
  ],
  [
    'a code block imports a module that does not exist',
    { 'docs/a.md': ['```ts', "import { find } from '@jobboard/search/finds'", '```'] },
    'docs/a.md:2: packages/search/src/finds.ts does not exist; nearest: services/search/src/find.ts',
  ],
  [
    'a file does not hold a name',
    { 'docs/a.md': ['See `services/jobs/src/close.ts` (`closed`).'] },
    'docs/a.md:1: services/jobs/src/close.ts does not hold closed; nearest: close',
  ],
  [
    'a named test file does not exist',
    { 'services/jobs/test/close.test.ts': [] },
    'docs/rules/jobs.md:6: services/jobs/test/close.test.ts does not exist',
  ],
  [
    'a guide is not in the index',
    { 'docs/guides/index.json': ['["webhooks"]'], 'docs/guides/webhook.md': ['# W', '', 'It is.', ''] },
    'docs/guides/webhook.md:1: docs/guides/index.json does not list it',
  ],
  [
    "an operators' guide is not in their index",
    {
      'docs/guides/operators/index.json': ['[]'],
      'docs/guides/operators/scaling.md': ['# S', '', 'It is.', ''],
    },
    'docs/guides/operators/scaling.md:1: docs/guides/operators/index.json does not list it',
  ],
  [
    'the index lists a guide that does not exist',
    { 'docs/guides/index.json': ['["webhooks"]'], 'docs/guides/webhook.md': ['# W', '', 'It is.', ''] },
    'docs/guides/index.json: there is no guide webhooks; nearest: webhook',
  ],
  [
    'a guide does not start with a sentence',
    { 'docs/guides/index.json': ['["a"]'], 'docs/guides/a.md': ['# A', '', '## B', ''] },
    'docs/guides/a.md:1: must start with "# Title"',
  ],
  [
    'the first sentence of a guide has code in it',
    { 'docs/guides/index.json': ['["a"]'], 'docs/guides/a.md': ['# A', '', 'It is `a`.', '', 'x'] },
    'docs/guides/a.md:1: must start with "# Title"',
  ],
  [
    'no chain of links leads to a document',
    { 'docs/unlinked.md': ['[the other](unlinked/b.md)'], 'docs/unlinked/b.md': ['[back](../unlinked.md)'] },
    'docs/unlinked/b.md:1: no chain of links from README.md leads here',
  ],
  [
    'a guide links to a page that the gateway does not serve',
    { 'docs/guides/index.json': ['["a"]'], 'docs/guides/a.md': ['# A', '', 'See [it](/doc).', '', 'x'] },
    'docs/guides/a.md:3: docs/guides/doc does not exist',
  ],
])('a planted breach is found: %s', (_what, changed, breach) => {
  expect(breachesOf(changed as Record<string, string[]>)).toContainEqual(expect.stringContaining(breach))
})

test.each([
  ['an id that is part of a word or a number', { 'docs/a.md': [`XD-${'92'}, 0-D-${'92'}, P-${'92345'}`] }],
  [
    'a file that the reader is to make',
    { 'docs/a.md': ['```ts', '// services/jobs/src/new.ts (new)', '```'] },
  ],
  [
    'the README of a package cites its files from its folder, its src and the root',
    {
      'services/jobs/src/domain/due.ts': ['export const due = 1'],
      'services/jobs/README.md': [
        '`domain/due.ts` (`due`), `domain/<noun>.ts`, `test/close.test.ts`, `services/search/src/find.ts`',
      ],
    },
  ],
  [
    'a URL path, a command and a web link',
    { 'docs/a.md': ['`/openapi.json` `npm run do -- docs:check` [x](https://x.test/a.md#b)'] },
  ],
  [
    'a guide in the index that links to pages of the gateway',
    {
      'docs/guides/index.json': ['["a"]'],
      'docs/guides/a.md': ['# A', '', 'See [it](/docs), [it](/openapi.json).', '', 'x'],
    },
  ],
  [
    'a rule inside a code block',
    { 'docs/a.md': [`See ${KNOWN}.`], 'docs/rules/more.md': ['```markdown', `## ${KNOWN}`, '```'] },
  ],
  ['a rule that does not exist yet', { 'docs/rules/more.md': [`## ${UNKNOWN}`, '- Not built yet.'] }],
  [
    'a rule that a test cites',
    {
      'docs/rules/more.md': [`## ${UNKNOWN}`, 'It holds.'],
      'e2e/whole.test.ts': [`test('it holds (${UNKNOWN})', () => {})`],
    },
  ],
  [
    'a rule that no test can hold',
    { 'docs/rules/more.md': [`## ${UNKNOWN}`, '- No test: it is about images.'] },
  ],
])('no breach: %s', (_what, changed) => {
  expect(breachesOf(changed as Record<string, string[]>)).toEqual([])
})

test('a rule is shown with the lines of tests that cite it, and the files that it names', () => {
  const texts: Record<string, string> = {
    'docs/rules/jobs.md': rule.join('\n'),
    'e2e/whole.test.ts': `\ntest('a job ends (${KNOWN})', () => {})\n// ${KNOWN}0`,
  }
  const read = (file: string) => texts[file]!
  const checkout = { files: Object.keys(texts), read, has: (file: string) => file in texts }
  expect(showRule(checkout, readRules(checkout)[0]!)).toContain(
    `Held by\n  e2e/whole.test.ts:2  test('a job ends (${KNOWN})', () => {})\n  services/jobs/test/close.test.ts\n`,
  )
})

test('a look that saw too little fails', () => {
  const least = { rules: 2, citations: 2, paths: 2, tests: 2, guides: 1, texts: 2 }
  expect(tooFew({ rules: 2, citations: 2, paths: 2, tests: 2, guides: 1, texts: 2 }, least)).toEqual([])
  expect(tooFew({ rules: 1, citations: 2, paths: 2, tests: 0, guides: 1, texts: 2 }, least)).toHaveLength(2)
})
