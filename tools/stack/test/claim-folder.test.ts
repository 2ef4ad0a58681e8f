import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimFolder } from '../src/infra/process/claim-folder.ts'
import { runChildScript } from './support/child-script.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'claim-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** Reports 'claimed', or the error message. */
const claimInChild = (folder: string) =>
  runChildScript(`
    const { claimFolder } = await import(infra + 'process/claim-folder.ts')
    try {
      claimFolder(${JSON.stringify(folder)}, 'Server')
      report('claimed')
    } catch (error) {
      report(error.message)
    }`)

test('a living owner is named, and holds the folder until it releases it', () => {
  const claim = claimFolder(dir, 'Server')
  expect(() => claimFolder(dir, 'Server')).toThrow(`in use by process ${process.pid}`)
  claim.release()
  claimFolder(dir, 'Server').release()
  expect(readdirSync(dir)).toEqual([])
})

test('the folder of a killed owner can be claimed', async () => {
  const owner = await claimInChild(dir)
  expect(() => claimFolder(dir, 'Server')).toThrow(`process ${owner.pid}`)
  await owner.kill()
  claimFolder(dir, 'Server')
  expect(JSON.parse(readFileSync(join(dir, 'owner.json'), 'utf8')).pid).toBe(process.pid)
})

test('a process that reuses the pid of the dead owner does not hold the folder', () => {
  writeFileSync(join(dir, 'owner.json'), JSON.stringify({ pid: process.pid, mark: 'before the reboot' }))
  claimFolder(dir, 'Server').release()
})

test('an unreadable claim does not lock the folder', () => {
  writeFileSync(join(dir, 'owner.json'), '{"pid":')
  claimFolder(dir, 'Server').release()
})

test('of several processes that claim the folder of a dead owner at once, one succeeds', async () => {
  writeFileSync(join(dir, 'owner.json'), JSON.stringify({ pid: process.pid, mark: 'dead' }))
  const children = await Promise.all(Array.from({ length: 6 }, () => claimInChild(dir)))
  expect(children.filter(({ report }) => report === 'claimed')).toHaveLength(1)
  await Promise.all(children.map((child) => child.kill()))
})

test('a folder that it creates is closed to other users', () => {
  claimFolder(join(dir, 'new'), 'Server')
  expect(statSync(join(dir, 'new')).mode & 0o777).toBe(0o700)
})
