import type { Call } from '../api.ts'
import type { RequestBody } from '../operation.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import { iteratePages } from '../paginate.ts'

/** CV search. Requires a recruiter key with scope CvSearch. */
export const search = (call: Call) => {
  const candidates = (body: RequestBody<'search-candidates'>, options?: WriteOptions) =>
    call('search-candidates', { body }, options)
  return {
    /** One page of the candidates that match a boolean query, masked. Costs one CvSearch credit. */
    candidates,
    /** All candidates that match. Every page of 100 costs one CvSearch credit; `break` stops the spending. */
    iterateCandidates: (
      { page, pageNumber: first = page, ...body }: RequestBody<'search-candidates'>,
      options?: CallOptions,
    ) =>
      iteratePages(
        (pageNumber) => candidates({ pageSize: 100, ...body, pageNumber }, options),
        first ?? undefined,
      ),
    /** An anonymous preview of a profile; free. */
    preview: (candidateId: number, options?: CallOptions) =>
      call('preview-candidate', { path: { id: candidateId } }, options),
    /** The full profile. Costs one CvDownload credit and unlocks it: free for 30 days. */
    unlock: (candidateId: number, options?: CallOptions) =>
      call('get-candidate', { path: { id: candidateId } }, options),
  }
}
