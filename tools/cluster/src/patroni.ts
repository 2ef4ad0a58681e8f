import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '@jobboard/stack/infra/log'
import { findServerUser } from '@jobboard/stack/infra/postgres/cluster'
import type { ProcessPlan } from '@jobboard/stack/infra/process/run-process'
import { stopLeftover } from '@jobboard/stack/infra/process/stop-process'
import type { Machine } from './machines.ts'
import type { Programs } from './programs.ts'

/** A Postgres with its Patroni. */
export interface PostgresNode {
  name: string
  machine: Machine
  port: number
  /** Of Patroni's REST API: `/primary` is 200 on the primary alone. */
  restPort: number
  dir: string
}

/** What all nodes share. */
export interface PatroniOptions {
  programs: Programs
  /** `host:port` of every etcd. */
  etcd: string[]
  password: string
  /** Addresses that may connect, as pg_hba.conf has them. */
  clients: string
  env: NodeJS.ProcessEnv
  log: Log
}

/** The settings that decide how long a failover takes and what it may lose; docs/guides/operators/several-machines.md gives
 * the reasons. Seconds. */
const FAILOVER = {
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  // A primary whose Postgres has ended is replaced, not started again.
  primary_start_timeout: 0,
  // One that cannot stop in this time while it loses the lead is killed.
  primary_stop_timeout: 5,
  maximum_lag_on_failover: 1_048_576,
  // A commit is acknowledged when the standby has it on disk.
  synchronous_mode: true,
  // Without etcd the primary serves on while it reaches its standby.
  failsafe_mode: true,
}
const PARAMETERS = {
  max_connections: 300,
  // Patroni sees a lost standby, and lets commits go on without it, only after this time.
  wal_sender_timeout: '5s',
  wal_receiver_timeout: '5s',
  wal_log_hints: 'on',
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
}

/** How Patroni runs a node. Writes its configuration, and stops a Postgres that an earlier start left running. */
export async function patroniPlan(node: PostgresNode, options: PatroniOptions): Promise<ProcessPlan> {
  const { programs, password, env, log } = options
  const { dir, name, machine, port, restPort } = node
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const data = join(dir, 'data')
  const leftover = { pidFile: join(data, 'postmaster.pid'), marks: ['postgres', data], log }
  await stopLeftover({ name, ...leftover, stopSteps: [{ signal: 'SIGINT', waitMs: 10_000 }] })
  const file = join(dir, 'patroni.json')
  const user = (username: string) => ({ username, password })
  const config = {
    scope: 'jobboard',
    name,
    restapi: {
      listen: `${machine.address}:${restPort}`,
      connect_address: `${machine.address}:${restPort}`,
    },
    etcd3: { hosts: options.etcd },
    bootstrap: {
      dcs: { ...FAILOVER, postgresql: { use_pg_rewind: true, use_slots: true, parameters: PARAMETERS } },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${machine.address}:${port}`,
      connect_address: `${machine.address}:${port}`,
      data_dir: data,
      bin_dir: programs.postgresBin,
      pgpass: join(dir, 'pgpass'),
      // The copy for a new standby begins at once, not with the next checkpoint minutes later.
      basebackup: [{ checkpoint: 'fast' }],
      authentication: {
        superuser: user('postgres'),
        replication: user('replicator'),
        rewind: user('rewinder'),
      },
      parameters: { unix_socket_directories: dir },
      pg_hba: [
        'local all all scram-sha-256',
        `host all all ${options.clients} scram-sha-256`,
        `host replication replicator ${options.clients} scram-sha-256`,
      ],
    },
    watchdog: { mode: 'off' },
  }
  const inside = ['data', 'patroni.json', 'pgpass']
  // YAML, which JSON is.
  writeFileSync(file, JSON.stringify(config, null, 2), { mode: 0o600 })
  const { prefix, uid, gid, owner, group } = await findServerUser(
    dir,
    inside,
    [join(programs.postgresBin, 'initdb')],
    env,
  )
  chownSync(file, owner, group)
  const plan = { command: programs.patroni, args: [file], logFile: join(dir, 'patroni.log') }
  return { ...plan, env: { PATH: env.PATH, LANG: 'C.UTF-8' }, prefix, uid, gid }
}
