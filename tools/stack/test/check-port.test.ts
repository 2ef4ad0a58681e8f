import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { checkPort, freePort, listenProblem } from '../src/infra/free-port.ts'

test('a free port passes; a taken one is named with its variable', async () => {
  const port = await freePort()
  await checkPort('PORT', port)
  const taken = createServer().listen(port, '127.0.0.1')
  await once(taken, 'listening')
  await expect(checkPort('PORT', port)).rejects.toThrow(
    `Port ${port} is in use: stop the program that listens on it, or set PORT to another port.`,
  )
  taken.close()
})

test('a port below 1024 without root: the sentence says permission, not in use', () => {
  expect(listenProblem('PORT', 80, 'EACCES')).toBe(
    'No permission to listen on port 80: ports below 1024 need root. Set PORT to a higher port.',
  )
})
