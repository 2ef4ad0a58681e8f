import type { withdrawOwnApplication as endpoint } from '@jobboard/contracts/applications/own'
import { failpoint } from '@jobboard/process/failpoint'
import type { Action } from '@jobboard/service/http/route'
import { withdrawInPipeline } from '../peers/withdrawal.ts'
import { getApplication, saveStatus } from '../store/application.ts'
import { toOwnApplication } from '../wire/application.ts'

/** Pipeline decides, so a move by the employer at the same moment comes before it or is refused. What it decided
 * is stored here at once; its event stores the same. Throws not_found, unavailable. */
export const withdrawOwnApplication: Action<typeof endpoint> = async (context) => {
  const { service, sql, caller, candidateId, params, requestId, commit } = context
  if (caller.kind !== 'candidate') throw new Error(`a ${caller.kind} cannot withdraw an application`)
  const { keyId } = caller
  await getApplication(sql, candidateId, params.id)
  const withdrawn = await withdrawInPipeline(service, { candidateId, keyId, id: params.id }, requestId)
  failpoint('withdraw-after-pipeline')
  return commit(async (tx) => {
    await saveStatus(tx, withdrawn)
    return { body: toOwnApplication(await getApplication(tx, candidateId, params.id)) }
  })
}
