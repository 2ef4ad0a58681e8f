import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Mutant, mutate, readMutants, testOf } from './mutants.ts'
import { copyTree, isStopped, runTests } from './run-tests.ts'

const HELP = `npm run do -- test:mutants: removes one mechanism after another and runs the tests named for it, each of which must fail.
A mechanism whose tests pass without it has survived: a test is missing. Works in a copy of this tree, with its uncommitted
changes, and never changes the tree. First all named tests run with every mechanism in place; a mechanism is not tried when one of its tests
fails even then.

  npm run do -- test:mutants                        all; about 10 s each on 2 CPUs
  npm run do -- test:mutants --only inbox-once ...  these, or all whose names begin with a text
  npm run do -- test:mutants --list                 prints the list and runs nothing
  --after-green                                     leaves out that first run, for right after a green npm test
  --limit 300                                       seconds after which the tests of one are ended, which proves nothing

Ends with 0 when all are killed, with 1 when one survived, could not be applied or its tests did not run, with 2 when
the arguments are wrong. The log file is printed; Ctrl-C ends the run.
`

const BASELINE_LIMIT_MS = 1_800_000

type Verdict = 'killed' | 'survived' | 'does not apply' | 'not run'

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true },
      limit: { type: 'string', default: '300' },
      'after-green': { type: 'boolean', default: false },
      list: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return print(HELP, 0)
  const limitMs = Number(values.limit) * 1_000
  if (!(limitMs > 0)) return print('--limit: must be a number of seconds, such as 300.\n', 2)
  const mutants = readMutants()
  const wanted = [...(values.only ?? []), ...positionals]
  const unknown = wanted.filter((name) => !mutants.some((mutant) => mutant.name.startsWith(name)))
  if (unknown.length > 0) return print(`Not in the list: ${unknown.join(', ')}. See --list.\n`, 2)
  const isWanted = ({ name }: Mutant) => wanted.length === 0 || wanted.some((one) => name.startsWith(one))
  const chosen = mutants.filter(isWanted)
  if (values.list) return print(chosen.map(textOf).join(''), 0)
  return run(chosen, limitMs, values['after-green'])
}

async function run(chosen: Mutant[], limitMs: number, isGreen: boolean): Promise<number> {
  const log = join(tmpdir(), `jobboard-mutants-${process.pid}.log`)
  print(`Copying the tree. The output of the tests: ${log}\n`)
  const copy = copyTree()
  try {
    const entries = [...new Set(chosen.flatMap(({ tests }) => tests))]
    const passing = new Set(isGreen ? entries : await listPassing(copy, entries, log))
    const verdicts: Record<Verdict, string[]> = {
      killed: [],
      survived: [],
      'does not apply': [],
      'not run': [],
    }
    for (const [index, mutant] of chosen.entries()) {
      if (isStopped()) break
      print(`${index + 1} of ${chosen.length}  ${mutant.name}: `)
      const [verdict, detail] = await tryWithout(mutant, copy, { log, limitMs, passing })
      print(`${verdict}, ${detail}\n`)
      verdicts[verdict].push(mutant.name)
    }
    return summarize(verdicts, chosen.length)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Those of the entries that pass with every mechanism in place. */
async function listPassing(copy: string, entries: readonly string[], log: string): Promise<string[]> {
  print(`With every mechanism in place: ${entries.length} files or tests run…\n`)
  const isNamed = (entry: string) => testOf(entry).title !== undefined
  const passing: string[] = []
  // Apart: a run of whole files runs every test of them.
  for (const some of [entries.filter(isNamed), entries.filter((entry) => !isNamed(entry))]) {
    if (some.length === 0 || isStopped()) continue
    passing.push(...(await runTests(copy, some, { log, limitMs: BASELINE_LIMIT_MS })).passed)
  }
  return passing
}

async function tryWithout(
  mutant: Mutant,
  copy: string,
  { passing, ...limits }: { log: string; limitMs: number; passing: ReadonlySet<string> },
): Promise<[Verdict, string]> {
  const failing = mutant.tests.filter((test) => !passing.has(test))
  if (failing.length > 0) return ['not run', `no pass with every mechanism in place: ${failing.join(', ')}`]
  const path = join(copy, mutant.file)
  const original = readFileSync(path, 'utf8')
  const mutated = mutate(original, mutant)
  if (mutated === undefined) return ['does not apply', 'its text occurs not at all or several times']
  writeFileSync(path, mutated)
  const startedAt = performance.now()
  const { failed, passed, notRun, isTimedOut } = await runTests(copy, mutant.tests, limits)
  writeFileSync(path, original)
  const seconds = `${Math.round((performance.now() - startedAt) / 1_000)} s`
  if (isTimedOut) return ['not run', `no end within ${limits.limitMs / 1_000} s; see --limit`]
  if (passed.length > 0) return ['survived', `passed without it: ${passed.join(', ')} (${seconds})`]
  if (notRun.length > 0) return ['not run', notRun.join(', ')]
  return ['killed', `${failed.length} of ${mutant.tests.length} failed (${seconds})`]
}

function summarize(verdicts: Record<Verdict, string[]>, total: number): number {
  const { killed, survived } = verdicts
  const broken = [...verdicts['does not apply'], ...verdicts['not run']]
  const skipped = total - killed.length - survived.length - broken.length
  const counts = `${killed.length} killed, ${survived.length} survived, ${broken.length} not tried`
  print(`${counts}${skipped ? `, ${skipped} left out` : ''}\n`)
  if (survived.length > 0) print(`Write a test for: ${survived.join(', ')}\n`)
  if (broken.length > 0) print(`Correct in tools/mutants/list: ${broken.join(', ')}\n`)
  return survived.length + broken.length + skipped > 0 ? 1 : 0
}

function textOf({ name, rules, without, file, tests }: Mutant): string {
  return `${name} (${rules.join(', ')}): ${without}\n  in ${file}\n${tests.map((test) => `  ${test}\n`).join('')}`
}

function print(text: string, code = 0): number {
  ;(code === 2 ? process.stderr : process.stdout).write(text)
  return code
}

process.exitCode = await main(process.argv.slice(2))
