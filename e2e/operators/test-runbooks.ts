import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { root } from '@jobboard/stack/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestStack } from '../support/start-stack.ts'
import { pagesOf } from './support/documents.ts'

// Every block of the runbooks, in a folder that looks like a checkout with a running `npm start`.
const pages = pagesOf('docs/runbooks').toSorted(
  (a, b) => Number(b.file.includes('README')) - Number(a.file.includes('README')),
)
const prelude = pages[0]!.blocks[0]!

/** What the reader puts in place. */
const REPLACED: Record<string, string> = {
  ...{ ENTRY_ID: '2', DELIVERY_ID: '1', SERVICE: 'jobs' },
  ...{ EVENT_ID: 'no-such-event', REQUEST_ID: 'no-such-request' },
}
/** Lines that do not run here, each with the reason. */
const NOT_RUN: [line: RegExp, reason: string][] = [
  [/^kill -9 PID/, 'it ends a process that later pages look at; e2e/faults kills them'],
  [/^pgrep /, 'its output is for a person, who chooses a process'],
  [/^promtool /, 'e2e/alerts.test.ts runs it where it is installed'],
  [/^docker /, 'e2e/operators/commands.test.ts runs it against a stand-in'],
  [/^ls backups$/, 'there is no backup'],
  [/MEILI_URL/, 'the stack of the tests searches in Postgres'],
]
/** What a program says when a name, an option or a statement is wrong. An absent letter or entry is none of these. */
const WRONG =
  /ERROR:|command not found|jq: |curl: \(|No such file|syntax error|unbound variable|for usage and an example|[Ii]nvalid option|"code":"(?:invalid_request|unknown_path|validation_failed)"/

let started: TestStack
let checkout: string
let subscription: number

function run(block: string): string {
  const env = {
    ...process.env,
    ...{ DATA_DIR: started.dataDir, PATH: [checkout, process.env.PATH].join(delimiter) },
    ...{ ADMIN_URL: undefined, ADMIN_TOKEN: undefined, KEY: 'pk_live_none' },
  }
  const { stdout, stderr } = spawnSync('bash', ['-uc', block], {
    cwd: checkout,
    env,
    encoding: 'utf8',
    timeout: 120_000,
  })
  return stdout + stderr
}

const runnable = (block: string) =>
  block
    .split('\n')
    .filter((line) => !NOT_RUN.some(([pattern]) => pattern.test(line)))
    .join('\n')
    .replaceAll(/\berasure ID\b/g, 'erasure 1')
    .replaceAll(/^SUB=1$/gm, () => `SUB=${subscription}`)
    .replaceAll(/\b[A-Z_]{5,}\b/g, (word) => REPLACED[word] ?? word)

/** Every runbook, on a stack with TEST_CLOCK and the demo data. */
export function testRunbooks(stack: () => TestStack): void {
  beforeAll(async () => {
    started = stack()
    // The subscription and the delivery that a page reads.
    const url = 'http://127.0.0.1:9/hooks'
    const { body } = await started.admin.post('/admin/v1/employers/1/webhook-subscriptions', { url })
    const ping = await started.admin.post(`/admin/v1/webhook-subscriptions/${body.id}/test`)
    REPLACED.DELIVERY_ID = String(ping.body.deliveryId)
    subscription = body.id
    checkout = mkdtempSync(`${tmpdir()}/jobboard-runbooks-`)
    for (const name of readdirSync(root).filter((name) => !name.startsWith('.')))
      symlinkSync(join(root, name), join(checkout, name))
    const npm = `#!/bin/sh\nwhile [ "$1" != jobboard ]; do shift; done\nshift 2\nexec '${process.execPath}' '${join(root, 'tools/jobboard/src/main.ts')}' "$@"\n`
    writeFileSync(join(checkout, 'npm'), npm, { mode: 0o755 })
  })
  afterAll(async () => {
    if (checkout) rmSync(checkout, { recursive: true, force: true })
  })

  test.each(pages.map((page) => [page.file, page] as const))(
    'every command of %s works on a running system (P-160)',
    (file, { blocks }) => {
      // Variables of earlier blocks of a page stay.
      const script = [prelude, ...blocks.slice(file.endsWith('README.md') ? 1 : 0).map(runnable)].join('\n')
      const output = run(script)
      const wrong = output.split('\n').filter((line) => WRONG.test(line))
      expect(wrong).toEqual([])
    },
    180_000,
  )

  test('each reason for which a line does not run is that of a line', () => {
    const lines = pages.flatMap(({ blocks }) => blocks.flatMap((block) => block.split('\n')))
    expect(NOT_RUN.filter(([pattern]) => !lines.some((line) => pattern.test(line)))).toEqual([])
  })
}
