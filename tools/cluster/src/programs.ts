import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findNatsServer } from '@jobboard/stack/infra/nats/find'
import { findPostgres } from '@jobboard/stack/infra/postgres/find'
import { findProgram } from '@jobboard/stack/infra/process/find-program'

/** Absolute paths of the programs that a cluster is made of. */
export type Programs = Awaited<ReturnType<typeof findPrograms>>

const FOLDERS = ['/usr/local/bin', '/usr/bin', '/usr/sbin', '/usr/local/sbin']
const PACKAGES = { etcd: 'etcd-server', patroni: 'patroni', patronictl: 'patroni', haproxy: 'haproxy' }

/** Finds every program on the PATH and in the folders of Debian. Throws a sentence that names all that are missing and
 * how they are installed. */
export async function findPrograms(env: NodeJS.ProcessEnv, log: (line: string) => void) {
  const names = Object.keys(PACKAGES) as (keyof typeof PACKAGES)[]
  const found = names.map((name) => [name, findProgram(name, env, FOLDERS)] as const)
  const missing = found.filter(([, file]) => !file).map(([name]) => name)
  if (missing.length > 0) {
    const packages = [...new Set(missing.map((name) => PACKAGES[name]))].join(' ')
    throw new Error(
      `The cluster needs ${missing.join(', ')}: apt-get install --no-install-recommends ${packages} (Patroni is also on PyPI: pip install "patroni[etcd3,psycopg3]"; put its folder on the PATH)`,
    )
  }
  const nats = await findNatsServer(env, log)
  const postgres = await findPostgres('', env, ['system', 'path'])
  // A link on the PATH leads to the folder with the other programs.
  const postgresBin = dirname(realpathSync(postgres.postgres))
  if (!existsSync(join(postgresBin, 'pg_rewind'))) {
    throw new Error(
      `${postgresBin} has no pg_rewind, with which a failed primary becomes a standby again: apt-get install postgresql`,
    )
  }
  return {
    ...(Object.fromEntries(found) as Record<keyof typeof PACKAGES, string>),
    nats: nats.file,
    natsVersion: nats.version,
    /** Folder of `postgres`, `initdb` and `pg_rewind`. */
    postgresBin,
    postgresVersion: postgres.version,
  }
}
