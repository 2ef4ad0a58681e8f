import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { startTestGateway } from './support/setup.ts'

const WANTED = 2_000
// Node raises its soft limit of open files to the hard limit when it starts.
const limit =
  Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' })) || Number.POSITIVE_INFINITY
const count = Math.min(WANTED, limit - 500)
if (count < WANTED) {
  console.warn(`Tests only ${Math.max(0, count)} of ${WANTED} idle connections: ulimit -Hn is ${limit}.`)
}

const connections = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length

test.skipIf(count < 500)(`200: ordinary requests beside ${count} idle connections`, async () => {
  const gateway = await startTestGateway()
  const api = gateway.api(gateway.recruiter)
  await api.get('/api/v1/jobs')
  const before = { connections: connections(), memory: process.memoryUsage() }

  const file = new URL('./support/idle-clients.ts', import.meta.url)
  const clients = fork(file, [String(gateway.port), String(count)])
  const [{ opened }] = await once(clients, 'message')
  expect(opened).toBe(count)
  expect(connections()).toBeGreaterThanOrEqual(count)
  for (let i = 0; i < 20; i++) expect((await api.get('/api/v1/jobs')).status).toBe(200)

  const memory = process.memoryUsage()
  const growth = (name: 'rss' | 'heapUsed') => Math.round((memory[name] - before.memory[name]) / 1_000_000)
  console.log(`${count} idle connections: ${growth('rss')} MB resident, ${growth('heapUsed')} MB heap more`)

  clients.send('done')
  const [{ served }] = await once(clients, 'message')
  expect(served).toBe(count)
  await once(clients, 'exit')
  await eventually('their handles are released', async () => connections() < before.connections + 20)
  await gateway.stop()
})
