import { expect, test } from 'vitest'
import { checkDocs } from '../src/check.ts'
import type { Checkout } from '../src/checkout.ts'

// Put together here, so that the check of this repository does not take them for citations and installations.
const KNOWN = `D-${'90'}`
const UNKNOWN = `D-${'91'}`
const SECTION = `Spec ${'§'}3.2`
const [SDK, MCP] = [`@${'jobboard'}/sdk`, `@${'jobboard'}/mcp`]

const tree: Record<string, string[]> = {
  'README.md': ['[jobs](docs/rules/jobs.md#d-90) `services/{jobs,search}/src/*.ts`, `packages/<name>`'],
  'docs/rules/jobs.md': ['# Jobs', '', `## ${KNOWN}`, '**A job closes once.**'],
  'packages/db/src/db.ts': ['export const openDb = 1'],
  'services/jobs/src/close.ts': [`// ${KNOWN}`, 'export function close() {}'],
  'services/jobs/src/domain/due.ts': ['export const due = 1'],
  'services/jobs/test/close.test.ts': [`test('204: a second close changes nothing (${KNOWN})', () => {})`],
  'services/search/src/find.ts': ['export function find() {}'],
}

/** The tree above with these files added or replaced, each document linked from the README. */
function withFiles(changed: Record<string, string[]>): Checkout {
  const merged = { ...tree, ...changed }
  const linked = Object.keys(merged).filter((file) => file.endsWith('.md') && !file.includes('unlinked'))
  merged['README.md'] = [...tree['README.md']!, ...linked.map((file) => `[a document](${file})`)]
  const files = Object.keys(merged)
  return {
    files,
    has: (path) => files.some((file) => file === path || file.startsWith(`${path}/`)),
    read: (file) => merged[file]!.join('\n'),
  }
}

const breachesOf = (changed: Record<string, string[]> = {}): string[] =>
  checkDocs(withFiles(changed), { rules: 1, citations: 1, paths: 1 }).breaches

const inText = (text: string, file = 'docs/a.md') => ({ [file]: text.split('\n') })
const guide = (text: string) => ({ 'docs/guides/index.json': ['["a"]'], ...inText(text, 'docs/guides/a.md') })

test.each([
  [
    'code cites no rule',
    inText(`\n// ${UNKNOWN}: why`, 'packages/db/src/db.ts'),
    `db.ts:2: ${UNKNOWN} is not`,
  ],
  [
    'a test cites no section',
    inText(`test('(${SECTION})')`, 'e2e/a.test.ts'),
    `a.test.ts:1: ${SECTION} is not`,
  ],
  ['a document cites no rule', inText(`See ${UNKNOWN}.`), `docs/a.md:1: ${UNKNOWN} is not defined`],
  ['a rule defined twice', inText(`## ${KNOWN}`, 'docs/rules/more.md'), `${KNOWN} is defined twice`],
  [
    'a rule without a test',
    inText(`## ${UNKNOWN}\nIt holds.`, 'docs/rules/more.md'),
    `no test cites ${UNKNOWN}`,
  ],
  [
    'a path',
    inText('\nSee `services/jobs/src/closes.ts`.'),
    'docs/a.md:2: services/jobs/src/closes.ts does not',
  ],
  ['a path that is not from the root', inText('See `src/close.ts:7`.'), 'src/close.ts does not exist'],
  [
    'one of several paths',
    inText('See `services/{jobs,webhook}/src`.'),
    'services/webhook/src does not exist',
  ],
  [
    'a file of another package',
    inText('`src/find.ts`', 'services/jobs/README.md'),
    'src/find.ts does not exist',
  ],
  [
    'a placeholder',
    inText('`routes/<noun>.ts`', 'services/jobs/README.md'),
    'routes/<noun>.ts does not exist',
  ],
  ['a name', inText('`services/jobs/src/close.ts` (`closed`)'), 'close.ts does not hold closed'],
  ['a pattern', inText('`services/*/migrations`'), 'services/*/migrations does not exist'],
  ['a linked document', inText('[rules](rules/job.md)'), 'docs/rules/job.md does not exist'],
  ['a linked heading', inText('[it](rules/jobs.md#d-9)'), 'docs/rules/jobs.md has no heading #d-9'],
  [
    'a file of a command',
    inText('```\nnode services/jobs/src/nil.ts\n```'),
    'services/jobs/src/nil.ts does not',
  ],
  [
    'a name that code imports',
    inText("```ts\nimport { openDB } from '@jobboard/db/db'\n```"),
    'packages/db/src/db.ts does not hold openDB',
  ],
  ['a document that nothing links', inText('[the other](b.md)', 'docs/unlinked.md'), 'no chain of links'],
  ['a guide without its entry', inText('# A\n\nIt is.\n', 'docs/guides/operators/a.md'), 'does not list it'],
  ['an entry without its guide', { 'docs/guides/index.json': ['["a"]'] }, 'there is no guide a'],
  ['a guide without a sentence', guide('# A\n\n## B\n'), 'must start with "# Title"'],
  ['a guide with code in its first sentence', guide('# A\n\nIt is `a`.\n\nx'), 'must start with "# Title"'],
  [
    'a page that the gateway does not serve',
    guide('# A\n\nSee [it](/doc).\n\nx'),
    'docs/guides/doc does not exist',
  ],
  ['npm', inText(`\nnpm install ${SDK}`), 'docs/a.md:2: installs our package from a registry'],
  ['npm with a version', inText(`npm i -D ${SDK}@1`), 'docs/a.md:1: installs'],
  ['npx', inText(`\`npx --yes ${MCP} --http\``, 'packages/db/README.md'), 'README.md:1: installs'],
  ['the arguments of a program', inText(`"args": ["--yes",\n"${MCP}"]`), 'docs/a.md:1: installs'],
  ['pip', inText(`pip install ${'jobboard'}-client`), 'docs/a.md:1: installs'],
  ['the help of a command', inText(`const help = 'bunx ${MCP}'`, 'tools/c/a.ts'), 'tools/c/a.ts:1: installs'],
])('a breach is found: %s', (_what, changed, breach) => {
  expect(breachesOf(changed)).toContainEqual(expect.stringContaining(breach))
})

test.each<[string, Record<string, string[]>]>([
  ['documents whose rules, paths and names exist', {}],
  ['an id that is part of a word or a number', inText(`XD-${'92'}, 0-D-${'92'}, P-${'92345'}`)],
  ['an applied migration', inText(`-- ${UNKNOWN}`, 'services/jobs/migrations/0001_job.sql')],
  ['a file that the reader is to make', inText('```ts\n// services/jobs/src/new.ts (new)\n```')],
  [
    'the README of a package cites files from its folder, its src and the root',
    inText(
      '`domain/due.ts` (`due`), `domain/<noun>.ts`, `services/search/src/find.ts`',
      'services/jobs/README.md',
    ),
  ],
  [
    'a URL path, a command and a web link',
    inText('`/openapi.json` `npm run do -- docs:check` [x](https://x.test/a.md#b)'),
  ],
  ['a guide that links to pages of the gateway', guide('# A\n\nSee [it](/docs), [it](/openapi.json).\n\nx')],
  ['a rule inside a code block', inText(`\`\`\`\n## ${KNOWN}\n\`\`\``, 'docs/rules/more.md')],
  [
    'a rule that a Python test cites',
    {
      ...inText(`## ${UNKNOWN}`, 'docs/rules/more.md'),
      ...inText(`# ${UNKNOWN}`, 'clients/python/test/test_a.py'),
    },
  ],
  ['a rule that no test can hold', inText(`## ${UNKNOWN}\n- No test: images.`, 'docs/rules/more.md')],
  [
    'our packages from the checkout',
    inText(`npm pack -w ${SDK}\nnpm install -w ${SDK} zod\nimport '${SDK}'`),
  ],
])('no breach: %s', (_what, changed) => {
  expect(breachesOf(changed)).toEqual([])
})

test('a look that saw too little fails', () => {
  expect(checkDocs(withFiles({}), { rules: 2, citations: 1, paths: 1 }).breaches).toHaveLength(1)
})
