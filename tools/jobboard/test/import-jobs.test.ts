import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type StandIn, startStandIn } from './stand-in.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const sample = fileURLToPath(new URL('../sample/jobs.jsonl', import.meta.url))

let api: StandIn
let dir: string
beforeEach(async () => {
  api = await startStandIn()
  dir = await mkdtemp(`${tmpdir()}/jobboard-import-`)
})
afterEach(async () => {
  await api.stop()
  await rm(dir, { recursive: true })
})

/** Runs the command as a process of its own. */
function jobboard(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

const importFile = (file: string, ...more: string[]) =>
  jobboard('import', 'jobs', file, '--api-key', 'pk_live_one', '--base-url', api.url, ...more)

async function fileOf(...lines: unknown[]): Promise<string> {
  const file = `${dir}/jobs.jsonl`
  await writeFile(
    file,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  )
  return file
}

test('0: the sample is created and published, Unicode and all, and a second run changes nothing', async () => {
  const first = await importFile(sample)
  expect(first).toMatchObject({ code: 0, stdout: '12 created, 12 published, 0 refused\n' })
  expect([...api.jobs.values()].map(({ title }) => title)).toContain('データ分析担当')
  expect(new Set([...api.jobs.values()].map(({ status }) => status))).toEqual(new Set(['Active']))
  const before = structuredClone(api.jobs)
  const second = await importFile(sample)
  expect(second.code).toBe(0)
  expect(second.stdout).toContain('12 were there already.\n0 created, 0 published, 0 refused\n')
  expect(api.jobs).toEqual(before)
  expect(api.credits).toBe(1_000 - 12)
})

test('a run that was cut short is finished by the next one', async () => {
  await importFile(sample, '--publish-days', '0', '--limit', '5')
  expect(new Set([...api.jobs.values()].map(({ status }) => status))).toEqual(new Set(['Draft']))
  expect((await importFile(sample)).stdout).toContain('7 created, 12 published, 0 refused')
  expect(api.jobs.size).toBe(12)
})

test('1: refused lines are listed with number, field and reason; the others are in; --allow-refused: 0', async () => {
  const good = { title: 'Baker', country: 'AT', reference: 'B-1' }
  const file = await fileOf(good, '', '{"title": ', { ...good, reference: 'B-2', country: 'Austria' }, '[1]')
  const run = await importFile(file)
  expect(run.code).toBe(1)
  expect(run.stdout).toBe(
    [
      'Refused:',
      '  line 3: the line is not valid JSON',
      '  line 4: country: must be a country code. (400 invalid_request)',
      '  line 5: the line is not a JSON object',
      '1 created, 1 published, 3 refused',
      '',
    ].join('\n'),
  )
  expect((await importFile(file, '--allow-refused')).code).toBe(0)
})

test('429 is waited out and the call repeated; a 503 is tried again with the same Idempotency-Key', async () => {
  api.script.push({ status: 429, headers: { 'retry-after': '1' } }, { status: 503 })
  const run = await importFile(await fileOf({ title: 'Baker', country: 'AT' }))
  expect(run).toMatchObject({ code: 0, stdout: '1 created, 1 published, 0 refused\n' })
  const creates = api.asked.filter(({ path }) => path === '/api/v1/jobs')
  expect(creates).toHaveLength(3)
  expect(new Set(creates.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
})

test('several keys share the lines, each line always with the same key', async () => {
  const args = [sample, '--api-key', 'pk_live_two', '--api-key', 'pk_live_three']
  const keys = () => {
    const creates = api.asked.filter(({ path }) => path === '/api/v1/jobs')
    return Object.fromEntries(creates.map(({ apiKey, body }) => [String(body.reference), apiKey]))
  }
  await importFile(args[0]!, ...args.slice(1))
  const first = keys()
  for (const key of ['one', 'two', 'three']) {
    expect(Object.values(first).filter((used) => used === `pk_live_${key}`)).toHaveLength(4)
  }
  api.asked.length = 0
  await importFile(args[0]!, ...args.slice(1))
  expect(keys()).toEqual(first)
})

test('1: without credits it stops, says so, and a later run goes on', async () => {
  api.credits = 3
  const run = await importFile(sample, '--allow-refused')
  expect(run.code).toBe(1)
  expect(run.stdout).toContain(
    'Stopped before the end of the file, line 4: No credits are left. (402 no_credits)',
  )
  expect(run.stdout).toContain('4 created, 3 published, 1 refused')
  api.credits = 100
  expect((await importFile(sample)).stdout).toContain('8 created, 9 published, 0 refused')
  expect(api.credits).toBe(100 - 9)
})

test('1: a key that is not accepted stops it at once, and is not shown', async () => {
  api.script.push({ status: 401 })
  const run = await importFile(sample)
  expect(run.code).toBe(1)
  expect(run.stdout).toContain('the API key is not accepted (401)')
  expect(run.stdout + run.stderr).not.toContain('pk_live_one')
  expect(api.asked).toHaveLength(1)
})

test('--publish-days sets the expiryDate', async () => {
  await importFile(sample, '--limit', '1', '--publish-days', '90')
  const expiry = Date.parse(String(api.asked.at(-1)!.body.expiryDate))
  expect(Math.round((expiry - Date.now()) / 86_400_000)).toBe(90)
})

test('--help teaches; 2: a command that is not understood says what is wrong; 1: no such file', async () => {
  const help = await jobboard('--help')
  expect(help.code).toBe(0)
  expect(help.stdout).toContain('jobboard import jobs FILE')
  expect((await jobboard()).stdout).toBe(help.stdout)
  for (const [args, reason] of [
    [['export'], 'no command "export"'],
    [['import', 'jobs'], 'takes one file'],
    [['import', 'jobs', 'x'], '--api-key is missing'],
    [['import', 'jobs', 'x', '--api-key', 'k', '--limit', '0'], '--limit'],
    [['import', 'jobs', 'x', '--api-key', 'k', '--publish-days', '367'], '--publish-days'],
    [['import', 'jobs', 'x', '--api-key', 'k', '--base-url', 'here'], '--base-url'],
    [['import', 'jobs', 'x', '--what'], '--what'],
  ] as const) {
    const run = await jobboard(...args)
    expect([run.code, run.stdout]).toEqual([2, ''])
    expect(run.stderr).toContain(reason)
  }
  const missing = await importFile(`${dir}/none.jsonl`)
  expect(missing.code).toBe(1)
  expect(missing.stderr).toContain('none.jsonl')
})

test('the sample holds 12 complete postings with a reference each', async () => {
  const rows = (await readFile(sample, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(new Set(rows.map(({ reference }) => reference)).size).toBe(12)
})
