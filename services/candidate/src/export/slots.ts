/** Runs at most `count` tasks at a time; further ones wait, the oldest first. */
export function openSlots(count: number): { run<T>(task: () => Promise<T>): Promise<T> } {
  const waiting: (() => void)[] = []
  let free = count
  return {
    async run(task) {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await task()
      } finally {
        // The next task takes over the slot.
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
  }
}
