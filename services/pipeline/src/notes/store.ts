import { notFound } from '@jobboard/contracts/error'
import { MAX_NOTES_EVER_PER_CANDIDATE, MAX_NOTES_PER_CANDIDATE } from '@jobboard/contracts/limits'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import type { Note } from './note.ts'

/** A note to store. */
export interface NewNote extends Omit<Note, 'id' | 'updatedAt'> {
  employerId: number
  candidateId: number
}

const noteColumns = fragment`id, application_id, text, author_user_id, created_at, updated_at`

/** The notes about an application and about its candidate, newest first. */
export function listNotes(
  sql: Sql,
  employerId: number,
  { id, candidateId }: { id: number; candidateId: number },
): Promise<Note[]> {
  return sql<Note>`
    select ${noteColumns} from note
    where employer_id = ${employerId} and candidate_id = ${candidateId} and deleted_at is null
      and (application_id is null or application_id = ${id})
    order by created_at desc, id desc`
}

/** Stores a note about a candidate that this transaction has locked. Returns undefined when the employer's notes
 * about the candidate have reached their limit. */
export async function insertNote(sql: Tx, note: NewNote): Promise<Note | undefined> {
  const [stored] = await sql<Note>`
    insert into note (employer_id, candidate_id, application_id, text, author_user_id, created_at, updated_at)
    select ${note.employerId}, ${note.candidateId}, ${note.applicationId}, ${note.text}, ${note.authorUserId},
      ${note.createdAt}, ${note.createdAt}
    where ${isRoomFor(note)}
    returning ${noteColumns}`
  return stored
}

/** Whether `insertNote` would store one more note. */
export async function fitsNote(
  sql: Tx,
  about: Pick<NewNote, 'employerId' | 'candidateId'>,
): Promise<boolean> {
  const [row] = await sql<{ fits: boolean }>`select ${isRoomFor(about)} as fits`
  return row!.fits
}

const isRoomFor = ({ employerId, candidateId }: Pick<NewNote, 'employerId' | 'candidateId'>) => fragment`(
  select count(*) filter (where deleted_at is null) < ${MAX_NOTES_PER_CANDIDATE}::int
    and count(*) < ${MAX_NOTES_EVER_PER_CANDIDATE}::int
  from note where employer_id = ${employerId} and candidate_id = ${candidateId})`

/** A note of the employer. Throws not_found, also for a deleted one. */
export function getNote(sql: Sql, employerId: number, id: number): Promise<Note> {
  return readNote(sql, employerId, id, fragment``)
}

/** A note of the employer, locked until the transaction ends. Throws not_found, also for a deleted one. */
export function lockNote(sql: Tx, employerId: number, id: number): Promise<Note> {
  return readNote(sql, employerId, id, fragment`for update`)
}

async function readNote(
  sql: Sql,
  employerId: number,
  id: number,
  lock: ReturnType<typeof fragment>,
): Promise<Note> {
  const [note] = await sql<Note>`
    select ${noteColumns} from note
    where id = ${id} and employer_id = ${employerId} and deleted_at is null ${lock}`
  if (!note) throw notFound()
  return note
}

/** Stores the text of a note that this transaction has locked. */
export async function saveNote(sql: Tx, { id, text, updatedAt }: Note): Promise<void> {
  await sql`update note set text = ${text}, updated_at = ${updatedAt} where id = ${id}`
}

/** Marks a note that this transaction has locked as deleted; its row stays (Spec §2). */
export async function deleteNote(sql: Tx, id: number, now: Date): Promise<void> {
  await sql`update note set deleted_at = ${now} where id = ${id}`
}
