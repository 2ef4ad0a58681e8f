import { Readable } from 'node:stream'
import { generateCandidate } from '@jobboard/jobboard/generate-candidate'
import { type Bench, type Benchmark, scaled } from './benchmark.ts'
import { rssMb } from './processes.ts'

const CANDIDATES = scaled(100_000)
const WORDS = 300
const SAMPLE_MS = 250
const SERVICES = ['gateway', 'candidate']

export const candidateImport: Benchmark<number[]> = {
  name: 'import',
  help: `an import of 100 000 generated candidates through the gateway in one request, twice: rows a second, memory (about six
minutes and 1 GB more)`,
  fill: async ({ pid }) => SERVICES.map((name) => rssMb(pid(name))),
  async measure(bench, before) {
    const peaks = SERVICES.map(() => 0)
    const sampling = setInterval(() => {
      for (const [i, name] of SERVICES.entries()) peaks[i] = Math.max(peaks[i]!, rssMb(bench.pid(name)))
    }, SAMPLE_MS)
    const first = await importCandidates(bench, generated(), CANDIDATES)
    const again = await importCandidates(bench, generated(), CANDIDATES)
    clearInterval(sampling)
    const what = `import of ${CANDIDATES} candidates`
    return {
      figures: [
        { what: `${what}: rows`, value: CANDIDATES / first.seconds, unit: '/s' },
        { what: `${what}: size of the file`, value: first.bytes / 1_048_576, unit: 'MiB' },
        { what: `${what}, again: rows skipped`, value: again.skipped / again.seconds, unit: '/s' },
        ...SERVICES.flatMap((name, i) => [
          { what: `${what}: RSS of ${name} before`, value: before[i]!, unit: 'MB' },
          { what: `${what}: highest RSS of ${name}`, value: peaks[i]!, unit: 'MB', goal: '<= 300 MB' },
        ]),
      ],
    }
  },
}

function* generated(): Generator<string> {
  for (let i = 0; i < CANDIDATES; i++) yield `${JSON.stringify(generateCandidate(1, i, WORDS))}\n`
}

/** Imports lines of candidates in one request through the gateway. Throws unless all are imported or were before. */
export async function importCandidates(
  { stack, settings, log }: Bench,
  lines: Iterable<string>,
  count: number,
): Promise<{ seconds: number; bytes: number; skipped: number }> {
  log(`Importing ${count} candidates…`)
  let bytes = 0
  function* counted() {
    for (const line of lines) {
      const chunk = Buffer.from(line)
      bytes += chunk.length
      yield chunk
    }
  }
  const begin = performance.now()
  const response = await fetch(`${stack.adminUrl}/admin/v1/candidates/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${settings.adminToken}`, 'content-type': 'application/x-ndjson' },
    body: Readable.from(counted()),
    duplex: 'half',
  } as unknown as RequestInit)
  const text = await response.text()
  const { imported, skipped } = JSON.parse(text) as { imported: number; skipped: number }
  if (response.status !== 200 || imported + skipped !== count)
    throw new Error(`the import failed: ${response.status} ${text.slice(0, 1_000)}`)
  return { seconds: (performance.now() - begin) / 1_000, bytes, skipped }
}
