/** Makes a value at the first call and keeps it until its version changes. A failure is not kept. */
export function keep<T>(make: () => T | Promise<T>, version: () => unknown = () => 0): () => Promise<T> {
  let kept: { version: unknown; value: Promise<T> } | undefined
  return () => {
    const wanted = version()
    if (kept && kept.version === wanted) return kept.value
    const made = { version: wanted, value: Promise.resolve().then(make) }
    kept = made
    made.value.catch(() => {
      if (kept === made) kept = undefined
    })
    return made.value
  }
}
