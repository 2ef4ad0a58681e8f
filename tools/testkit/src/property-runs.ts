/** Runs of a property: `all` with `npm run test:all`, a fifth of them with `npm test`. A counterexample of a rare kind is
 * then found by CI. */
export function propertyRuns(all: number): number {
  return process.env.TESTS === 'all' ? all : Math.ceil(all / 5)
}
