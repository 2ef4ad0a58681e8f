import { randomUUID } from 'node:crypto'
import type { Client } from '@jobboard/testkit/client'
import { signInByLink } from '@jobboard/testkit/sign-in'
import type { System } from './fault.ts'

/** A person who is signed in to the portal. */
export interface PortalVisitor {
  /** The next page, and its status, read once; undefined for a page that shows what its service does not have. */
  next(): { path: string; status(): Promise<number | undefined> } | undefined
}

const TIMEOUT_MS = 20_000

/** Signs an EmployerAdmin of the employer in, by a one-time link. */
export async function signIn(
  admin: Client,
  portal: NonNullable<System['portal']>,
  employerId: number,
  jobId: number,
): Promise<PortalVisitor> {
  const created = async (path: string, body: unknown) => {
    const response = await admin.post(`/admin/v1/employers/${employerId}/${path}`, body)
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.text}`)
    return response.body
  }
  const email = `${randomUUID()}@people.example`
  const { id: userId } = await created('users', { name: 'Ada Admin', email, role: 'EmployerAdmin' })
  const { url } = await created('portal-links', { userId })
  const cookie = await signInByLink(url)
  const pages: { path: string; needs?: string }[] = [
    ...['/', '/jobs', `/jobs/${jobId}`, '/search', '/keys', '/credits', '/users'].map((path) => ({ path })),
    { path: `/jobs/${jobId}/board`, needs: 'pipeline' },
    ...['/webhooks', '/events'].map((path) => ({ path, needs: 'webhook' })),
  ]
  let turn = 0
  return {
    next() {
      const { path, needs } = pages[turn++ % pages.length]!
      if (needs && !portal.shows(needs)) return undefined
      return { path: path.replace(String(jobId), '{id}'), status: () => statusOf(portal.url + path, cookie) }
    },
  }
}

async function statusOf(url: string, cookie: string): Promise<number | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, { redirect: 'manual', headers: { cookie }, signal }).catch(
    () => undefined,
  )
  await response?.body?.cancel()
  return response?.status
}
