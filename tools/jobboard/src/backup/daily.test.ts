import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '@jobboard/stack/infra/free-port'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readDailySettings } from '../commands/drill.ts'
import { copyEncrypted } from './copy.ts'
import { type DailySteps, runDaily, runOnce } from './daily.ts'
import { expired, isDue, listBackups, nameOf } from './folder.ts'

let folder: string
let path: string | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jobboard-daily-'))
  path = process.env.PATH
})
afterEach(() => {
  process.env.PATH = path
  rmSync(folder, { recursive: true, force: true })
})

const at = (text: string) => new Date(`2026-03-${text}:00Z`)

test.each([
  ['none yet', '10T12:00', undefined, true],
  ['begun since the time of today', '10T12:00', at('10T03:00'), false],
  ['none since the time of today', '10T03:00', at('09T03:00'), true],
  ['before the time of today', '10T02:59', at('09T03:00'), false],
  ['a day was missed', '10T02:59', at('08T03:00'), true],
])('a backup is due or not: %s', (_case, now, newest, is) => {
  expect(isDue('03:00', at(now), newest)).toBe(is)
})

/** Complete backups by name, and one that was interrupted. */
function fill(...names: string[]): void {
  for (const name of names) {
    mkdirSync(join(folder, name))
    writeFileSync(
      join(folder, name, 'manifest.json'),
      JSON.stringify({ format: 1, takenAt: 'T', databases: {} }),
    )
  }
  mkdirSync(join(folder, '2026-01-09T03-00-00Z'))
}
const names = ['2026-01-01T03-00-00Z', '2026-01-02T03-00-00Z', '2026-01-03T03-00-00Z']

test('backups older than BACKUP_KEEP_DAYS are expired, the newest never', () => {
  fill(...names)
  expect(listBackups(folder)).toEqual(names)
  expect(expired(names, 2, new Date('2026-01-04T02:00:00Z'))).toEqual([names[0]])
  expect(expired(names, 2, new Date('2027-01-01T00:00:00Z'))).toEqual(names.slice(0, 2))
})

const steps = (own: Partial<DailySteps> = {}): DailySteps => ({
  take: async () => {},
  verify: async () => {},
  copy: async () => {},
  ...own,
})
const options = () => ({ folder, time: '03:00', keepDays: 1, log: () => {} })

test.each(['take', 'verify', 'copy'] as const)('nothing is deleted when "%s" fails (P-632)', async (step) => {
  fill(...names)
  const failing = steps({ [step]: () => Promise.reject(new Error('no')) })
  await expect(runOnce(options(), failing, new Date('2026-02-01T03:00:00Z'))).rejects.toThrow('no')
  expect(listBackups(folder)).toEqual(names)
  await runOnce(options(), steps(), new Date('2026-02-01T03:00:00Z'))
  expect(listBackups(folder)).toEqual(names.slice(2))
})

test('GET /metrics says that a run failed, and what the newest drill found', async () => {
  const stop = new AbortController()
  const failed = Promise.withResolvers<string>()
  const log = (line: string) => failed.resolve(line)
  writeFileSync(join(folder, 'drill.prom'), 'jobboard_drill_ok 1\n')
  const port = await freePort()
  const failing = steps({ take: () => Promise.reject(new Error('no disk')) })
  const running = runDaily({ ...options(), log }, failing, port, stop.signal)
  expect(await failed.promise).toBe('backup failed: no disk')
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(text).toContain('jobboard_backup_failed 1\n')
  expect(text).toContain('jobboard_drill_ok 1\n')
  stop.abort()
  await running
})

/** Programs that stand in for age and rclone: the first passes on what it reads with a mark, the second copies. */
function fakePrograms(rclone: string): void {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const age =
    '#!/bin/sh\n[ "$1 $2 $3 $4" = "--encrypt --recipient age1x --output" ] && { echo age; cat; } > "$5"\n'
  writeFileSync(join(bin, 'age'), age)
  writeFileSync(join(bin, 'rclone'), `#!/bin/sh\n${rclone}\n`)
  for (const name of ['age', 'rclone']) chmodSync(join(bin, name), 0o755)
  process.env.PATH = [bin, path].join(delimiter)
}

test('a copy is encrypted before it leaves the machine, and no archive stays', async () => {
  fakePrograms('for last; do :; done; cp "$5" "$last"')
  fill(names[0]!)
  const to = join(folder, 'elsewhere')
  mkdirSync(to)
  const target = await copyEncrypted(folder, names[0]!, { recipient: 'age1x', to: `${to}/` })
  expect(target).toBe(join(to, `${names[0]}.tar.age`))
  expect(readFileSync(target, 'latin1').slice(0, 4)).toBe('age\n')
  expect(readFileSync(target, 'latin1')).toContain('manifest.json')
  expect(existsSync(join(folder, `${names[0]}.tar.age.partial`))).toBe(false)
})

test('a copy that fails says where to and why', async () => {
  fakePrograms('echo "AccessDenied: no" >&2; exit 3')
  fill(names[0]!)
  const copy = copyEncrypted(folder, names[0]!, { recipient: 'age1x', to: 's3:bucket' })
  await expect(copy).rejects.toThrow(
    'was not copied to s3:bucket/2026-01-01T03-00-00Z.tar.age: AccessDenied: no',
  )
})

test.each([
  [{ BACKUP_TIME: '24:00' }, /BACKUP_TIME must be/],
  [{ BACKUP_KEEP_DAYS: '0' }, /BACKUP_KEEP_DAYS must be/],
  [{ BACKUP_COPY_TO: '/copies' }, /needs BACKUP_AGE_RECIPIENT/],
  [{ BACKUP_COPY_TO: '/copies', BACKUP_AGE_RECIPIENT: 'AGE-SECRET-KEY-1X' }, /needs BACKUP_AGE_RECIPIENT/],
])('settings of backup daily are refused by name: %j', (env, message) => {
  expect(() => readDailySettings(env)).toThrow(message)
  expect(() => readDailySettings(env)).not.toThrow(/SECRET-KEY/)
})

test('settings of backup daily have defaults', () => {
  expect(readDailySettings({ BACKUP_TIME: '' })).toEqual({ time: '03:00', keepDays: 14, copy: undefined })
  expect(nameOf(new Date('2026-01-01T03:00:00.123Z'))).toBe(names[0])
})
