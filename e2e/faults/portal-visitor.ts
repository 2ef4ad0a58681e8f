import { randomUUID } from 'node:crypto'
import type { Client } from '@jobboard/testkit/client'
import { signInByLink } from '@jobboard/testkit/sign-in'

/** A person who is signed in to the portal. */
export interface PortalVisitor {
  /** The next page, and its status, read once. */
  next(): { path: string; status(): Promise<number | undefined> }
}

const TIMEOUT_MS = 20_000

/** Signs an EmployerAdmin of the employer in, by a one-time link. */
export async function signIn(
  admin: Client,
  portalUrl: string,
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
  const job = `/jobs/${jobId}`
  const pages = [
    '/',
    '/jobs',
    job,
    `${job}/board`,
    '/search',
    '/keys',
    '/credits',
    '/users',
    '/webhooks',
    '/events',
  ]
  let turn = 0
  return {
    next() {
      const path = pages[turn++ % pages.length]!
      return { path: path.replace(String(jobId), '{id}'), status: () => statusOf(portalUrl + path, cookie) }
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
