/** The response of a call that must succeed. */
export async function must<R extends { status: number; text: string }>(call: Promise<R>): Promise<R> {
  const response = await call
  if (response.status >= 300) throw new Error(`${response.status} ${response.text}`)
  return response
}
