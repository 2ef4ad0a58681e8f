import { expect, test } from 'vitest'
import { runJobboard } from './support/run-jobboard.ts'

const COMMANDS = [
  'import jobs',
  'dead-letters list',
  'dead-letters show',
  'dead-letters retry',
  'dead-letters drop',
  'outbox replay',
  'resync',
  'webhooks deliveries',
  'webhooks redeliver',
  'webhooks recover',
  'erase',
  'erasure',
  'listen',
]

test('0: --help lists every command, and each has its own help with an example and exit codes', async () => {
  const help = await runJobboard(['--help'])
  expect(help.code).toBe(0)
  expect((await runJobboard([])).stdout).toBe(help.stdout)
  const group = await runJobboard(['dead-letters', '--help'])
  expect(group.stdout).toContain('dead-letters drop')
  expect(group.stdout).not.toContain('import jobs')
  for (const name of COMMANDS) {
    expect(help.stdout).toContain(`  ${name} `)
    const own = await runJobboard([...name.split(' '), '--help'])
    expect(own.code).toBe(0)
    expect(own.stdout).toContain(`npm run jobboard -- ${name}`)
    for (const part of ['Usage', 'Try it', 'Options', 'Exit codes']) expect(own.stdout).toContain(part)
  }
})

test.each([
  ['export', 'unknown command "export"; the commands are "import jobs"'],
  ['dead-letters', 'the commands are "dead-letters list", "dead-letters show"'],
  ['dead-letters list --page 0', '--page must be'],
  [
    'dead-letters list --service other',
    'there is no service "other" for this; the services are accounts, jobs',
  ],
  ['dead-letters list pipeline-1', 'use dead-letters show ID'],
  ['dead-letters show', 'ID is missing'],
  ['dead-letters show 12', '"12" is no ID of a dead letter, such as pipeline-12'],
  ['dead-letters show pipeline-1 pipeline-2', 'takes 1 ID'],
  ['dead-letters retry', 'ID is missing'],
  ['dead-letters retry pipeline-1 --all', 'not both'],
  ['dead-letters retry --service jobs', '--service needs --all'],
  ['dead-letters drop --all', '--all'],
  ['dead-letters list', 'the address of the Admin API is missing: set ADMIN_URL and ADMIN_TOKEN'],
  ['dead-letters list --admin-url http://127.0.0.1:9', 'the admin token is missing'],
  ['dead-letters list --admin-url here --admin-token t', '--admin-url must be'],
  ['outbox replay', '--service is missing'],
  ['outbox replay --service jobs', '--since is missing'],
  ['outbox replay --service jobs --since yesterday', '--since must be ISO 8601'],
  ['outbox replay --id 5 --service jobs', 'give --id, or --service and --since'],
  ['resync', 'SERVICE is missing'],
  ['resync other', 'there is no service "other"'],
  ['resync jobs --id 5', 'not both'],
  ['webhooks deliveries --status Failed', '--status must be one of Pending, Succeeded'],
  ['webhooks deliveries --page 201', '--page must be a whole number from 1 to 200'],
  ['webhooks deliveries --employer x', '--employer must be'],
  ['webhooks redeliver', 'ID is missing'],
  ['webhooks redeliver 12', '"12" is no ID of a delivery'],
  ['webhooks recover --since 2030-01-31T12:00:00Z', '--subscription is missing'],
  ['webhooks recover --subscription 1', '--since is missing'],
  ['webhooks recover --subscription 1 --since yesterday', '--since must be ISO 8601'],
  ['erase --confirm', 'erase CANDIDATE takes one id, got 0'],
  ['erase 12 13 --confirm', 'takes one id, got 2'],
  ['erase ada --confirm', '"ada" is no id, such as 12'],
  ['erase 12', '--confirm is missing: an erasure is final'],
  ['erasure', 'erasure ID takes one id, got 0'],
  ['erasure 0', '"0" is no id'],
  ['listen here', 'listen takes only options, got "here"'],
  ['listen --subscribe 1 --secret whsec_a', 'give --secret or --subscribe, not both'],
  ['listen --url http://127.0.0.1:9000/', '--url needs --subscribe'],
  ['listen --subscribe Nordlys', '--subscribe must be a whole number'],
  ['listen --status 99', '--status must be a whole number from 200 to 599'],
  ['listen --port 70000', '--port must be a whole number from 1 to 65535'],
])('2: %s', async (line, reason) => {
  const run = await runJobboard(line.split(' '))
  expect([run.code, run.stdout]).toEqual([2, ''])
  expect(run.stderr).toContain(reason)
  expect(run.stderr).toMatch(/Run "npm run jobboard -- .*--help"/)
})
