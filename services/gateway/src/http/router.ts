import type { Endpoint, Method } from '@jobboard/contracts/endpoint'
import { type NearestPath, openNearestPath } from './nearest-path.ts'
import { isFreeText } from './target.ts'

/** The endpoints of a path. */
export interface Match {
  /** The endpoint of this method, for HEAD that of GET; undefined: 405. */
  endpoint: Endpoint | undefined
  /** The endpoint, or any other of the path: its kind of key and limit family hold for a wrong method too. */
  nearest: Endpoint
  /** The methods of the path for the `Allow` header of a 405; empty when there is an endpoint. */
  allow: string
  /** A parameter has characters that no id has: the object cannot exist (D-04). */
  hasInvalidId: boolean
}

/** Finds endpoints by the raw segments of a path; nothing is decoded. */
export interface Router {
  find(method: string, segments: readonly string[]): Match | undefined
  nearestPath: NearestPath
}

interface Node {
  fixed: Map<string, Node>
  parameter: Node | undefined
  endpoints: Map<Method, Endpoint>
  /** Indexes of the segments that are parameters. */
  parameters: number[]
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
const ID_TEXT = /^[A-Za-z0-9._~-]+$/

/** Builds a router. A fixed segment wins over a parameter, but only for the methods that it has itself. */
export function buildRouter(endpoints: readonly Endpoint[]): Router {
  const root = node()
  for (const endpoint of endpoints) add(root, endpoint)
  return {
    nearestPath: openNearestPath(endpoints.map(({ path }) => path)),
    find(method, segments) {
      const nodes: Node[] = []
      collect(root, segments, 0, nodes)
      if (nodes.length === 0) return undefined
      const found = nodes.find((one) => endpointFor(one, method))
      const endpoint = found && endpointFor(found, method)
      const { endpoints, parameters } = found ?? nodes[0]!
      const nearest = endpoint ?? endpoints.values().next().value!
      const allow = endpoint ? '' : allowOf(nodes)
      return { endpoint, nearest, allow, hasInvalidId: hasInvalidId(parameters, segments) }
    },
  }
}

function node(): Node {
  return { fixed: new Map(), parameter: undefined, endpoints: new Map(), parameters: [] }
}

function add(root: Node, endpoint: Endpoint): void {
  const segments = endpoint.path.slice(1).split('/')
  let at = root
  for (const segment of segments) at = segment.startsWith('{') ? parameterOf(at) : fixedOf(at, segment)
  if (at.endpoints.has(endpoint.method))
    throw new Error(`${endpoint.method} ${endpoint.path} is defined twice`)
  at.endpoints.set(endpoint.method, endpoint)
  at.parameters = segments.flatMap((segment, index) => (segment.startsWith('{') ? [index] : []))
}

function parameterOf(at: Node): Node {
  at.parameter ??= node()
  return at.parameter
}

function fixedOf(at: Node, segment: string): Node {
  const next = at.fixed.get(segment) ?? node()
  at.fixed.set(segment, next)
  return next
}

function collect(at: Node, segments: readonly string[], index: number, found: Node[]): void {
  if (index === segments.length) {
    if (at.endpoints.size > 0) found.push(at)
    return
  }
  const segment = segments[index]!
  const fixed = at.fixed.get(segment)
  if (fixed) collect(fixed, segments, index + 1, found)
  if (at.parameter && segment !== '') collect(at.parameter, segments, index + 1, found)
}

// HEAD is served as its GET, but where that can cost a credit: a probe must not be charged.
function endpointFor({ endpoints }: Node, method: string): Endpoint | undefined {
  if (method !== 'HEAD') return endpoints.get(method as Method)
  const get = endpoints.get('GET')
  return get?.cost ? undefined : get
}

// Not in the order of definition: exports of a module are sorted by name.
function allowOf(nodes: Node[]): string {
  return METHODS.filter((method) => nodes.some((one) => endpointFor(one, method))).join(', ')
}

function hasInvalidId(parameters: number[], segments: readonly string[]): boolean {
  return parameters.some((index) => !isFreeText(segments, index) && !ID_TEXT.test(segments[index]!))
}
