import { z } from 'zod'

const deadline = (defaultMs: number) => z.coerce.number().int().min(100).max(300_000).default(defaultMs)

/** The variables of a port that strangers reach: its time limits and its connections. */
export const portEnv = {
  /** How long the headers of a request may take to arrive. */
  HEADERS_TIMEOUT_MS: deadline(10_000),
  /** How long a whole request may take to arrive. */
  REQUEST_TIMEOUT_MS: deadline(30_000),
  /** A client's connection without traffic is closed after this long. */
  SILENCE_TIMEOUT_MS: deadline(60_000),
  /** Connections that the port holds; by default, and at most, what the limit of descriptors allows. */
  MAX_CONNECTIONS: z.coerce.number().int().min(1).max(1_000_000).optional(),
  /** Of these, from one address; 0 for no limit: behind a balancer or Docker's NAT all clients share one. */
  MAX_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(0).max(1_000_000).default(0),
}

type Deadlines = { HEADERS_TIMEOUT_MS: number; REQUEST_TIMEOUT_MS: number }

/** Refuses headers that may take longer than the whole request: the arguments of `.refine`. */
export const headersWithinRequest: [(env: Deadlines) => boolean, { path: string[]; error: string }] = [
  ({ HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS }) => HEADERS_TIMEOUT_MS <= REQUEST_TIMEOUT_MS,
  { path: ['HEADERS_TIMEOUT_MS'], error: 'must not be more than REQUEST_TIMEOUT_MS' },
]

/** The same limits as Node's HTTP server and Fastify take them. */
export function serverTimeouts({
  headersTimeoutMs,
  requestTimeoutMs,
  silenceTimeoutMs,
}: {
  headersTimeoutMs: number
  requestTimeoutMs: number
  silenceTimeoutMs: number
}) {
  return {
    requestTimeout: requestTimeoutMs,
    connectionTimeout: silenceTimeoutMs,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: Math.min(5_000, headersTimeoutMs / 2),
    },
  }
}
