import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { freePort } from '@jobboard/stack/infra/free-port'
import { natsInfo } from '@jobboard/stack/infra/nats'
import { findNatsServer } from '@jobboard/stack/infra/nats/find'
import { runServer } from '@jobboard/stack/infra/process/run-server'
import { natsUsers } from '@jobboard/stack/nats-permissions/permissions'
import { root } from '@jobboard/stack/settings'

const source = join(root, 'deploy', 'nats')

export type ComposedNats = Awaited<ReturnType<typeof openComposedNats>>

/** Starts a NATS server on a free port as docker-compose.yml does: deploy/nats/start.sh, with users and permissions. Passwords
 * have any characters. */
export async function openComposedNats() {
  const { file } = await findNatsServer(process.env, () => {})
  const folder = await mkdtemp(`${tmpdir()}/jobboard-nats-`)
  for (const name of ['start.sh', 'permissions.conf']) copyFileSync(join(source, name), join(folder, name))
  const passwordOf = (user: string) => `p@ss "w\\o#r$d' ${user}`
  const variable = (user: string) =>
    user === 'jobboard' ? 'NATS_PASSWORD' : `${user.toUpperCase()}_NATS_PASSWORD`
  const env = {
    ...Object.fromEntries(['jobboard', ...natsUsers].map((user) => [variable(user), passwordOf(user)])),
    PATH: [dirname(file), process.env.PATH].join(delimiter),
    NODE_ENV: 'production',
    NATS_CONFIG: join(folder, 'written.conf'),
    RELOAD_SECONDS: '1',
  }
  const monitoringPort = await freePort()
  const logFile = join(folder, 'nats.log')
  const server = await runServer({
    name: 'NATS',
    plan: (port) => {
      const text = readFileSync(join(source, 'nats.conf'), 'utf8')
        .replace('0.0.0.0:4222', `127.0.0.1:${port}`)
        .replace('127.0.0.1:8222', `127.0.0.1:${monitoringPort}`)
        .replace('"/data"', JSON.stringify(join(folder, 'jetstream')))
      writeFileSync(join(folder, 'nats.conf'), text)
      return { command: 'sh', args: [join(folder, 'start.sh')], env, logFile }
    },
    probe: async (port) => (await natsInfo('127.0.0.1', port))?.version,
    stopSteps: [{ signal: 'SIGTERM', waitMs: 10_000 }],
    readyMs: 20_000,
  })
  return {
    url: `nats://127.0.0.1:${server.port}`,
    pid: server.pid,
    /** The credentials of a user, as the environment of its service has them. */
    credentials: (user: string) => ({ NATS_USER: user, NATS_PASSWORD: passwordOf(user) }),
    /** The folder of start.sh, to which a release would bring other permissions. */
    folder,
    log: () => readFileSync(logFile, 'utf8'),
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
