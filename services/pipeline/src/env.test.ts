import { readEnv } from '@jobboard/service/lifecycle/env'
import { testEnv } from '@jobboard/testkit/boot'
import { expect, test } from 'vitest'
import { pipelineEnv } from './env.ts'

const complete = { ASSESSOR: 'llm', LLM_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'm', LLM_API_KEY: 'k' }
const read = (values: Record<string, string>) =>
  readEnv(pipelineEnv, testEnv('postgres://x', 'nats://x', values))

test.each(['LLM_URL', 'LLM_MODEL', 'LLM_API_KEY'])(
  'a start with ASSESSOR=llm without %s is refused by name',
  (name) => {
    expect(read(complete).ASSESSOR).toBe('llm')
    expect(() => read({ ...complete, [name]: '' })).toThrow(`${name}: must be set with ASSESSOR=llm`)
    const { [name as keyof typeof complete]: _, ...rest } = complete
    expect(() => read(rest)).toThrow(`${name}: must be set with ASSESSOR=llm`)
  },
)

test.each([
  ['ASSESSOR', 'gpt'],
  ['LLM_URL', 'localhost'],
  ['LLM_URL', 'ftp://x'],
  ['LLM_DEADLINE_SECONDS', '0'],
  ['LLM_CALLS_PER_DAY', '-1'],
])('a start with %s=%s is refused by name', (name, value) => {
  expect(() => read({ ...complete, [name]: value })).toThrow(`${name}: `)
})

test('without ASSESSOR the rubric assesses, also with empty LLM settings', () => {
  expect(read({ LLM_URL: '', LLM_MODEL: '', LLM_API_KEY: '' }).ASSESSOR).toBe('rubric')
})
