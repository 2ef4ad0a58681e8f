/** The operator behind a request. */
interface By {
  caller: { kind: string; actor?: string }
  requestId: string
  now: Date
}

/** The audit row of a change made here. */
export function toAudit(
  { caller, requestId, now }: By,
  action: string,
  object: string,
  { before, after }: { before: unknown; after: unknown },
) {
  const actor = caller.actor ?? caller.kind
  return { service: 'accounts', actor, action, object, before, after, requestId, at: now }
}
