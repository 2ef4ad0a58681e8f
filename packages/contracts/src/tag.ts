import { z } from 'zod'
import { MAX_TAG_LENGTH } from './limits.ts'
import { label } from './text.ts'

/** The label of a tag (D-27). */
export const tagLabel = label(MAX_TAG_LENGTH).describe(
  'Label of the tag. Trimmed and case-folded, so labels that differ in letter case only are one tag. In a path it is one percent-encoded segment.',
)

/** A tag and on how many candidates of the employer it is (D-27). */
export const tag = z
  .object({
    label: z.string().describe('Label of the tag, trimmed and case-folded; it identifies the tag.'),
    usageCount: z.int().min(0).describe("Number of the employer's candidates that have the tag."),
  })
  .describe('A label of the employer on candidates. Other employers and candidates never see it.')
