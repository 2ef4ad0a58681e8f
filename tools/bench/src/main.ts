import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { root } from '@jobboard/stack/settings'
import { apply } from './apply.ts'
import { type Benchmark, type Result, withStack } from './benchmark.ts'
import { figureTable } from './figures.ts'
import { jobs, meJobs } from './jobs.ts'
import { pipeline } from './pipeline.ts'
import { proxy } from './proxy/proxy.ts'
import { sandboxes } from './sandboxes.ts'
import { search } from './search.ts'
import { soak } from './soak.ts'
import { webhooks } from './webhooks.ts'

const benchmarks: Benchmark[] = [apply, proxy, webhooks, pipeline, jobs, meJobs, search, sandboxes, soak]

const list = (chosen: Benchmark[]) =>
  chosen
    .map(({ name, help }) => `  ${name.padEnd(8)}  ${help.replaceAll('\n', `\n${' '.repeat(12)}`)}\n`)
    .join('')
const help = `npm run bench -- NAME...: measures this checkout on this machine, prints tables, writes bench.json.

${list(benchmarks.filter(({ isDefault }) => isDefault))}
Only when named:

${list(benchmarks.filter(({ isDefault }) => !isDefault))}
Each has a stack of its own; BENCH_DATA_DIR keeps its data. --quick, or BENCH_SCALE=0.01, tries a benchmark with a hundredth
of its rows and calls: its figures mean nothing.
`

const log = (line: string) => void process.stderr.write(`${line}\n`)

function run(benchmark: Benchmark): Promise<Result> {
  if ('measureAlone' in benchmark) return benchmark.measureAlone(log)
  return withStack(log, async (bench) => benchmark.measure(bench, await benchmark.fill(bench)))
}

/** Prints the results and writes them to bench.json. */
function report(results: Result[]): void {
  const figures = results.flatMap((result) => result.figures)
  const tables = results.flatMap((result) => result.tables ?? [])
  const [cpu, cores, node, at] = [cpus()[0]?.model, cpus().length, process.version, new Date().toISOString()]
  const machine = { cpu, cores, node, at }
  writeFileSync(join(root, 'bench.json'), `${JSON.stringify({ machine, figures, tables }, null, 2)}\n`)
  const title = `${cores} x ${cpu}, Node ${node}, ${at}`
  process.stdout.write(`\n${[title, figureTable(figures), ...tables].join('\n\n')}\n`)
}

async function main(names: string[]): Promise<void> {
  const results: Result[] = []
  for (const benchmark of benchmarks) {
    const isChosen = names.length === 0 ? benchmark.isDefault : names.includes(benchmark.name)
    if (isChosen) results.push(await run(benchmark))
  }
  report(results)
}

const args = process.argv.slice(2).filter((arg) => arg !== '--quick')
const unknown = args.find((arg) => arg !== '--help' && !benchmarks.some(({ name }) => name === arg))
if (unknown !== undefined) {
  log(`There is no benchmark "${unknown}".\n\n${help}`)
  process.exitCode = 2
} else if (args.includes('--help')) process.stdout.write(help)
else {
  main(args).catch((error: Error) => {
    log(error.message)
    process.exitCode = 1
  })
}
