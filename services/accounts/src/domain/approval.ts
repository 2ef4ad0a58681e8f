import type { CreditKind } from '@jobboard/contracts/limits'
import type { Employer } from './employer.ts'
import type { RecruiterKey } from './key.ts'

/** True when the approval of a new key hangs on whether its employer has credits (D-15). */
export function dependsOnCredits(employer: Employer, scopes: RecruiterKey['scopes']): boolean {
  return !employer.isTrustedPartner && !scopes.includes('CvSearch') && !employer.hasActiveContract
}

/** The status a key is born with (D-15); `balances` matter only when it `dependsOnCredits`. */
export function firstStatus(
  employer: Employer,
  scopes: RecruiterKey['scopes'],
  balances: Partial<Record<CreditKind, number>>,
): 'Active' | 'PendingApproval' {
  if (employer.isTrustedPartner) return 'Active'
  if (scopes.includes('CvSearch')) return 'PendingApproval'
  const hasCredit = Object.values(balances).some((balance) => balance > 0)
  return employer.hasActiveContract || hasCredit ? 'Active' : 'PendingApproval'
}
