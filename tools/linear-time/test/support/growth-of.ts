import { quadraticGrowth } from '../../src/growth.ts'
import { runOf, worstInputs } from '../../src/worst-inputs.ts'

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
