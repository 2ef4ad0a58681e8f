import { once } from 'node:events'
import { command, UsageError } from '../command.ts'
import { generateCandidate, MAX_WORDS } from '../generate/candidate.ts'
import { readCount } from '../read-count.ts'

const DEFAULT_WORDS = '300'
const LINES_PER_WRITE = 100

/** Writes invented candidates to stdout. */
export const generateCandidates = command({
  words: ['generate', 'candidates'],
  summary: 'write invented candidates, one per line, for tests and demos',
  help: `Writes invented candidates to stdout, one JSON object per line, as import candidates reads them

Usage
  npm run -s jobboard -- generate candidates --count N [--seed S] [--words W] > FILE

Try it
  npm run -s jobboard -- generate candidates --count 1000 > candidates.ndjson
  npm run jobboard -- import candidates candidates.ndjson

  The same seed gives the same candidates: the first 10 of 1000 are those of 10. Candidates of different seeds have
  different e-mail addresses. Names, employers and schools are invented.

Options
  --count N      how many, 1 to 10000000
  --seed S       0 to 2147483647 (default: 1)
  --words W      about how many words of text in each, 1 to ${MAX_WORDS} (default: ${DEFAULT_WORDS})
  -h, --help     show this text

Exit codes
  0  all are written
  2  the command line is wrong
`,
  options: {
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
    words: { type: 'string', default: DEFAULT_WORDS },
  },
  async run(values, positionals) {
    if (positionals.length > 0) throw new UsageError('generate candidates writes to stdout and takes no FILE')
    if (values.count === undefined) throw new UsageError('--count is missing: add --count N')
    const count = readCount('--count', values.count, 1, 10_000_000)
    const seed = readCount('--seed', values.seed, 0, 2_147_483_647)
    const words = readCount('--words', values.words, 1, MAX_WORDS)
    // The reader has closed its end, as head does.
    let isClosed = false
    process.stdout.on('error', () => (isClosed = true))
    for (let from = 0; from < count && !isClosed; from += LINES_PER_WRITE) {
      let text = ''
      for (let index = from; index < Math.min(from + LINES_PER_WRITE, count); index++) {
        text += `${JSON.stringify(generateCandidate(seed, index, words))}\n`
      }
      if (!process.stdout.write(text)) await once(process.stdout, 'drain').catch(() => {})
    }
    return 0
  },
})
