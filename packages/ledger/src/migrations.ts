import { fileURLToPath } from 'node:url'
import type { MigrationSource } from '@jobboard/db/migrate'

/** The tables credit_balance and credit_entry, for each service that debits a kind of credit. */
export const ledgerMigrations: MigrationSource = {
  name: 'ledger',
  folder: fileURLToPath(new URL('../migrations', import.meta.url)),
}
