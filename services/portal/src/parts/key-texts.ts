/** Texts about a key. */
export const texts = {
  statuses: {
    Active: 'Active',
    PendingApproval: 'Waiting for review',
    Revoked: 'Revoked',
    Expired: 'Expired',
  },
  why: {
    cvSearch: 'It has the scope CvSearch',
    noContract: 'The employer had no contract and no credit',
  },
}
