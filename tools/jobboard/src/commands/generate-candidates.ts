import { once } from 'node:events'
import { command } from '../command.ts'
import { generateCandidate, MAX_WORDS } from '../generate/candidate.ts'
import { count, required, withDefault } from '../option.ts'

const DEFAULT_WORDS = '300'
const LINES_PER_WRITE = 100

/** Writes invented candidates to stdout. */
export const generateCandidates = command({
  words: ['generate', 'candidates'],
  summary: 'write invented candidates, one per line, for tests and demos',
  about: 'Writes invented candidates to stdout, one JSON object per line, as import candidates reads them',
  isData: true,
  example: [
    'npm run -s jobboard -- generate candidates --count 1000 > candidates.ndjson',
    'npm run jobboard -- import candidates candidates.ndjson',
  ],
  notes: [
    'The same seed gives the same candidates: the first 10 of 1000 are those of 10. Candidates of different seeds have different e-mail addresses. Names, employers and schools are invented.',
  ],
  strayAdvice: 'it writes to stdout',
  options: {
    count: required(count('N', 'how many, 1 to 10000000', 1, 10_000_000)),
    seed: withDefault(count('S', '0 to 2147483647', 0, 2_147_483_647), 1),
    words: withDefault(
      count('W', `about how many words of text in each, 1 to ${MAX_WORDS}`, 1, MAX_WORDS),
      DEFAULT_WORDS,
    ),
  },
  exits: { 0: 'all are written' },
  async run(values) {
    const { count: total, seed, words } = values
    // The reader has closed its end, as head does.
    let isClosed = false
    process.stdout.on('error', () => (isClosed = true))
    for (let from = 0; from < total && !isClosed; from += LINES_PER_WRITE) {
      let text = ''
      for (let index = from; index < Math.min(from + LINES_PER_WRITE, total); index++) {
        text += `${JSON.stringify(generateCandidate(seed, index, words))}\n`
      }
      if (!process.stdout.write(text)) await once(process.stdout, 'drain').catch(() => {})
    }
    return 0
  },
})
