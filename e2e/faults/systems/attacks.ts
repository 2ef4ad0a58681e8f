import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { TestStack } from '../../support/start-stack.ts'
import { held, type System } from '../fault.ts'
import { jobBody } from '../people.ts'

const UNREAD_REQUESTS = 190
const ANONYMOUS_CONNECTIONS = 8
const ANONYMOUS_BYTES_PER_100_MS = 12_500
const SILENT_CONNECTIONS = 400
// Four descriptions of 100 000 characters are a response of 400 KB.
const LARGE_JOBS = 4
const DESCRIPTION = 'x'.repeat(100_000)

const unread = `a client sends ${UNREAD_REQUESTS} requests for 400 KB each and reads nothing`
const anonymous = `${ANONYMOUS_CONNECTIONS} connections without a key pipeline requests`
const silent = `${SILENT_CONNECTIONS} connections that send nothing`

/** Clients that harm others: what the load sees of them is in the same table. */
export const attacks = [
  held<System & TestStack>(unread, async ({ stack, admin, api }) => {
    const key = await createLargeEmployer({ admin, api })
    const socket = await open(stack.baseUrl)
    socket.pause()
    const target = `/api/v1/jobs?pageSize=${LARGE_JOBS}`
    socket.write(
      `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`.repeat(UNREAD_REQUESTS),
    )
    return () => socket.destroy()
  }),
  held<System & TestStack>(anonymous, async ({ stack }) => {
    const request = 'GET /api/v1/jobs HTTP/1.1\r\nHost: x\r\n\r\n'
    const batch = request.repeat(Math.floor(ANONYMOUS_BYTES_PER_100_MS / request.length))
    const sockets = new Set<Socket>()
    // The gateway ends such connections: the client opens others.
    const timer = setInterval(() => {
      for (const socket of sockets) if (socket.destroyed) sockets.delete(socket)
      while (sockets.size < ANONYMOUS_CONNECTIONS) sockets.add(openAtOnce(stack.baseUrl))
      for (const socket of sockets) socket.write(batch)
    }, 100)
    return () => {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    }
  }),
  held<System & TestStack>(silent, async ({ stack }) => {
    const sockets = await Promise.all(Array.from({ length: SILENT_CONNECTIONS }, () => open(stack.baseUrl)))
    return () => {
      for (const socket of sockets) socket.destroy()
    }
  }),
]

async function createLargeEmployer({ admin, api }: Pick<System, 'admin' | 'api'>): Promise<string> {
  const employer = await admin.post('/admin/v1/employers', { name: 'Wordy', isTrustedPartner: true })
  const path = `/admin/v1/employers/${employer.body.id}/api-keys`
  const { apiKey } = (await admin.post(path, { name: 'attack', scopes: ['JobPosting'] })).body
  const body = { ...jobBody('Long'), description: DESCRIPTION }
  for (let i = 0; i < LARGE_JOBS; i++) {
    const { status, text } = await api(apiKey).post('/api/v1/jobs', body)
    if (status !== 201) throw new Error(text)
  }
  return apiKey
}

async function open(baseUrl: string): Promise<Socket> {
  const socket = openAtOnce(baseUrl)
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  return socket
}

function openAtOnce(baseUrl: string): Socket {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  return socket
}
