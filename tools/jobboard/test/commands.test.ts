import { expect, test } from 'vitest'
import { runJobboard, startJobboard } from './support/run-jobboard.ts'

const COMMANDS = [
  'init',
  'seed',
  'employer create',
  'employer list',
  'key list',
  'key approve',
  'key revoke',
  'sandbox create',
  'sandbox list',
  'sandbox delete',
  'doctor',
  'backup',
  'backup daily',
  'restore',
  'drill',
  'import jobs',
  'dead-letters list',
  'dead-letters show',
  'dead-letters retry',
  'dead-letters drop',
  'outbox replay',
  'resync',
  'reindex',
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
  const helps = await Promise.all(COMMANDS.map((name) => runJobboard([...name.split(' '), '--help'])))
  for (const [index, name] of COMMANDS.entries()) {
    expect(help.stdout).toContain(`  ${name} `)
    const own = helps[index]!
    expect(own.code).toBe(0)
    expect(own.stdout).toMatch(new RegExp(`npm run (-s )?jobboard -- ${name}`))
    for (const part of ['Usage', 'Try it', 'Options', 'Exit codes']) expect(own.stdout).toContain(part)
  }
})

test('0: the reader of the output ends before it, such as head', async () => {
  const { child, ended } = startJobboard(['--help'])
  child.stdout!.destroy()
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
})

test.each([
  ['export', 'unknown command "export"; the commands are "init", "seed"'],
  ['init here', 'init takes only options, got "here"'],
  ['seed here', 'seed takes only options'],
  ['seed', 'the address of the Admin API is missing'],
  ['employer create', 'employer create takes one NAME'],
  ['employer create A B', 'put quotes around a name with spaces'],
  ['employer create A --credits 0', '--credits must be a whole number from 1'],
  ['employer create A --user-name B', '--user-name needs --user EMAIL'],
  ['employer list nord', 'use --name START'],
  ['employer list --page 0', '--page must be'],
  ['key mint --name a', '--employer is missing: key mint --employer ID'],
  ['key mint --employer 1 --candidate 2 --name a', 'not both'],
  ['key mint --employer x --name a', '--employer must be a whole number'],
  ['key mint --employer 1', '--name is missing'],
  [
    'key mint --employer 1 --name a --scope Profile',
    '--scope must be one of JobPosting, Applications, CvSearch, Webhooks, got',
  ],
  ['key mint --candidate 1 --name a --user 2', '--user needs --employer'],
  ['key mint --employer 1 --name a b', 'put quotes around NAME'],
  ['key list', '--employer is missing: key list --employer ID'],
  ['key approve', 'key approve takes one ID, got 0; key list shows the ids'],
  ['key rotate 1 --overlap 2592001', '--overlap must be at most 2592000'],
  ['key revoke ada', 'ID must be an id, a whole number from 1 to 2147483647, got "ada"'],
  ['backup a b', 'backup takes one FOLDER, got 2'],
  ['backup a', 'the databases are missing: set DATABASE_URL=postgres://'],
  ['backup a --database-url postgres://127.0.0.1/jobs', 'the database URL must be such as'],
  ['restore', 'restore takes one FOLDER, got 0'],
  ['restore a', 'the address of NATS is missing'],
  ['doctor here', 'doctor takes only options'],
  ['doctor --settings /nonexistent', 'there is no file /nonexistent'],
  ['dead-letters', 'the commands are "dead-letters list", "dead-letters show"'],
  ['dead-letters list --page 0', '--page must be'],
  ['dead-letters list --service other', '--service must be one of accounts, jobs'],
  ['dead-letters list pipeline-1', 'use dead-letters show ID'],
  ['dead-letters show', 'takes one ID, got 0; dead-letters list shows the ids'],
  ['dead-letters show 12', '"12" is no ID of a dead letter, such as pipeline-12'],
  ['dead-letters show pipeline-1 pipeline-2', 'takes one ID, got 2'],
  ['dead-letters retry', 'ID is missing'],
  ['dead-letters retry pipeline-1 --all', 'not both'],
  ['dead-letters retry --service jobs', '--service needs --all'],
  ['dead-letters drop --all', '--all'],
  ['dead-letters list', 'the address of the Admin API is missing: set ADMIN_URL and ADMIN_TOKEN'],
  ['dead-letters list --admin-url http://127.0.0.1:9', 'the admin token is missing'],
  ['dead-letters list --admin-url here --admin-token t', '--admin-url must be'],
  ['outbox replay --since 2030-01-31T12:00:00Z', '--service is missing'],
  ['outbox replay --service jobs', '--since is missing'],
  ['outbox replay --service jobs --since yesterday', '--since must be an ISO 8601 timestamp with an offset'],
  ['outbox replay --id 5 --service jobs', 'give --id, or --service and --since'],
  ['reindex search', 'takes no argument'],
  ['resync', 'SERVICE is missing'],
  ['resync other', 'SERVICE must be one of jobs, candidate, pipeline, search, accounts, got "other"'],
  ['resync jobs --id 5', 'not both'],
  ['webhooks deliveries --status Failed', '--status must be one of Pending, Succeeded'],
  ['webhooks deliveries --page 201', '--page must not reach past 10000 deliveries; narrow the list by since'],
  ['webhooks deliveries --employer x', '--employer must be'],
  ['webhooks redeliver', 'takes one ID or more, got 0'],
  ['webhooks redeliver 12', 'ID must be a UUID, got "12"'],
  ['webhooks recover --since 2030-01-31T12:00:00Z', '--subscription is missing'],
  ['webhooks recover --subscription 1', '--since is missing'],
  [
    'webhooks recover --subscription 1 --since yesterday',
    '--since must be an ISO 8601 timestamp with an offset',
  ],
  ['erase --confirm', 'erase takes one CANDIDATE, got 0'],
  ['erase 12 13 --confirm', 'erase takes one CANDIDATE, got 2'],
  ['erase ada --confirm', 'CANDIDATE must be an id, a whole number'],
  ['erase 12', '--confirm is missing: an erasure is final'],
  ['erasure', 'erasure takes one ID, got 0; erase prints it'],
  ['erasure 0', 'ID must be an id, a whole number'],
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

test('help and advice name the command as the image is called', async () => {
  const env = { JOBBOARD_CALL: 'docker compose run --rm jobboard' }
  const help = await runJobboard(['key', 'mint', '--help'], env)
  expect(help.stdout).toContain('KEY=$(docker compose run --rm jobboard key mint --employer 1')
  expect(help.stdout).not.toContain('npm run')
  const wrong = await runJobboard(['key', 'mint'], env)
  expect(wrong.stderr).toContain('Run "docker compose run --rm jobboard key mint --help"')
})

test('exit code 1: the file of a secret cannot be read (P-633)', async () => {
  const { code, stderr } = await runJobboard(['staff', 'list'], { ADMIN_TOKEN_FILE: '/none' })
  expect([code, stderr]).toEqual([
    1,
    'jobboard: Invalid environment:\n  ADMIN_TOKEN_FILE: /none cannot be read (ENOENT)\n',
  ])
})
