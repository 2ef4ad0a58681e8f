import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../settings.ts'
import { natsUsers, type Permissions, permissionsOf } from './permissions.ts'

/** Where the permissions of NATS are committed; deploy/nats/start.sh reads it. */
const PERMISSIONS_FILE = join(root, 'deploy', 'nats', 'permissions.conf')

/** deploy/nats/permissions.conf: a variable for each user. */
export function printPermissions(): string {
  const lines = [
    '# Printed by npm run do -- nats-permissions from what the services declare; for deploy/nats/nats.conf.',
  ]
  for (const user of natsUsers) lines.push(`${user}_permissions = {`, ...block(permissionsOf(user)), '}')
  return `${lines.join('\n')}\n`
}

function block({ publish, subscribe }: Permissions): string[] {
  return [...list('publish', publish), ...list('subscribe', subscribe)]
}

function list(name: string, subjects: string[]): string[] {
  return [
    `  ${name} = {`,
    '    allow = [',
    ...subjects.map((subject) => `      ${JSON.stringify(subject)}`),
    '    ]',
    '  }',
  ]
}

if (import.meta.main) writeFileSync(PERMISSIONS_FILE, printPermissions())
