import type { listEmployerCreditEntries } from '@jobboard/contracts/credits/endpoints'
import * as ledger from '@jobboard/contracts/credits/internal'
import type { Input, ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { Call } from '@jobboard/service/lifecycle/call'
import {
  boundIn,
  decodeCursor,
  type Entries,
  type LedgerOwner,
  ledgerOwners,
  ownerOf,
  readMergedPage,
  toPage,
} from './entries.ts'

// Per try. A GET is tried twice, so metrics wait for balances for at most one second.
const FIND_TIMEOUT_MS = 500

type Addition = Input<ReturnType<typeof ledger.addCredits>>['body']
type Reversal = Pick<Input<ReturnType<typeof ledger.reverseEntry>>, 'params' | 'body'>

/** Adds credits in the owner's ledger, once per `operationId`. Throws invalid_request and unavailable. */
export const addCredits = (call: Call, owner: LedgerOwner, body: Addition, requestId: string) =>
  call(ledger.addCredits(owner), { body }, { requestId })

/** Reverses an entry of the owner's ledger, once. Throws not_found, invalid_state, invalid_request and unavailable. */
export const reverseEntry = (call: Call, owner: LedgerOwner, reversal: Reversal, requestId: string) =>
  call(ledger.reverseEntry(owner), reversal, { requestId })

/** The balances of every kind (D-64). Throws unavailable when one of the owners cannot be reached. */
export async function readAllBalances(call: Call, employerId: number, requestId: string) {
  const read = (owner: LedgerOwner) =>
    call(ledger.readBalances(owner), { params: { employerId } }, { requestId })
  return byKind(await Promise.all(ledgerOwners.map(read)), 0)
}

/** The balances of every kind; null where the owner does not respond within a second. */
export async function findBalances(call: Call, employerId: number, requestId: string) {
  const options = { requestId, timeoutMs: FIND_TIMEOUT_MS }
  const find = (owner: LedgerOwner) =>
    call(ledger.readBalances(owner), { params: { employerId } }, options).catch(unlessUnavailable)
  return byKind(await Promise.all(ledgerOwners.map(find)), null)
}

/** `balances` are those of the ledgers, in the order of `ledgerOwners`. */
function byKind<Missing>(
  [jobs, search]: (Partial<Record<CreditKind, number>> | undefined)[],
  missing: Missing,
): Record<CreditKind, number | Missing> {
  return {
    JobPosting: jobs?.JobPosting ?? missing,
    CvSearch: search?.CvSearch ?? missing,
    CvDownload: search?.CvDownload ?? missing,
  }
}

function unlessUnavailable(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'unavailable') return
  throw error
}

type EntryList = ResponseBody<typeof listEmployerCreditEntries>
type Entry = EntryList['items'][number]

interface PageQuery {
  kind?: CreditKind | undefined
  page: number
  pageSize: number
  cursor?: string | undefined
}

interface LedgerQuery {
  kind?: CreditKind
  before?: { createdAt: string; id: number } | undefined
  skip?: number
  take: number
  withTotal?: boolean
}

/** One page of the entries, newest first: of one kind from its owner, otherwise of both owners merged. A
 * `cursor` replaces `page`. Throws invalid_request (cursor, page) and unavailable. */
export async function listAllEntries(
  call: Call,
  employerId: number,
  requestId: string,
  { kind, page, pageSize: take, cursor }: PageQuery,
): Promise<EntryList> {
  if (cursor !== undefined && page !== 1)
    throw new ApiError('invalid_request', 'page: must be left out when cursor is sent.')
  const position = cursor === undefined ? undefined : decodeCursor(cursor)
  const skip = (page - 1) * take

  const read = (
    owner: LedgerOwner,
    { before, withTotal = true, ...rest }: LedgerQuery,
  ): Promise<Entries<Entry>> => {
    const bound = before && { beforeCreatedAt: before.createdAt, beforeId: before.id }
    const query = { ...rest, ...bound, withTotal: String(withTotal) }
    return call(ledger.listEntries(owner), { params: { employerId }, query }, { requestId })
  }
  if (!kind) {
    const merged = await readMergedPage(read, { position, skip, take, step: ledger.MAX_ENTRIES_PER_CALL })
    return { ...merged, page, pageSize: take }
  }
  const owner = ownerOf(kind)
  const before = position && boundIn(owner, position)
  const found = await read(owner, { kind, before, skip, take: take + 1 })
  return { ...toPage(found.items, found.total!, take), page, pageSize: take }
}

/** Employers of one call. */
export const MAX_EMPLOYERS = ledger.MAX_EMPLOYERS_PER_CALL

/** The balances of at most `MAX_EMPLOYERS` employers, without those of an owner that does not respond, or whose release cannot yet. */
export async function findManyBalances(
  call: Call,
  employerIds: number[],
): Promise<{ employerId: number; kind: CreditKind; amount: number }[]> {
  const found = ledgerOwners.map(async (owner) => {
    try {
      return (await call(ledger.listBalances(owner), { body: { employerIds } }, { isSafe: true })).items
    } catch (error) {
      if (error instanceof ApiError) return []
      throw error
    }
  })
  return (await Promise.all(found)).flat()
}
