import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimFolder } from './claim-folder.ts'
import { startElsewhere } from './start-elsewhere.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'claim-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const claimElsewhere = (folder: string) =>
  startElsewhere(`
    const { claimFolder } = await import(here + 'claim-folder.ts')
    try { claimFolder(${JSON.stringify(folder)}, 'Thing'); say('mine') } catch (error) { say(error.message) }`)

test('a living owner is named and keeps the folder until it lets go', () => {
  const claim = claimFolder(dir, 'Thing')
  expect(() => claimFolder(dir, 'Thing')).toThrow(`in use by process ${process.pid}`)
  claim.release()
  claimFolder(dir, 'Thing').release()
  expect(readdirSync(dir)).toEqual([])
})

test('the folder of a killed owner is free', async () => {
  const other = await claimElsewhere(dir)
  expect(() => claimFolder(dir, 'Thing')).toThrow(`process ${other.pid}`)
  await other.kill()
  claimFolder(dir, 'Thing')
  expect(JSON.parse(readFileSync(join(dir, 'owner.json'), 'utf8')).pid).toBe(process.pid)
})

test('a process that merely has the number of the dead owner does not keep the folder', () => {
  writeFileSync(join(dir, 'owner.json'), JSON.stringify({ pid: process.pid, mark: 'before the reboot' }))
  claimFolder(dir, 'Thing').release()
})

test('an unreadable claim does not lock the folder for good', () => {
  writeFileSync(join(dir, 'owner.json'), '{"pid":')
  claimFolder(dir, 'Thing').release()
})

test('of many that want a dead one’s folder at once, one gets it', async () => {
  writeFileSync(join(dir, 'owner.json'), JSON.stringify({ pid: process.pid, mark: 'dead' }))
  const others = await Promise.all(Array.from({ length: 6 }, () => claimElsewhere(dir)))
  expect(others.filter(({ answer }) => answer === 'mine')).toHaveLength(1)
  await Promise.all(others.map((other) => other.kill()))
})

test('a folder it makes is closed to other users', () => {
  claimFolder(join(dir, 'new'), 'Thing')
  expect(statSync(join(dir, 'new')).mode & 0o777).toBe(0o700)
})
