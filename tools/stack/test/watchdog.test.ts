import { readFileSync } from 'node:fs'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { isAlive } from '../src/infra/process/stop-process.ts'
import { openSupervisor } from './support/supervisor.ts'

vi.setConfig({ testTimeout: 120_000 })
const supervisor = openSupervisor()
afterEach(() => supervisor.stopAll())
afterAll(() => supervisor.remove())

test('a process whose event loop is stuck says so, ends itself and is started again (P-272)', async () => {
  const stuck = await supervisor.start('stuck', 1)
  const before = stuck.pid()
  stuck.block()
  await stuck.isStartedAgain()
  expect(stuck.pid()).not.toBe(before)
  expect(stuck.reports).toEqual([expect.stringContaining('the event loop was stuck for 1 s')])
  expect(stuck.lines('fatal').map((line) => JSON.parse(line))).toEqual([
    {
      ...{ level: 'fatal', time: expect.any(String), service: 'stuck', seconds: 1 },
      msg: 'the event loop was stuck for 1 s; this process ends itself and must be started again',
      next: 'docs/runbooks/service-restarting.md',
    },
  ])
})

test.skipIf(process.platform !== 'linux')(
  'what watches a process ends with it, also when it is killed (P-272)',
  async () => {
    const watched = await supervisor.start('watched', 600)
    const before = watched.pid()
    const children = readFileSync(`/proc/${before}/task/${before}/children`, 'utf8').trim().split(' ')
    expect(children).toHaveLength(1)
    process.kill(before, 'SIGKILL')
    await watched.until(() => !isAlive(Number(children[0])))
  },
)
