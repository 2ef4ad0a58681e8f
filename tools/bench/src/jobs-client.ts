import { setTimeout as sleep } from 'node:timers/promises'
import { CALLER_HEADER, type Caller, signCaller } from '@jobboard/service/auth/caller'
import { EMPLOYERS } from './jobs-fill.ts'

const LOAD_PER_SECOND = 50
const WORKERS = 2

/** Sends a request to the jobs service as an employer. Throws when the response is no success. */
export type Send = (employerId: number, method: string, path: string, body?: unknown) => Promise<void>

/** A client that calls the jobs service directly, with signed callers as the gateway sends them. */
export function openJobsClient(url: string, callerSecret: string): Send {
  return async (employerId, method, path, body) => {
    const caller: Caller = { kind: 'recruiter', employerId, userId: null, keyId: 1, scopes: ['JobPosting'] }
    const response = await fetch(url + path, {
      method,
      headers: { [CALLER_HEADER]: signCaller(callerSecret, caller), 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  }
}

/** Sends 50 requests a second in the background, one create for four reads. The function returned stops them and throws
 * when one failed. */
export function startBackgroundLoad(send: Send): () => Promise<void> {
  let stopped = false
  let failure: unknown
  let i = 0
  const worker = async () => {
    while (!stopped) {
      i += 7
      const employerId = 1 + (i % EMPLOYERS)
      if (i % 5 === 0) await send(employerId, 'POST', '/api/v1/jobs', { title: 'Load' })
      else await send(employerId, 'GET', '/api/v1/jobs')
      await sleep((WORKERS * 1_000) / LOAD_PER_SECOND)
    }
  }
  const workers = Promise.all(Array.from({ length: WORKERS }, worker)).catch((error: unknown) => {
    failure = error
  })
  return async () => {
    stopped = true
    await workers
    if (failure) throw failure
  }
}
