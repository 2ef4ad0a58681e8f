/** Does all steps of work at once. */
export function allSteps<Result>(work: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
