import { parseExpression } from '../../src/check.ts'

/** Ten times the text may take forty times as long: noise and caches cost a factor of four, a square would be a hundred. */
const MOST = 40
/** A growth from here on is measured again, and decided by that. */
const SUSPECT = 15
const LENGTHS = [1_000, 10_000, 100_000]
/** A square takes longer: 100 ms for 10 000 characters with a nanosecond a step. What is quicker is no growth. */
const LEAST_MS_A_CHARACTER = 0.003
/** A time that is too long is measured this often, and the shortest counts: other work only makes it longer. */
const RUNS = 5
/** Below it a time is taken as this: compiling for a moment must not decide. */
const LEAST_MS = 1
/** Some kernels count CPU time in ticks of this. */
const TICK_MS = 10
/** A run that takes longer is not repeated. */
const ENDLESS_MS = 300

/** Why a run on texts of 1 000, 10 000 and 100 000 characters takes more than linear time; undefined when it does not.
 * Other work on the machine makes times longer, so the shortest of some counts. */
export function quadraticGrowth(run: (length: number) => () => void): string | undefined {
  let shorter = Number.POSITIVE_INFINITY
  for (const length of LENGTHS) {
    const suspectMs = Math.max(SUSPECT * shorter, LEAST_MS_A_CHARACTER * length)
    const ms = shortestMs(run(length), suspectMs)
    if (ms > suspectMs && ((ms > ENDLESS_MS && ms > MOST * shorter) || growsInTurns(run, length))) {
      return `${length} characters take ${ms.toFixed(1)} ms, ${length / 10} take ${shorter.toFixed(1)} ms`
    }
    shorter = Math.max(LEAST_MS, ms)
  }
  return undefined
}

/** Both lengths once more, in turns, so that the machine is as busy for one as for the other: the shortest of each decides. */
function growsInTurns(run: (length: number) => () => void, length: number): boolean {
  const [short, long] = [run(length / 10), run(length)]
  const times = Array.from({ length: RUNS }, () => [cpuMs(short), cpuMs(long)] as const)
  const shortest = Math.max(LEAST_MS, Math.min(...times.map(([ms]) => ms)))
  return Math.min(...times.map(([, ms]) => ms)) > MOST * shortest
}

/** The shortest of at most five runs; the second one when that is within `limitMs`, because the first one compiles. */
function shortestMs(work: () => void, limitMs: number): number {
  let shortest = Number.POSITIVE_INFINITY
  for (let i = 0; i < RUNS; i++) {
    shortest = Math.min(shortest, cpuMs(work))
    if (shortest > ENDLESS_MS || (i > 0 && shortest <= limitMs)) break
  }
  return shortest
}

/** The time by the clock, at most the CPU time of this thread and one tick more: other work on the machine does not count. */
function cpuMs(work: () => void): number {
  const [started, before] = [performance.now(), process.threadCpuUsage()]
  work()
  const { user, system } = process.threadCpuUsage(before)
  // biome-ignore lint/plugin: time is what is measured
  return Math.min(performance.now() - started, (user + system) / 1_000 + TICK_MS)
}

/** A text of about `length` characters: a start, a repeated part, and an end that makes a match fail late. */
export type Input = (length: number) => string

// Of the classes that expressions use: letters, digits, blanks, marks, punctuation, what ends a line.
const CHARACTERS = [
  'a',
  'Z',
  '0',
  ' ',
  '\t',
  '\n',
  '-',
  '.',
  '/',
  '@',
  '"',
  '\\',
  '(',
  'é',
  'ß',
  '中',
  '\u0301',
  '😀',
]
const MAX_PARTS = 600
/** In characters; longer than any part, so that an exponential expression is found before it takes long. */
const TRIAL_LENGTHS = [24, 32, 48, 1_000]
const TRIAL_LIMIT_MS = 20
const TRIED_AGAIN = 60
const KEPT = 3

/** The inputs that take an expression longest, of a thousand: its words and characters, alone and in pairs, repeated.
 * Throws when the time is exponential. */
export function worstInputs(expression: string): Input[] {
  const run = runOf(expression)
  const tried = inputsOf(parseExpression(expression).source).map((input) => ({
    input,
    ms: trial(run, input),
  }))
  tried.sort(bySlowness)
  // Other work on the machine made some of them slow: not twice the same ones.
  const again = tried.slice(0, TRIED_AGAIN).map(({ input, ms }) => ({
    input,
    ms: Math.min(ms, trial(run, input), trial(run, input)),
  }))
  return again
    .sort(bySlowness)
    .slice(0, KEPT)
    .map(({ input }) => input)
}

const bySlowness = (a: { ms: number }, b: { ms: number }) => b.ms - a.ms

/** Searches a text for every match of an expression. */
function runOf(expression: string): (text: string) => void {
  const { source, flags } = parseExpression(expression)
  const global = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  return (text) => void text.replace(global, '')
}

const inputOf =
  (start: string, part: string, end: string): Input =>
  (length) =>
    start + part.repeat(Math.ceil(length / part.length)) + end

function trial(run: (text: string) => void, input: Input): number {
  let ms = 0
  for (const length of TRIAL_LENGTHS) {
    const text = input(length)
    const started = performance.now()
    run(text)
    // biome-ignore lint/plugin: time is what is measured, and decides only what is tried next
    ms = performance.now() - started
    if (ms > TRIAL_LIMIT_MS && length < 100 && isSlow(run, text)) throw new ExponentialTime(text)
  }
  return ms
}

/** A few characters took longer than a long text may. */
export class ExponentialTime extends Error {
  constructor(text: string) {
    super(`${JSON.stringify(text)} takes exponential time`)
  }
}

// Once more, by the time of this thread: the machine may have done something else.
function isSlow(run: (text: string) => void, text: string): boolean {
  return cpuMs(() => run(text)) > TRIAL_LIMIT_MS
}

function inputsOf(source: string): Input[] {
  const plain = source.replace(/\\[pP]\{[^}]*\}|\\u\{?[\da-fA-F]+\}?|\\[a-zA-Z]/g, ' ')
  const words = plain.match(/[\p{L}\p{N}_]{2,}/gu) ?? []
  const own = [...new Set(plain.replace(/[\p{L}\p{N}]/gu, ''))]
  const characters = [...new Set([...own, ...CHARACTERS])]
  const parts = [
    ...characters,
    ...words.flatMap((word) => [word, `${word} `, ` ${word}`]),
    ...characters.flatMap((first) => characters.map((second) => first + second)),
    ...own.flatMap((first) => own.map((second) => `a${first}${second}`)),
  ]
  return [
    ...[...new Set(parts)]
      .slice(0, MAX_PARTS)
      .flatMap((part) => [inputOf('', part, ''), inputOf('', part, '\u0000')]),
    ...[...own, ...words, 'a', '0'].flatMap((start) =>
      characters.map((part) => inputOf(start, part, '\u0000')),
    ),
  ]
}

/** Why an expression takes more than linear time; undefined when it does not. */
export function growthOf(expression: string): string | undefined {
  const run = runOf(expression)
  for (const input of worstInputs(expression)) {
    const failure = quadraticGrowth((length) => {
      const text = input(length)
      return () => run(text)
    })
    if (failure) return `${JSON.stringify(input(12))}: ${failure}`
  }
  return undefined
}
