/** POSTs JSON with a bearer token and answers the parsed body. Throws with the answer when it is no success. */
export async function post<T>(base: string, token: string, path: string, body: unknown): Promise<T> {
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status} ${text}`)
  return JSON.parse(text) as T
}

/** Runs `work` for 0..count-1, `lanes` at a time, and answers in order. */
export async function inLanes<T>(
  count: number,
  lanes: number,
  work: (i: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const lane = async () => {
    while (next < count) {
      const i = next++
      results[i] = await work(i)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}
