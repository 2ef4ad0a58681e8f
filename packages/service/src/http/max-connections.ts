/** Descriptors for the operators' port, NATS, calls to services, health checks, logs and the runtime. */
const RESERVED = 128
/** An idle connection takes about 11 KB: 20 000 of them a quarter of a gigabyte. */
const MOST_CONNECTIONS = 20_000

/** The connections that the public port may hold, so that descriptors are left for everything else. Each
 * request in flight may hold a second descriptor, its connection to a service; `upstreamConnections` is the most
 * of these. `wanted` lowers the number, and never raises it over what the descriptors allow. */
export function maxConnections(descriptors: number, upstreamConnections: number, wanted?: number): number {
  const available = Math.max(2, descriptors - RESERVED)
  const allowed = available - Math.min(upstreamConnections, Math.floor(available / 2))
  return Math.min(allowed, wanted ?? MOST_CONNECTIONS)
}

/** The process's limit of open descriptors. Node raises it to the hard limit at its start. */
export function descriptorLimit(): number {
  const report: { excludeNetwork?: boolean; getReport(): object } = process.report
  report.excludeNetwork = true
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  return Number(userLimits?.open_files?.soft) || Number.POSITIVE_INFINITY
}
