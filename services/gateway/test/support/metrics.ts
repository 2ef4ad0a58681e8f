/** The value of one line of a gateway's `/metrics`, by name and labels; NaN when there is none. */
export async function readMetric({ adminUrl }: { adminUrl: string }, name: string): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  const line = text.split('\n').find((text) => text.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1))
}
