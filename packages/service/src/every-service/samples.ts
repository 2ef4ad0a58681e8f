/** One value of a metric. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** The samples of `/metrics`, in the text format of Prometheus. */
export function parseSamples(text: string): Sample[] {
  const samples: Sample[] = []
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line) ?? []
    if (name !== undefined) samples.push({ name, labels: parseLabels(labels), value: Number(value) })
  }
  return samples
}

function parseLabels(text: string): Record<string, string> {
  const pairs: [string, string][] = []
  const pair = /(\w+)="((?:[^"\\]|\\.)*)",?/y
  for (let found = pair.exec(text); found; found = pair.exec(text)) pairs.push([found[1]!, found[2]!])
  return Object.fromEntries(pairs)
}

/** The highest value of a metric; undefined when there is none. */
export function highest(samples: readonly Sample[], name: string): number | undefined {
  const values = samples.filter((sample) => sample.name === name).map(({ value }) => value)
  return values.length > 0 ? Math.max(...values) : undefined
}
