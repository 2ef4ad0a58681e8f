import { createHash } from 'node:crypto'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UpstreamName } from '@jobboard/contracts/services'
import { storedSecret } from './infra/stored-secret.ts'

/** Folder of the checkout. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))

// Six services with ten database connections per replica, and the portal; Postgres is started with 200.
const MAX_REPLICAS = 3

/** `PORT` when it is not set. */
export const DEFAULT_PORT = 8080
const DEFAULT_PORTAL_PORT = 8082

/** Where one stack listens and stores its data. */
export interface Settings {
  port: number
  adminPort: number
  /** Of the pages of the portal; undefined for a free one near `port`. */
  portalPort: number | undefined
  /** Processes of each service behind the gateway. */
  replicas: number
  /** The same of one service, where it differs. */
  replicasOf?: Partial<Record<UpstreamName, number>>
  /** The folder of the checkout that a service runs from, where it is another release. */
  treeOf?: (service: string) => string
  /** Pause between the starts of two processes; many replicas on one machine would all be slow to start at once. */
  startEveryMs: number
  dataDir: string
  adminToken: string
  callerSecret: string
  /** 64 hex characters: the key that webhook secrets are encrypted with. */
  webhookSecretKey: string
  /** By which an import recognises erased persons. */
  erasedEmailKey: string
}

/** Reads `PORT`, `ADMIN_PORT`, `PORTAL_PORT`, `REPLICAS`, `DATA_DIR` and `ADMIN_TOKEN`; missing secrets are created once per
 * data folder. Throws a sentence naming the variable that is wrong, or the folder that cannot be written. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  if (env.NODE_ENV === 'production' && env.WEBHOOK_ALLOW_PRIVATE === 'true') {
    throw new Error(
      'WEBHOOK_ALLOW_PRIVATE=true is not allowed with NODE_ENV=production: set WEBHOOK_ALLOW_PRIVATE=false, or unset NODE_ENV to try things out',
    )
  }
  const port = readPort(env, 'PORT', DEFAULT_PORT)
  const adminPort = readPort(env, 'ADMIN_PORT', 8081)
  if (port === adminPort)
    throw new Error(`PORT and ADMIN_PORT are both ${port}: set one of them to another port`)
  const portalPort = readPortalPort(env, port, adminPort)
  const replicas = readNumber(env, 'REPLICAS', 1, 'a number', MAX_REPLICAS)
  const dataDir = resolve(root, env.DATA_DIR || '.jobboard')
  try {
    return { port, adminPort, portalPort, replicas, startEveryMs: 0, dataDir, ...readSecrets(dataDir, env) }
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? (error as Error).message
    throw new Error(`Cannot write the data folder ${dataDir}: ${reason}. Set DATA_DIR to another folder.`)
  }
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
  ENOSPC: 'the disk is full',
}

function readSecrets(dataDir: string, env: NodeJS.ProcessEnv) {
  const folder = join(dataDir, 'secrets')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  accessSync(dataDir, constants.W_OK)
  const webhookKey = storedSecret(join(folder, 'webhook-key'))
  return {
    adminToken: env.ADMIN_TOKEN || storedSecret(join(folder, 'admin-token')),
    callerSecret: storedSecret(join(folder, 'caller-secret')),
    erasedEmailKey: storedSecret(join(folder, 'erased-email-key')),
    webhookSecretKey: createHash('sha256').update(webhookKey).digest('hex'),
  }
}

function readPort(env: NodeJS.ProcessEnv, name: string, defaultPort: number): number {
  return readNumber(env, name, defaultPort, 'a port', 65_535)
}

/** 8082 with the PORT that it belongs to; a stack on another PORT takes a free one, so that it does not meet the first. */
function readPortalPort(env: NodeJS.ProcessEnv, port: number, adminPort: number): number | undefined {
  const isDefaultFree = port === DEFAULT_PORT && adminPort !== DEFAULT_PORTAL_PORT
  if (!env.PORTAL_PORT) return isDefaultFree ? DEFAULT_PORTAL_PORT : undefined
  const portalPort = readPort(env, 'PORTAL_PORT', DEFAULT_PORTAL_PORT)
  const other = portalPort === port ? 'PORT' : portalPort === adminPort ? 'ADMIN_PORT' : undefined
  if (other)
    throw new Error(`${other} and PORTAL_PORT are both ${portalPort}: set one of them to another port`)
  return portalPort
}

function readNumber(
  env: NodeJS.ProcessEnv,
  name: string,
  byDefault: number,
  noun: string,
  max: number,
): number {
  const text = env[name] || String(byDefault)
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > max) {
    throw new Error(`${name} is "${text}": it must be ${noun} from 1 to ${max}`)
  }
  return number
}
