import { readEnv } from '@jobboard/service/lifecycle/env'
import { testEnv } from '@jobboard/testkit/boot'
import { type PipelineEnv, pipelineEnv } from '../../src/env.ts'

/** The environment of a pipeline service with ASSESSOR=llm. */
export function llmEnv(url: string, more: Record<string, string> = {}): PipelineEnv {
  const settings = { ASSESSOR: 'llm', LLM_URL: url, LLM_MODEL: 'fake', LLM_API_KEY: 'sk-fake', ...more }
  return readEnv(pipelineEnv, testEnv('postgres://unused', 'nats://unused', settings))
}
