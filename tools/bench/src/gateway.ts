import { randomUUID } from 'node:crypto'
import { type Benchmark, scaled } from './benchmark.ts'
import { type Figure, markdownTable } from './figures.ts'
import { startFlood } from './load.ts'
import { createEmployer } from './people.ts'
import { cpuUs, rssMb } from './processes.ts'

const CONNECTIONS = 64
const SECONDS = scaled(5)
const WARM_UP_SECONDS = scaled(2)
/** A key may call 100 times a minute: enough for 15 000 calls a second of every row. */
const KEYS = scaled(5_000, 64)
const JOBS = '/api/v1/jobs?pageSize=1'

export const gateway: Benchmark<string[]> = {
  name: 'gateway',
  help: 'requests a second and CPU time of one gateway: passed on and refused (about two minutes)',
  isDefault: true,
  async fill(bench) {
    bench.log(`Minting ${KEYS} keys…`)
    return (await createEmployer(bench, { scopes: ['JobPosting'], keys: KEYS })).keys
  },
  async measure({ stack, pid, log }, keys) {
    const unknown = `pk_live_${randomUUID().replaceAll('-', '')}`
    const rows: [what: string, keys: string[], status: number][] = [
      ['passed on to jobs', keys, 200],
      ['401: a key that does not exist', keys.map(() => unknown), 401],
      ['429: one key above its limit', keys.map(() => keys[0]!), 429],
    ]
    const figures: Figure[] = [{ what: 'gateway: memory before', value: rssMb(pid('gateway')), unit: 'MB' }]
    const table: (string | number)[][] = []
    for (const [what, tokens, status] of rows) {
      log(`${what}…`)
      const load = {
        url: stack.baseUrl,
        connections: CONNECTIONS,
        requests: tokens.map((token) => ({ path: JOBS, token })),
      }
      await (await startFlood())({ ...load, seconds: WARM_UP_SECONDS })
      const flood = await startFlood()
      const before = cpuUs(pid('gateway'))
      const { count, perSecond, p50Ms, p99Ms, statuses } = await flood({ ...load, seconds: SECONDS })
      const us = (cpuUs(pid('gateway')) - before) / count
      table.push([what, perSecond, p50Ms, p99Ms, us, `${statuses[status] ?? 0} of ${count}`])
      figures.push({ what: `gateway: ${what}: CPU a request`, value: us, unit: 'µs' })
    }
    figures.push({ what: 'gateway: memory after', value: rssMb(pid('gateway')), unit: 'MB' })
    const head = [
      'one gateway, 64 connections',
      'req/s',
      'p50 ms',
      'p99 ms',
      'CPU µs a request',
      'as expected',
    ]
    return { figures, tables: [markdownTable(head, table)] }
  },
}
