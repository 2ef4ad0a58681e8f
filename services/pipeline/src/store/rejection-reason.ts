import type { RejectionReason } from '@jobboard/contracts/applications/rejection-reasons'
import type { Sql, Tx } from '@jobboard/db/sql'

/** The reasons of an employer, in their order; empty until some are stored. */
export async function listRejectionReasons(sql: Sql, employerId: number): Promise<RejectionReason[]> {
  const [row] = await sql<{ reasons: RejectionReason[] }>`
    select reasons from employer_rejection_reasons where employer_id = ${employerId}`
  return row?.reasons ?? []
}

/** The reasons of an employer, locked until the transaction ends, also before the first are stored. */
export async function lockRejectionReasons(sql: Tx, employerId: number): Promise<RejectionReason[]> {
  await sql`
    insert into employer_rejection_reasons (employer_id, reasons) values (${employerId}, '[]') on conflict do nothing`
  const [row] = await sql<{ reasons: RejectionReason[] }>`
    select reasons from employer_rejection_reasons where employer_id = ${employerId} for update`
  return row!.reasons
}

/** Stores the reasons of an employer, which this transaction has locked. */
export async function saveRejectionReasons(
  sql: Tx,
  employerId: number,
  reasons: RejectionReason[],
): Promise<void> {
  await sql`
    update employer_rejection_reasons set reasons = ${JSON.stringify(reasons)} where employer_id = ${employerId}`
}
