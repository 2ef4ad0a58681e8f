const isComplete = process.env.LONG_TESTS === 'true'

/** How many random runs or steps a test makes: `all` with `npm run test:all`, a fifth of them with `npm test`. */
export function randomRuns(all: number): number {
  return isComplete ? all : Math.ceil(all / 5)
}

/** TEST_SEED; without it another one in each `npm run test:all`, and the same in each `npm test`. */
export function randomSeed(): number {
  return Number(process.env.TEST_SEED ?? (isComplete ? Date.now() % 1_000_000 : 1))
}
