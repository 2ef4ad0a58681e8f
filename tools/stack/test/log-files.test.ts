import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitLog, rotateLog } from '../src/infra/process/run-process.ts'

let dir: string
let file: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'log-files-'))
  file = join(dir, 'jobs.log')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const logs = () =>
  Object.fromEntries(readdirSync(dir).map((name) => [name, readFileSync(join(dir, name), 'utf8')]))

test('the logs of the last three runs stay beside the current one', () => {
  for (const run of ['one', 'two', 'three', 'four', 'five']) {
    rotateLog(file)
    writeFileSync(file, run)
  }
  expect(logs()).toEqual({
    'jobs.log': 'five',
    'jobs.log.1': 'four',
    'jobs.log.2': 'three',
    'jobs.log.3': 'two',
  })
})

test('an empty or missing log replaces no older one', () => {
  writeFileSync(`${file}.1`, 'crash')
  rotateLog(file)
  writeFileSync(file, '')
  rotateLog(file)
  expect(logs()).toEqual({ 'jobs.log': '', 'jobs.log.1': 'crash' })
})

test('a log that became too large while its process runs is moved aside; the process continues in the empty file', () => {
  writeFileSync(file, '0123456789')
  limitLog(file, 10)
  expect(Object.keys(logs())).toEqual(['jobs.log'])
  appendFileSync(file, 'x')
  limitLog(file, 10)
  appendFileSync(file, 'next')
  expect(logs()).toEqual({ 'jobs.log': 'next', 'jobs.log.1': '0123456789x' })
})

test.skipIf(process.platform !== 'linux')(
  'a log that became too large and cannot be copied, as on a full disk, is emptied without a copy',
  () => {
    writeFileSync(file, '0123456789x')
    // This device refuses every copy.
    symlinkSync('/dev/full', `${file}.1`)
    limitLog(file, 10)
    expect(logs()).toEqual({ 'jobs.log': '' })
  },
)
