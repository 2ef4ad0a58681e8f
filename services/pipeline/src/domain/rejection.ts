import type { RejectionReason, StoredReason } from '@jobboard/contracts/applications/rejection-reasons'
import { ApiError } from '@jobboard/contracts/error'
import { isSameText } from '@jobboard/contracts/text'

/** The reason of a request as it is stored. */
export function toStoredReason(
  given: { code: string; text?: string | null | undefined } | null | undefined,
): StoredReason | null {
  return given ? { code: given.code, text: given.text || null } : null
}

/** Whether both are the same reason, or none. */
export function isSameReason(a: StoredReason | null, b: StoredReason | null): boolean {
  return a?.code === b?.code && isSameText(a?.text ?? '', b?.text ?? '')
}

/** Throws invalid_request unless the employer has the code. */
export function checkCode({ code }: StoredReason, known: RejectionReason[]): void {
  if (known.some((reason) => reason.code === code)) return
  const codes = known.map((reason) => reason.code).join(', ')
  const reason = known.length
    ? `must be one of your codes: ${codes}`
    : 'is not known: you have no codes yet; store them with PUT /api/v1/rejection-reasons'
  throw new ApiError('invalid_request', `rejectionReason.code: ${reason}.`, {
    fields: [{ pointer: '/rejectionReason/code', reason }],
  })
}

/** The refusal of another reason for an application that is Rejected already. */
export function alreadyRejected(): ApiError {
  return new ApiError(
    'invalid_state',
    'rejectionReason: the application is Rejected already, with another reason or none; move it to another status first, then to Rejected with this reason.',
  )
}
