import { nearest } from '@jobboard/service/http/unknown-fields'

/** Finds the path of an endpoint that a path which no endpoint has most likely means, by segments; undefined when none is
 * near. */
export type NearestPath = (segments: readonly string[]) => string | undefined

/** A path may differ by this much. */
const MAX_COST = 3
const NEAR = 1
const EXTRA = 2
/** A segment of the version prefix that is missing or repeated: part of the address that clients are set up with. */
const EXTRA_PREFIX = 0.5
/** Never within the limit. */
const DIFFERENT = MAX_COST + 1
/** A longer path is near none: the work for one request is bounded. */
const MAX_SEGMENTS = 10
const VERSION = /^v\d{1,3}$/i
const ID = /^(?:\d+|\{.*\}|:\w+)$/

interface Candidate {
  path: string
  segments: string[]
}

/** Over the paths of these endpoints. */
export function openNearestPath(paths: readonly string[]): NearestPath {
  const candidates = [...new Set(paths)].map(
    (path): Candidate => ({ path, segments: path.slice(1).split('/') }),
  )
  return (sent) => {
    const segments = sent.at(-1) === '' ? sent.slice(0, -1) : sent
    if (segments.length > MAX_SEGMENTS) return undefined
    const isNear = openIsNear()
    let best: string | undefined
    let bestCost = MAX_COST
    for (const candidate of candidates) {
      if (!isRelated(segments, candidate, isNear)) continue
      const cost = costOf(segments, candidate.segments, isNear)
      if (cost > bestCost) continue
      if (
        best !== undefined &&
        cost === bestCost &&
        nearest(pathOf(segments), [best, candidate.path]) !== candidate.path
      )
        continue
      best = candidate.path
      bestCost = cost
    }
    return best
  }
}

const pathOf = (segments: readonly string[]): string => `/${segments.join('/')}`

type IsNear = (segment: string, word: string) => boolean

/** Compares each pair of a segment and a word once. */
function openIsNear(): IsNear {
  const known = new Map<string, boolean>()
  return (segment, word) => {
    const pair = `${segment}/${word}`
    const before = known.get(pair)
    if (before !== undefined) return before
    const result = VERSION.test(word) ? VERSION.test(segment) : nearest(segment, [word]) !== undefined
    known.set(pair, result)
    return result
  }
}

/** They have a word in common that is not of the version prefix. */
function isRelated(segments: readonly string[], candidate: Candidate, isNear: IsNear): boolean {
  return candidate.segments.some(
    (word) => !isPrefix(word) && !isParameter(word) && segments.some((segment) => isNear(segment, word)),
  )
}

/** The cheapest way to turn one list of segments into the other. */
function costOf(sent: readonly string[], wanted: readonly string[], isNear: IsNear): number {
  let last = [0]
  for (const word of wanted) last.push(last.at(-1)! + extraCost(word))
  for (const segment of sent) {
    const current = [last[0]! + extraCost(segment)]
    for (const [index, word] of wanted.entries()) {
      current.push(
        Math.min(
          last[index]! + replaceCost(segment, word, isNear),
          last[index + 1]! + extraCost(segment),
          current[index]! + extraCost(word),
        ),
      )
    }
    last = current
  }
  return last.at(-1)!
}

function replaceCost(segment: string, word: string, isNear: IsNear): number {
  if (segment === word) return 0
  if (isParameter(word)) return ID.test(segment) ? 0 : EXTRA
  return isNear(segment, word) ? NEAR : DIFFERENT
}

function extraCost(segment: string): number {
  return isPrefix(segment) ? EXTRA_PREFIX : EXTRA
}

function isPrefix(segment: string): boolean {
  return segment === 'api' || segment === 'admin' || VERSION.test(segment)
}

function isParameter(word: string): boolean {
  return word.startsWith('{')
}
