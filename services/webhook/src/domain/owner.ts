/** Whose subscriptions and deliveries a request may touch: those of one employer, or any for operators. */
export type Owner = { employerId: number } | 'any'

/** The owner that a caller stands for. Throws for a caller that has no subscriptions. */
export function ownerOf(caller: { kind: string; employerId?: number }): Owner {
  if (caller.kind === 'admin') return 'any'
  if (caller.kind === 'recruiter' && caller.employerId !== undefined) return { employerId: caller.employerId }
  throw new Error(`a ${caller.kind} has no webhook subscriptions`)
}
