import { notFound } from '@jobboard/contracts/error'
import * as admin from '@jobboard/contracts/sandbox/admin'
import * as endpoints from '@jobboard/contracts/sandbox/endpoints'
import { enterSandbox } from '@jobboard/contracts/sandbox/internal'
import { type Route, route } from '@jobboard/service/http/route'
import { getEmployer } from '../employers/store.ts'
import type { AccountsEnv } from '../env.ts'
import { mintSandboxCandidateKey } from '../keys/mint-actions.ts'
import { getUserOfAny } from '../users/store.ts'
import { countHeld } from './peers.ts'
import { createSandbox, deleteSandbox, resetSandbox, signUp } from './saga-actions.ts'
import { toSandbox } from './sandbox.ts'
import { findOwn, findSandbox, findSandboxOf, findTwin, listSandboxPage, saveTwin } from './store.ts'

/** The live user is looked at each time: one who was removed enters no more, and the twin has the role of today. */
const enter: Route<AccountsEnv> = route(enterSandbox, async ({ sql, params, now, commit }) => {
  const user = await getUserOfAny(sql, params.userId)
  const sandbox = await findSandboxOf(sql, user.employerId)
  if (!sandbox) throw notFound()
  const { id: sandboxId } = sandbox
  const userId = await findTwin(sql, sandboxId, user)
  if (userId !== undefined) return { body: { sandboxId, userId } }
  return commit(async (tx) => ({ body: { sandboxId, userId: await saveTwin(tx, sandboxId, user, now) } }))
})

/** Sandboxes: Admin API, their own endpoints, and the portal's way into them. */
export const sandboxRoutes: Route<AccountsEnv>[] = [
  createSandbox,
  deleteSandbox,
  resetSandbox,
  signUp,
  mintSandboxCandidateKey,
  enter,
  route(admin.getSandbox, async ({ sql, params }) => {
    const { id } = await getEmployer(sql, params.employerId)
    const sandbox = await findOwn(sql, id)
    if (!sandbox) throw notFound()
    return { body: toSandbox(sandbox) }
  }),
  route(admin.listSandboxes, async ({ sql, query }) => {
    const { items, ...page } = await listSandboxPage(sql, query)
    return { body: { ...page, items: items.map(toSandbox) } }
  }),
  route(endpoints.readSandbox, async ({ service, sql, employerId, requestId }) => {
    const sandbox = await findSandbox(sql, employerId)
    if (!sandbox) throw notFound()
    return { body: { ...toSandbox(sandbox), ...(await countHeld(service.call, sandbox.id, requestId)) } }
  }),
]
