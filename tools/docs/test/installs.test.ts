import { expect, test } from 'vitest'
import { checkInstalls } from '../src/installs.ts'

// Put together here, so that the check of this repository does not take them for installations.
const [SDK, MCP] = [`@${'jobboard'}/sdk`, `@${'jobboard'}/mcp`]

const breachesIn = (file: string, text: string) =>
  checkInstalls({ files: [file], has: () => true, read: () => text }).breaches

test.each([
  ['npm', 'docs/a.md', `\nnpm install ${SDK}`, `docs/a.md:2: installs ${SDK} from a registry`],
  ['npm i with a version', 'docs/a.md', `npm i -D ${SDK}@1`, 'docs/a.md:1: installs'],
  ['npx', 'packages/b/README.md', `\`npx --yes ${MCP} --http\``, `README.md:1: installs ${MCP}`],
  ['the arguments of a program', 'docs/a.md', `"args": ["--yes",\n"${MCP}"]`, 'docs/a.md:1'],
  ['pip', 'docs/a.md', `pip install ${'jobboard'}-client`, 'docs/a.md:1: installs'],
  ['the help of a command', 'tools/c/src/a.ts', `const help = 'bunx ${MCP}'`, 'tools/c/src/a.ts:1'],
])('a breach: one of our packages by its name from a registry, with %s', (_what, file, text, expected) => {
  expect(breachesIn(file, text).join()).toContain(expected)
})

test.each([
  [`npm pack -w ${SDK}`],
  [`npm install -w ${SDK} zod`],
  ['npm install ../job-board/jobboard-sdk-0.1.0.tgz'],
  ['pip install ./clients/python'],
  ['npm run jobboard -- seed'],
  [`import { createClient } from '${SDK}'`],
])('no breach: %s', (line) => {
  expect(breachesIn('docs/a.md', line)).toEqual([])
})
