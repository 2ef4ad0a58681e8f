import { z } from 'zod'
import { idOf } from './ids.ts'
import { line, readAs } from './text.ts'

/** Kinds of screening questions (Admin API). */
const questionTypes = ['YesNo', 'Text', 'Number', 'SingleChoice'] as const
export const questionType = z
  .enum(questionTypes)
  .describe(
    'Type of the answer. YesNo: a boolean. Text: a string. Number: a number. SingleChoice: one of `options`, spelled the same.',
  )
const questionTexts = {
  text: 'The question as candidates read it.',
  required: 'True if an apply without an answer is refused.',
} as const

/** A screening question as returned to candidates. */
export const screeningQuestion = z
  .object({
    id: idOf('question'),
    text: z.string().describe(questionTexts.text),
    type: questionType,
    required: z.boolean().describe(questionTexts.required),
    options: z.array(z.string()).describe('The answers to choose from; empty unless `type` is SingleChoice.'),
  })
  .describe('A question of the employer to everyone who applies to the job.')
export type ScreeningQuestion = z.output<typeof screeningQuestion>

/** Body of replace-screening-questions (Admin API); only SingleChoice questions have `options`. */
export const screeningQuestionList = z
  .array(
    z
      .object({
        text: line(1_000).min(1, 'must not be empty').describe(questionTexts.text),
        type: questionType,
        required: z.boolean().describe(questionTexts.required),
        options: z
          .array(line().min(1, 'must not be empty'))
          .max(100)
          .nullish()
          .transform((options) => options ?? [])
          .describe('The answers to choose from, each once. Required with SingleChoice, refused otherwise.'),
      })
      .refine(({ type, options }) => (type === 'SingleChoice') === options.length > 0, {
        path: ['options'],
        error: 'are required with SingleChoice and not allowed with other types',
      })
      .refine(({ options }) => new Set(options.map(readAs)).size === options.length, {
        path: ['options'],
        error: 'must not repeat an option',
      }),
  )
  .max(100, 'must have at most 100 questions')
  .describe('The whole new list, in the order in which candidates read it. An empty list removes all.')
