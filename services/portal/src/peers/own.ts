/** Whether calls with a key work or will work. */
export function isInUse({ status }: { status: string }): boolean {
  return status === 'Active' || status === 'PendingApproval'
}
