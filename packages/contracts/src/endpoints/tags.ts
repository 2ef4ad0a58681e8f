import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { tag, tagLabel } from '../tag.ts'
import { pathId } from '../text.ts'
import { pipelineAccess } from './pipeline-access.ts'

const params = z.object({ id: pathId() })

/** Spec §4.2, D-27: in the order of their labels. */
export const listTags = endpoint({
  ...pipelineAccess,
  name: 'list-tags',
  method: 'GET',
  path: '/api/v1/tags',
  summary: 'List your tags, each with the number of candidates that have it',
  status: 200,
  response: z.array(tag),
  hasEtag: true,
})

/** Spec §4.2, D-27 */
export const listApplicationTags = endpoint({
  ...pipelineAccess,
  name: 'list-application-tags',
  method: 'GET',
  path: '/api/v1/applications/{id}/tags',
  summary: 'List the tags of the candidate behind an application',
  params,
  status: 200,
  response: z.array(tag),
  hasEtag: true,
})

/** Spec §4.2, D-27: 200 also when the candidate has the tag already. */
export const assignTag = endpoint({
  ...pipelineAccess,
  name: 'assign-tag',
  method: 'POST',
  path: '/api/v1/applications/{id}/tags',
  summary: 'Tag the candidate behind an application',
  params,
  body: z.object({ label: tagLabel }),
  status: 200,
  response: tag,
  errors: ['invalid_state'],
})

/** Spec §4.2, D-27 */
export const removeTag = endpoint({
  ...pipelineAccess,
  name: 'remove-tag',
  method: 'DELETE',
  path: '/api/v1/applications/{id}/tags/{label}',
  summary: 'Remove a tag from the candidate behind an application',
  params: z.object({ id: pathId(), label: tagLabel }),
  status: 204,
})
