import type { Sql } from '@jobboard/db/sql'
import type { Family, Metrics } from '@jobboard/service/metrics/registry'
import type { SignInMethod } from '../session/session.ts'

/** What became of a mail: `dropped` when too many waited, `unaddressed` when nobody has the address. */
const mails = ['sent', 'failed', 'dropped', 'unaddressed'] as const
const methods: SignInMethod[] = ['email', 'link', 'oidc']
/** Why a sign-in was refused. */
const refusals = [
  'network_limit',
  'address_limit',
  'code',
  'code_limit',
  'link',
  'other_browser',
  'provider',
  'unknown_person',
] as const
export type Refusal = (typeof refusals)[number]

/** Counts of this process about sign-ins. */
export interface SignInCounters {
  mail(result: (typeof mails)[number]): void
  signedIn(by: SignInMethod): void
  refused(reason: Refusal): void
}

/** Adds the families of the sign-in to these metrics, and the number of sessions. */
export function openSignInCounters(metrics: Metrics, sql: Sql): SignInCounters {
  const sessions: Family = { name: 'portal_sessions', type: 'gauge', help: 'Signed-in browsers.' }
  metrics.add(sessions, async () => {
    const [row] = await sql<{ count: number }>`select count(*)::integer as count from session`
    return [{ labels: {}, value: row!.count }]
  })
  return {
    mail: counter(metrics, 'portal_sign_in_mails_total', 'Mails asked for at the sign-in.', 'result', mails),
    signedIn: counter(metrics, 'portal_sign_ins_total', 'Sessions that began.', 'by', methods),
    refused: counter(metrics, 'portal_sign_in_refusals_total', 'Refused sign-ins.', 'reason', refusals),
  }
}

function counter<Value extends string>(
  metrics: Metrics,
  name: string,
  help: string,
  label: string,
  values: readonly Value[],
): (value: Value) => void {
  const counts = new Map(values.map((value) => [value, 0]))
  metrics.add({ name, type: 'counter', help }, () =>
    [...counts].map(([value, count]) => ({ labels: { [label]: value }, value: count })),
  )
  return (value) => void counts.set(value, (counts.get(value) ?? 0) + 1)
}
