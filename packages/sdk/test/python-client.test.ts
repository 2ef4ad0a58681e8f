import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FaultyServer, startFaultyServer } from './support/faulty-server.ts'
import { clientFiles, clientFolder, findPython } from './support/python.ts'
import { run } from './support/run.ts'
import { startSystem, type TestSystem } from './support/start-system.ts'

const python = findPython()
const compiled = fileURLToPath(new URL('../../../node_modules/.cache/test-python', import.meta.url))
let system: TestSystem
let lossy: FaultyServer
let limited: FaultyServer

beforeAll(async () => {
  if (!python) return
  system = await startSystem()
  lossy = await startFaultyServer(system.url, { losesFirstResponses: true })
  limited = await startFaultyServer()
  const body = { code: 'rate_limited', message: 'Too many requests.' }
  limited.steps.push({ status: 429, headers: { 'retry-after': '3600' }, body })
})
afterAll(async () => {
  await lossy?.stop()
  await limited?.stop()
  await system?.network.stop()
})

test.skipIf(!python)(
  'the tests of the Python client pass against the real system, and leave no file',
  async () => {
    const before = clientFiles()
    await run(python!.program, ['-m', 'unittest', 'discover', '-s', 'test'], {
      cwd: clientFolder,
      env: {
        JOBBOARD_URL: system.url,
        JOBBOARD_LOSSY_URL: lossy.url,
        JOBBOARD_LIMITED_URL: limited.url,
        JOBBOARD_RECRUITER_KEY: system.recruiterKey,
        // Its processes compile the client once, and not beside its sources.
        PYTHONPYCACHEPREFIX: compiled,
      },
    })
    const writes = lossy.requests.filter(({ method }) => method === 'POST')
    expect(writes).toHaveLength(4)
    expect(new Set(writes.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
    expect(lossy.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1)
    expect(clientFiles()).toEqual(before)
  },
)
