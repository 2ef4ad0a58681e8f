import type pg from 'pg'
import { connect } from '../database/connect.ts'
import { listTables, quoted } from './tables.ts'

/** What a restore leaves in the database of the portal. A one-time link that was used must not work again; which ones were
 * is true whatever moment the other databases show. */
const KEPT = ['migration', 'used_link']

/** Opens the database of the portal; undefined for an installation that has none. */
export async function openPortalDatabase(url: string): Promise<pg.Client | undefined> {
  try {
    return await connect('portal', url)
  } catch (error) {
    const { code } = (error as Error).cause as { code?: string }
    if (code === INVALID_CATALOG_NAME) return undefined
    throw error
  }
}

/** Ends all sessions and forgets all sign-ins, in the transaction that the caller commits: they may be of persons
 * that the restored accounts database does not have, or has otherwise. */
export async function emptyPortal(client: pg.Client): Promise<void> {
  const names = (await listTables(client)).map(({ name }) => name).filter((name) => !KEPT.includes(name))
  await client.query('begin')
  if (names.length > 0) await client.query(`truncate ${quoted(names)}`)
}

const INVALID_CATALOG_NAME = '3D000'
