import { setImmediate } from 'node:timers/promises'
import type { AssessmentInput, AssessmentResult } from '../domain/assessment/assessor.ts'
import { toLlmResult } from '../domain/assessment/llm/judgement.ts'
import { type Own, toMaterial } from '../domain/assessment/llm/material.ts'
import type { PipelineEnv } from '../env.ts'
import { LlmFailure, openLlm } from './llm.ts'

/** Change it with each change that can alter a score. */
const VERSION = 'llm/3'

/** An assessment by the model, or why there is none. Never throws. */
export type AssessByLlm = (
  input: AssessmentInput,
  own: Own,
  signal: AbortSignal,
) => Promise<{ result: AssessmentResult } | { reason: string }>

/** The assessor of ASSESSOR=llm; undefined with another setting. */
export async function openLlmAssess(env: PipelineEnv): Promise<AssessByLlm | undefined> {
  const { ASSESSOR, LLM_URL: url, LLM_MODEL: model, LLM_API_KEY: apiKey, LLM_DEADLINE_SECONDS: seconds } = env
  if (ASSESSOR !== 'llm' || !url || !model || !apiKey) return undefined
  const llm = await openLlm({ url, model, apiKey, deadlineMs: seconds * 1_000 })
  return async (input, own, signal) => {
    const material = await toMaterial(input, own, setImmediate)
    try {
      const judgement = await llm(material, signal)
      return { result: await toLlmResult(input, material, judgement, `${VERSION} ${model}`) }
    } catch (error) {
      return { reason: error instanceof LlmFailure ? error.reason : 'failed' }
    }
  }
}
