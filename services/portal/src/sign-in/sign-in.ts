import type { Sql } from '@jobboard/db/sql'
import type { SendMail } from '@jobboard/process/mailer'
import type { Family, Metrics } from '@jobboard/service/metrics/registry'
import type { PortalDeps } from '../env.ts'
import type { SignInMethod } from '../session/session.ts'
import type { Provider } from './oidc/provider.ts'

export interface SignIn {
  deps: PortalDeps
  counters: SignInCounters
  /** Undefined without SMTP_URL: nobody signs in by mail. */
  sendMail: SendMail | undefined
  queue: Queue
  /** Undefined without OIDC_ISSUER. */
  provider: Provider | undefined
}

const MAX_NEXT = 500

/** A path of this portal to open after the sign-in; `/` for anything else, such as another site, an own page of the sign-in,
 * or a path that a browser reads as an address. */
export function nextOf(path: string | undefined): string {
  if (path === undefined || path.length > MAX_NEXT || !path.startsWith('/')) return '/'
  const url = URL.parse(path, 'http://portal.invalid')
  if (url?.origin !== 'http://portal.invalid') return '/'
  const own = url.pathname + url.search
  const isSignIn = url.pathname === '/sign-in' || url.pathname.startsWith('/sign-in/')
  return own.length > MAX_NEXT || own.startsWith('//') || isSignIn ? '/' : own
}

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
  'sandbox_limit',
] as const
export type Refusal = (typeof refusals)[number]

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

/** Work that is done after the response, in this process alone: what waits is lost when it is killed. */
export interface Queue {
  /** False when too much waits, and `work` is never done. */
  add(work: () => Promise<void>): boolean
  /** Resolves when everything that was added is done. */
  drained(): Promise<void>
}

/** Opens a queue of at most `maxWaiting` works, of which `concurrency` run at a time. What a work throws goes to
 * `onError`. */
export function openQueue(concurrency: number, maxWaiting: number, onError: (error: unknown) => void): Queue {
  const waiting: (() => Promise<void>)[] = []
  const listeners: (() => void)[] = []
  let running = 0

  async function run(work: () => Promise<void>): Promise<void> {
    running++
    await work().catch(onError)
    running--
    const next = waiting.shift()
    if (next) void run(next)
    else if (running === 0) for (const listener of listeners.splice(0)) listener()
  }
  return {
    add(work) {
      if (running < concurrency) void run(work)
      else if (waiting.length < maxWaiting) waiting.push(work)
      else return false
      return true
    },
    drained: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => listeners.push(resolve))),
  }
}
