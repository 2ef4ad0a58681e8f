import { randomUUID } from 'node:crypto'
import { ROOT } from '@jobboard/releases/releases'
import type { People } from '../faults/support/people.ts'
import type { Trouble } from '../faults/support/retry.ts'
import { must } from './must.ts'
import type { ServiceName } from './steps.ts'
import type { MixedSystem } from './system.ts'

/** A person who is signed in to the portal. */
export interface PortalVisitor {
  /** Reads the next page, once; any status other than 200 is a failure. Leaves out a page that shows what only this release
   * of a service has, while that service runs in another one. */
  visitNext(report: (page: string) => (trouble: Trouble) => void): Promise<void>
}

const CSRF = /name="csrf" value="([^"]+)"/

/** Signs an EmployerAdmin of the workload's employer in, by a one-time link. Accounts must be of a release that has them. */
export async function signIn(
  { admin, portalUrl, treeOf }: MixedSystem,
  { employerId, jobIds }: People,
): Promise<PortalVisitor> {
  const employer = `/admin/v1/employers/${employerId}`
  const person = { name: 'Ada Admin', email: `${randomUUID()}@people.example`, role: 'EmployerAdmin' }
  const { id: userId } = (await must(admin.post(`${employer}/users`, person))).body
  const { url } = (await must(admin.post(`${employer}/portal-links`, { userId }))).body
  const form = await fetch(url)
  const csrf = CSRF.exec(await form.text())?.[1]
  if (!csrf) throw new Error(`${portalUrl} shows no form for a sign-in link: ${form.status}`)
  const cookies = new Map<string, string>()
  keep(cookies, form)
  const signedIn = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie: text(cookies),
      origin: portalUrl,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ csrf, operation: randomUUID() }),
  })
  if (signedIn.status !== 303) throw new Error(`The sign-in returned ${signedIn.status}`)
  keep(cookies, signedIn)
  const [jobId] = jobIds
  const pages: { path: string; needs?: ServiceName }[] = [
    { path: '/' },
    { path: '/jobs' },
    { path: `/jobs/${jobId}` },
    { path: `/jobs/${jobId}/board`, needs: 'pipeline' },
    { path: '/search' },
    { path: '/keys' },
    { path: '/webhooks', needs: 'webhook' },
    { path: '/credits' },
    { path: '/users' },
    { path: '/events', needs: 'webhook' },
  ]
  let next = 0
  return {
    async visitNext(report) {
      const { path, needs } = pages[next++ % pages.length]!
      if (needs && treeOf(needs) !== ROOT) return
      const startedAt = performance.now()
      const response = await fetch(portalUrl + path, {
        redirect: 'manual',
        headers: { cookie: text(cookies) },
        signal: AbortSignal.timeout(20_000),
      }).catch(() => undefined)
      await response?.body?.cancel()
      const status = response?.status ?? 'network'
      report(path.replace(String(jobId), '{id}'))({
        failures: status === 200 ? [] : [status],
        waitMs: performance.now() - startedAt,
      })
    },
  }
}

function keep(cookies: Map<string, string>, { headers }: Response): void {
  for (const cookie of headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';')
    cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
}

function text(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}
