import { z } from 'zod'
import { MAX_TAG_LENGTH } from './limits.ts'
import { label } from './text.ts'

/** The label of a tag (D-27). */
export const tagLabel = label(MAX_TAG_LENGTH)

/** A tag and on how many candidates of the employer it is (D-27). */
export const tag = z.object({ label: z.string(), usageCount: z.int().min(0) })
