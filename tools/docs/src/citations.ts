import type { Checkout } from './checkout.ts'
import type { Rule } from './rules.ts'

/** A place that cites a rule. */
interface Citation {
  id: string
  file: string
  line: number
}

const TEXT_FILE = /\.(ts|mjs|cjs|js|sql|md|sh|ya?ml)$/
// An applied migration never changes, so its comments keep the ids of their time.
const APPLIED = /\/migrations\/[^/]+\.sql$/
// `ALP-003` and the parts of a UUID are no ids.
const ID = /(?<![\w-])[DP]-\d{2,3}(?!\d)|Spec §\d+(?:\.\d+)*/g

/** How many citations there are in code, tests and documents, and those of rules that are not defined. */
export function checkCitations(
  checkout: Checkout,
  rules: readonly Rule[],
): { count: number; breaches: string[] } {
  const known = new Set(rules.map(({ id }) => id))
  const citations = checkout.files
    .filter((file) => TEXT_FILE.test(file) && !APPLIED.test(file))
    .flatMap((file) => citationsIn(file, checkout.read(file)))
  const breaches = citations
    .filter(({ id }) => !known.has(id))
    .map(({ id, file, line }) => {
      return `${file}:${line}: ${id} is not defined in docs/rules; nearest: ${neighbour(id, known)}`
    })
  return { count: citations.length, breaches }
}

function citationsIn(file: string, text: string): Citation[] {
  return text.split('\n').flatMap((line, index) => {
    return [...line.matchAll(ID)].map(([id]) => ({ id, file, line: index + 1 }))
  })
}

// Of the same kind, by number: a spelling says nothing about which rule was meant.
function neighbour(id: string, known: Iterable<string>): string {
  const kind = kindOf(id)
  const distance = (other: string) => Math.abs(numberOf(other) - numberOf(id))
  const [first] = [...known]
    .filter((other) => kindOf(other) === kind)
    .toSorted((a, b) => distance(a) - distance(b))
  return first ?? 'none'
}

function kindOf(id: string): string {
  return id.replace(/[\d.]+$/, '')
}

function numberOf(id: string): number {
  const [whole = '0', part = '0'] = /[\d.]+$/.exec(id)?.[0].split('.') ?? []
  return Number(whole) + Number(part) / 100
}
