import type { CreditKind } from '@jobboard/contracts/limits'
import type { Employer } from './employer.ts'
import type { RecruiterKey } from './key.ts'

/** True when the initial status of a new key depends on the credit balances of its employer (D-15). */
export function dependsOnCredits(employer: Employer, scopes: RecruiterKey['scopes']): boolean {
  return !employer.isTrustedPartner && !scopes.includes('CvSearch') && !employer.hasActiveContract
}

/** The status of a new key (D-15). `balances` are read only when `dependsOnCredits` is true. */
export function initialStatus(
  employer: Employer,
  scopes: RecruiterKey['scopes'],
  balances: Partial<Record<CreditKind, number>>,
): 'Active' | 'PendingApproval' {
  if (employer.isTrustedPartner) return 'Active'
  if (scopes.includes('CvSearch')) return 'PendingApproval'
  const hasCredit = Object.values(balances).some((balance) => balance > 0)
  return employer.hasActiveContract || hasCredit ? 'Active' : 'PendingApproval'
}
