import { baseEnv, headerSecret } from '@jobboard/service/lifecycle/env'
import { z } from 'zod'

/** Set all of these or none. */
const REQUIRED_BY_LLM = ['LLM_URL', 'LLM_MODEL', 'LLM_API_KEY'] as const

const text = z
  .string()
  .optional()
  .transform((value) => value || undefined)

/** The environment of the pipeline service. */
export const pipelineEnv = baseEnv
  .extend({
    ASSESSOR: z.enum(['rubric', 'llm']).default('rubric'),
    /** Base URL of an OpenAI-compatible API, such as `https://api.openai.com/v1`. */
    LLM_URL: text.pipe(z.url({ protocol: /^https?$/ }).optional()),
    LLM_MODEL: text.pipe(z.string().max(100).optional()),
    /** Any text for an API without keys. */
    LLM_API_KEY: text.pipe(headerSecret.optional()),
    /** Limit of one assessment with its retries. */
    LLM_DEADLINE_SECONDS: z.coerce.number().int().min(1).max(300).default(30),
    /** Assessments by the model per UTC day, over all replicas; the rubric assesses the others. */
    LLM_CALLS_PER_DAY: z.coerce.number().int().min(0).max(1_000_000).default(1_000),
  })
  .superRefine((env, context) => {
    if (env.ASSESSOR !== 'llm') return
    for (const name of REQUIRED_BY_LLM) {
      if (env[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'must be set with ASSESSOR=llm' })
    }
  })
export type PipelineEnv = z.output<typeof pipelineEnv>
