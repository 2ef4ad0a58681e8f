import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createJob } from '@jobboard/contracts/jobs/endpoints'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RecordingProxy, startRecordingProxy } from './support/recording-proxy.ts'
import { runJobboard } from './support/run-jobboard.ts'

const sample = fileURLToPath(new URL('../sample/jobs.jsonl', import.meta.url))

let net: Network
let proxy: RecordingProxy
let dir: string
let employer: string
let apiKey: string
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs', 'search'] })
})
afterAll(() => net.stop())
beforeEach(async () => {
  proxy = await startRecordingProxy(net.gateway.url)
  dir = await mkdtemp(`${tmpdir()}/jobboard-import-`)
  const { body } = await net.admin.post('/admin/v1/employers', { name: 'Nordlys', isTrustedPartner: true })
  employer = `/admin/v1/employers/${body.id}`
  apiKey = await mint()
  await grant(1_000)
})
afterEach(async () => {
  await proxy.stop()
  await rm(dir, { recursive: true })
})

interface Job {
  title: string
  status: string
}

const mint = async () => {
  const minted = await net.admin.post(`${employer}/api-keys`, { name: 'import', scopes: ['JobPosting'] })
  return minted.body.apiKey as string
}
const grant = (amount: number) => net.admin.post(`${employer}/credits`, { kind: 'JobPosting', amount })
const credits = async () => (await net.admin.get(`${employer}/credits`)).body.JobPosting
const jobs = async () => (await net.api(apiKey).get('/api/v1/jobs?pageSize=100')).body.items as Job[]
const createCalls = () => proxy.calls.filter(({ path }) => path === '/api/v1/jobs')

const baker = {
  title: 'Baker',
  description: 'Bread before dawn.',
  city: 'Graz',
  country: 'AT',
  employmentType: 'FullTime',
  remoteType: 'OnSite',
}

const jobboard = (...args: string[]) => runJobboard(args)

const importFile = (file: string, ...more: string[]) =>
  jobboard('import', 'jobs', file, '--api-key', apiKey, '--base-url', proxy.url, ...more)

async function writeLines(...lines: unknown[]): Promise<string> {
  const file = `${dir}/jobs.jsonl`
  await writeFile(
    file,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  )
  return file
}

test('0: the sample is created and published, Unicode included, and a second run changes nothing', async () => {
  const first = await importFile(sample)
  expect(first).toMatchObject({ code: 0, stdout: '12 created, 12 published, 0 refused\n' })
  const before = await jobs()
  expect(before.map(({ title }) => title)).toContain('データ分析担当')
  expect(before.map(({ status }) => status)).toEqual(Array(12).fill('Active'))
  const second = await importFile(sample)
  expect(second.code).toBe(0)
  expect(second.stdout).toContain('12 imported before, unchanged.\n0 created, 0 published, 0 refused\n')
  expect(await jobs()).toEqual(before)
  expect(await credits()).toBe(1_000 - 12)
})

test('a second run completes an interrupted import', async () => {
  await importFile(sample, '--publish-days', '0', '--limit', '5')
  expect((await jobs()).map(({ status }) => status)).toEqual(Array(5).fill('Draft'))
  expect((await importFile(sample)).stdout).toContain('7 created, 12 published, 0 refused')
  expect(await jobs()).toHaveLength(12)
})

test('1: refused lines are listed with number, field and reason, the others imported; 0 with --allow-refused', async () => {
  const good = { ...baker, reference: 'B-1' }
  const file = await writeLines(
    good,
    '',
    '{"title": ',
    { ...good, reference: 'B-2', country: 'Austria' },
    '[1]',
  )
  const run = await importFile(file)
  expect(run.code).toBe(1)
  expect(run.stdout).toBe(
    [
      'Refused:',
      '  line 3: the line is not valid JSON',
      '  line 4: country: must be an ISO 3166-1 alpha-2 country code, such as US. (400 invalid_request)',
      '  line 5: the line is not a JSON object',
      '1 created, 1 published, 3 refused',
      '',
    ].join('\n'),
  )
  expect((await importFile(file, '--allow-refused')).code).toBe(0)
})

test('0: a line is created with all that a job has, its salary and questions included (P-602)', async () => {
  const full = {
    ...baker,
    reference: 'B-9',
    applyMethod: 'ExternalApply',
    applyUrl: 'https://apply.example/9',
    applyEmailAddress: 'r&d@example.com',
    ...{ salaryMin: 40_000, salaryMax: 50_000.5, salaryCurrency: 'EUR', salaryPeriod: 'Year' },
  }
  const question = { text: 'Work permit?', type: 'YesNo', required: true }
  const line = { ...full, description: 'One\u2028line', screeningQuestions: [question] }
  expect((await importFile(await writeLines(line))).stdout).toBe('1 created, 1 published, 0 refused\n')
  const { items } = (await net.api(apiKey).get('/api/v1/jobs')).body
  const job = (await net.api(apiKey).get(`/api/v1/jobs/${items[0].id}`)).body
  expect(job).toMatchObject({ ...full, description: 'One\u2028line', screeningQuestions: [question] })
})

test.each(['\n', '\r\n', '\r'])('lines may end with %j, and only with that', async (end) => {
  const lines = [JSON.stringify({ ...baker, description: 'a\u2028b\u2029c' }), '', '{', JSON.stringify(baker)]
  await writeFile(`${dir}/ends.jsonl`, `\ufeff${lines.join(end)}${end}`)
  const run = await importFile(`${dir}/ends.jsonl`, '--publish-days', '0')
  expect(run.stdout).toBe(
    'Refused:\n  line 3: the line is not valid JSON\n2 created, 0 published, 1 refused\n',
  )
})

test('every field of a new job in the contract is one that a line may have (P-602)', async () => {
  const fields = Object.keys(createJob.body!.shape)
  const line = { ...baker, ...Object.fromEntries(fields.map((name) => [name, null])), title: 'All' }
  const run = await importFile(await writeLines({ ...line, ...baker }))
  expect([fields.length > 10, run.code, run.stdout]).toEqual([true, 0, '1 created, 1 published, 0 refused\n'])
})

test('1: a line with an unknown field is refused with the nearest one and not paid; --ignore-unknown lists it (P-602)', async () => {
  const lines = [
    { ...baker, salaryMinn: 1, reference: 'B-1' },
    { ...baker, reference: 'B-2', extra: { countryCode: 'AT', salaryMin: 1 } },
    {
      ...baker,
      reference: 'B-3',
      screeningQuestions: [{ text: 'a', type: 'YesNo', required: true, hint: 'b' }],
    },
    { ...baker, reference: 'B-4' },
  ]
  const file = await writeLines(...lines)
  const strict = await importFile(file)
  expect(strict.code).toBe(1)
  expect(strict.stdout).toBe(
    [
      'Refused:',
      '  line 1: unknown field salaryMinn: did you mean salaryMin? (400 invalid_request)',
      '  line 2: unknown field extra: /openapi.json lists the fields of this body. (400 invalid_request)',
      '  line 3: unknown field screeningQuestions.0.hint: /openapi.json lists the fields of this body. (400 invalid_request)',
      'Rename the unknown fields, or run the same command again with --ignore-unknown to import without them.',
      '1 created, 1 published, 3 refused',
      '',
    ].join('\n'),
  )
  expect(await credits()).toBe(999)
  const loose = await importFile(file, '--ignore-unknown')
  expect(loose.code).toBe(0)
  expect(loose.stdout).toBe(
    [
      'Ignored: salaryMinn, which a job does not have, in 1 line.',
      'Ignored: extra, which a job does not have, in 1 line.',
      'Ignored: screeningQuestions.0.hint, which a job does not have, in 1 line.',
      '1 imported before, unchanged.',
      '3 created, 3 published, 0 refused',
      '',
    ].join('\n'),
  )
})

test('429 is retried after Retry-After and 503 after a backoff, with the same Idempotency-Key', async () => {
  proxy.faults.push({ status: 429, headers: { 'retry-after': '1' } }, { status: 503 })
  const run = await importFile(await writeLines(baker))
  expect(run).toMatchObject({ code: 0, stdout: '1 created, 1 published, 0 refused\n' })
  expect(createCalls()).toHaveLength(3)
  expect(new Set(createCalls().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  expect(await jobs()).toHaveLength(1)
})

test('several keys share the lines, and a line has the same key in every run', async () => {
  const others = [await mint(), await mint()]
  const run = () => importFile(sample, ...others.flatMap((key) => ['--api-key', key]))
  const keys = () => Object.fromEntries(createCalls().map((one) => [String(one.body.reference), one.apiKey]))
  await run()
  const first = keys()
  for (const key of [apiKey, ...others]) {
    expect(Object.values(first).filter((used) => used === key)).toHaveLength(4)
  }
  proxy.calls.length = 0
  await run()
  expect(keys()).toEqual(first)
  expect(await jobs()).toHaveLength(12)
})

test('1: without credits the import stops, says so, and a later run continues', async () => {
  await grant(-997)
  const run = await importFile(sample, '--allow-refused')
  expect(run.code).toBe(1)
  expect(run.stdout).toMatch(/Stopped at line 4: No JobPosting .*\(402 no_credits\)/)
  expect(run.stdout).toContain('4 created, 3 published, 1 refused')
  await grant(97)
  expect((await importFile(sample)).stdout).toContain('8 created, 9 published, 0 refused')
  expect(await credits()).toBe(97 - 9)
})

test('1: a key that is not accepted stops the import at once and is not printed', async () => {
  apiKey = 'pk_live_mistyped'
  const run = await importFile(sample)
  expect(run.code).toBe(1)
  expect(run.stdout).toContain('the API key is not accepted (401)')
  expect(run.stdout + run.stderr).not.toContain(apiKey)
  expect(proxy.calls).toHaveLength(1)
})

test('--publish-days sets expiryDate', async () => {
  await importFile(sample, '--limit', '1', '--publish-days', '90')
  const expiry = Date.parse(String(proxy.calls.at(-1)!.body.expiryDate))
  expect(Math.round((expiry - Date.now()) / 86_400_000)).toBe(90)
})

test('0: --help; 2: a wrong command line, with what is wrong and where help is; 1: a missing file', async () => {
  const help = await jobboard('import', 'jobs', '--help')
  expect(help.code).toBe(0)
  expect(help.stdout).toContain('npm run jobboard -- import jobs FILE')
  for (const [args, reason] of [
    [['import', 'jobs'], 'takes one FILE, got 0'],
    [['import', 'jobs', 'x'], '--api-key is missing'],
    [['import', 'jobs', 'x', '--api-key', 'k', '--limit', '0'], '--limit'],
    [['import', 'jobs', 'x', '--api-key', 'k', '--publish-days', '367'], '--publish-days'],
    [['import', 'jobs', 'x', '--api-key', 'k', '--base-url', 'here'], '--base-url'],
    [['import', 'jobs', 'x', '--what'], '--what'],
  ] as const) {
    const run = await jobboard(...args)
    expect([run.code, run.stdout]).toEqual([2, ''])
    expect(run.stderr).toContain(reason)
    expect(run.stderr).toContain('npm run jobboard -- import jobs --help')
  }
  const missing = await importFile(`${dir}/none.jsonl`)
  expect(missing.code).toBe(1)
  expect(missing.stderr).toContain('none.jsonl')
})

test('the sample has 12 postings with a reference each', async () => {
  const rows = (await readFile(sample, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(new Set(rows.map(({ reference }) => reference)).size).toBe(12)
})

test('a relative FILE is read from the folder of the user, also through npm', async () => {
  await writeLines(baker)
  const args = [
    'import',
    'jobs',
    'jobs.jsonl',
    '--api-key',
    apiKey,
    '--base-url',
    proxy.url,
    '--publish-days',
    '0',
  ]
  const created = { code: 0, stdout: '1 created, 0 published, 0 refused\n' }
  const throughNpm = { INIT_CWD: dir, npm_lifecycle_event: 'jobboard' }
  expect(await runJobboard(args, throughNpm)).toMatchObject(created)
  expect((await runJobboard(args, {}, dir)).stdout).toContain('1 imported before')
})
