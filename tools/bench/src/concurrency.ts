/** Runs `work` for 0 to count-1, at most `concurrency` at a time, and returns the results in order. */
export async function mapConcurrently<T>(
  count: number,
  concurrency: number,
  work: (i: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const i = next++
      results[i] = await work(i)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}
