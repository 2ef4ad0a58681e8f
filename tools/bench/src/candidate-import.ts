import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@jobboard/stack/infra/log'
import { root, type Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import pg from 'pg'
import type { Figure } from './figures.ts'
import { rssMb } from './proxy/process-usage.ts'

const CANDIDATES = Number(process.env.BENCH_CANDIDATES ?? 100_000)
const WORDS = 300
const SAMPLE_MS = 250
const RSS_GOAL = '<= 300 MB'
const SERVICES = ['gateway', 'candidate'] as const

/** The import of generated candidates through the gateway in one request, and the same file again: rows per second, and
 * the most memory of the gateway and of the candidate service. All services consume the events. */
export async function benchCandidateImport(stack: Stack, settings: Settings, log: Log): Promise<Figure[]> {
  const idle = SERVICES.map((name) => rssMb(pidOf(stack, name)))
  log(`Importing ${CANDIDATES} candidates…`)
  const first = await importOnce(stack, settings)
  log('Importing the same candidates again…')
  const again = await importOnce(stack, settings)
  await assertStored(stack)
  const what = `import of ${CANDIDATES} candidates`
  return [
    { what: `${what}: rows`, value: CANDIDATES / first.seconds, unit: '/s' },
    { what: `${what}: size of the file`, value: first.bytes / 1_048_576, unit: 'MiB' },
    ...SERVICES.flatMap((name, index) => [
      { what: `${what}: RSS of ${name} before`, value: idle[index]!, unit: 'MB' },
      {
        what: `${what}: highest RSS of ${name}`,
        value: Math.max(first.peaks[index]!, again.peaks[index]!),
        unit: 'MB',
        goal: RSS_GOAL,
      },
    ]),
    { what: `${what}, again: rows skipped`, value: CANDIDATES / again.seconds, unit: '/s' },
  ]
}

async function importOnce(stack: Stack, { adminToken }: Settings) {
  const generator = startGenerator()
  let bytes = 0
  async function* counted() {
    for await (const chunk of generator.stdout) {
      bytes += chunk.length
      yield chunk
    }
  }
  const peaks = SERVICES.map(() => 0)
  let isDone = false
  const sampling = (async () => {
    while (!isDone) {
      for (const [index, name] of SERVICES.entries()) {
        peaks[index] = Math.max(peaks[index]!, rssMb(pidOf(stack, name)))
      }
      await sleep(SAMPLE_MS)
    }
  })()
  const startedMs = performance.now()
  try {
    const response = await fetch(`${stack.adminUrl}/admin/v1/candidates/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/x-ndjson' },
      body: Readable.from(counted()),
      duplex: 'half',
    } as unknown as RequestInit)
    const report = (await response.json()) as { imported: number; skipped: number }
    if (response.status !== 200 || report.imported + report.skipped !== CANDIDATES) {
      throw new Error(`the import failed: ${response.status} ${JSON.stringify(report).slice(0, 1_000)}`)
    }
    return { seconds: (performance.now() - startedMs) / 1_000, bytes, peaks }
  } finally {
    isDone = true
    await sampling
    if (generator.exitCode === null) {
      generator.kill()
      await once(generator, 'exit')
    }
  }
}

function startGenerator() {
  const main = join(root, 'tools/jobboard/src/main.ts')
  const args = ['generate', 'candidates', '--count', String(CANDIDATES), '--words', String(WORDS)]
  return spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
}

function pidOf({ services }: Stack, name: string): number {
  return services.find((service) => service.name === name)!.pid()
}

async function assertStored({ plans }: Stack): Promise<void> {
  const { plan } = plans.find(({ name }) => name === 'candidate')!
  const client = new pg.Client({ connectionString: plan.env.DATABASE_URL! })
  await client.connect()
  const { rows } = await client.query(
    `select count(*)::int as stored from candidate where email like '%@candidates.example'`,
  )
  await client.end()
  if (rows[0].stored !== CANDIDATES) throw new Error(`${rows[0].stored} candidates are stored`)
}
