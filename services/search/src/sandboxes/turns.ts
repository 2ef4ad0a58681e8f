import { ApiError } from '@jobboard/contracts/error'

const MAX_OF_SANDBOX = 5
const MAX_OF_ALL = 20

/** Runs searches of sandboxes, which read whole documents, one at a time in this process. */
export interface SandboxTurns {
  /** Throws unavailable when 5 of the sandbox, or 20 of all, run or wait. */
  run<T>(sandboxId: number, work: () => Promise<T>): Promise<T>
}

export function openSandboxTurns(): SandboxTurns {
  const counts = new Map<number, number>()
  let total = 0
  let last: Promise<unknown> = Promise.resolve()
  const add = (sandboxId: number, more: number) => {
    const count = (counts.get(sandboxId) ?? 0) + more
    if (count > 0) counts.set(sandboxId, count)
    else counts.delete(sandboxId)
    total += more
  }
  return {
    async run(sandboxId, work) {
      if (total >= MAX_OF_ALL || (counts.get(sandboxId) ?? 0) >= MAX_OF_SANDBOX) throw tooMany()
      add(sandboxId, 1)
      const done = last.then(work).finally(() => add(sandboxId, -1))
      last = done.catch(() => {})
      return done
    },
  }
}

function tooMany(): ApiError {
  return new ApiError('unavailable', 'Other searches of sandboxes are running; try again.', {
    headers: { 'retry-after': '1' },
  })
}
