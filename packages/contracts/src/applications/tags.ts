import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_TAG_LENGTH, MAX_TAGS_PER_CANDIDATE, MAX_TAGS_PER_EMPLOYER } from '../limits.ts'
import { label, pathIdOf } from '../text.ts'
import { pipelineAccess } from './access.ts'

/** The label of a tag (D-27). */
export const tagLabel = label(MAX_TAG_LENGTH).meta({
  description:
    'Label of the tag. Trimmed and case-folded, so labels that differ in letter case only are one tag. In a path it is one percent-encoded segment.',
  example: 'night shift',
})

/** A tag and on how many candidates of the employer it is (D-27). */
export const tag = z
  .object({
    label: z.string().describe('Label of the tag, trimmed and case-folded; it identifies the tag.'),
    usageCount: z.int().min(0).describe("Number of the employer's candidates that have the tag."),
  })
  .meta({
    id: 'Tag',
    description: 'A label of the employer on candidates. Other employers and candidates never see it.',
    example: { label: 'night shift', usageCount: 1 },
  })

const params = z.object({ id: pathIdOf('application') })

export const listTags = endpoint('GET /api/v1/tags', {
  ...pipelineAccess,
  name: 'list-tags',
  summary: 'List your tags, each with the number of candidates that have it',
  response: z.array(tag).describe('Your tags in the order of their labels; only those that a candidate has.'),
  hasEtag: true,
})

export const listApplicationTags = endpoint('GET /api/v1/applications/{id}/tags', {
  ...pipelineAccess,
  name: 'list-application-tags',
  summary: 'List the tags of the candidate behind an application',
  description:
    'A tag belongs to the candidate within your employer: it shows on each of their applications to you.',
  params,
  response: z.array(tag).describe('The tags of the candidate in the order of their labels.'),
  hasEtag: true,
})

export const assignTag = endpoint('POST /api/v1/applications/{id}/tags', {
  ...pipelineAccess,
  name: 'assign-tag',
  summary: 'Tag the candidate behind an application',
  description: 'A label that is new becomes a tag of yours. 200 also when the candidate has the tag already.',
  params,
  body: z
    .object({ label: tagLabel })
    .meta({ id: 'TagAssignment', description: 'The tag to assign.', example: { label: 'Night shift' } }),
  response: tag,
  refusals: {
    invalid_state: {
      when: `The candidate has ${MAX_TAGS_PER_CANDIDATE} tags already, or the label is new and you have ${MAX_TAGS_PER_EMPLOYER} different tags.`,
      message: `label: the candidate has ${MAX_TAGS_PER_CANDIDATE} tags, the limit; remove one of them first.`,
    },
  },
})

export const removeTag = endpoint('DELETE /api/v1/applications/{id}/tags/{label}', {
  ...pipelineAccess,
  name: 'remove-tag',
  summary: 'Remove a tag from the candidate behind an application',
  description: 'The last removal of a tag removes it from your list of tags.',
  params: z.object({ id: pathIdOf('application'), label: tagLabel }),
  status: 204,
  refusals: {
    not_found: {
      when: 'The application does not exist or belongs to another employer, or its candidate does not have the tag.',
    },
  },
})
