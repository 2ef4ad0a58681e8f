import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Judgement } from '../../src/llm/judgement.ts'
import type { Material } from '../../src/llm/material.ts'

/** A response of the fake API; `'hang'` sends none. */
export type FakeResponse = 'hang' | { status: number; body: unknown; headers?: Record<string, string> }

/** An OpenAI-compatible API on loopback that records its requests. */
export async function openFakeLlm() {
  const requests: { body: string; material: Material; authorization: string | undefined }[] = []
  const fake = { respond: async (material: Material): Promise<FakeResponse> => judged(honest(material)) }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const material = JSON.parse(JSON.parse(body).messages[1].content) as Material
    requests.push({ body, material, authorization: request.headers.authorization })
    const answer = await fake.respond(material)
    if (answer === 'hang') return
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(JSON.stringify(answer.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
export type FakeLlm = Awaited<ReturnType<typeof openFakeLlm>>

/** The response with a judgement. */
export const judged = (judgement: unknown): FakeResponse => completion({ content: JSON.stringify(judgement) })

/** The response with a message of the model. */
export const completion = (message: { content: string | null; refusal?: string }): FakeResponse => ({
  status: 200,
  body: {
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'fake',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', ...message } }],
  },
})

/** A judgement with one score and, as evidence, the first text of each criterion. */
export function allAt(score: number, { applicant }: Material): Judgement {
  const { skills, positions, education, headline } = applicant
  return {
    criteria: [
      { criterion: 'Skills', score, evidence: skills.slice(0, 1) },
      { criterion: 'Experience', score, evidence: [positions[0]?.title || headline] },
      { criterion: 'Education', score, evidence: education.slice(0, 1).map(({ field }) => field) },
    ],
  }
}

const honest = (material: Material): Judgement => allAt(40, material)
