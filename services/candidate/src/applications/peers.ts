import { withdrawApplication } from '@jobboard/contracts/applications/internal'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { Deps } from '@jobboard/service/lifecycle/deps'

/** Withdraws an application in pipeline; again, it changes nothing. Throws unavailable, also while the application is on
 * its way there. */
export async function withdrawInPipeline(
  { call }: Deps,
  { candidateId, keyId, id }: { candidateId: number; keyId: number; id: number },
  requestId: string,
): Promise<ResponseBody<typeof withdrawApplication>> {
  try {
    const input = { params: { candidateId, id }, body: { keyId } }
    return await call(withdrawApplication, input, { requestId, isSafe: true })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error
    throw new ApiError('unavailable', 'The application is still on its way to the employer; try again.', {
      headers: { 'retry-after': '1' },
    })
  }
}
