// Timers fire at once above this, about 25 days.
export const MAX_TIMER_MS = 2 ** 31 - 1

/** Waits, at most 25 days; rejects with the reason of the signal when it aborts. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      },
      Math.min(milliseconds, MAX_TIMER_MS),
    )
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
