import { ApiError } from '@jobboard/contracts/error'
import type { RequestContext } from './request-context.ts'

const MAX_PATH_LENGTH = 100

/** 404 for a path that no endpoint has; names the nearest one. The query may hold a secret and is not repeated. */
export function noEndpoint({ router, target: { segments } }: RequestContext): ApiError {
  const near = router.nearestPath(segments)
  const next = near === undefined ? '/openapi.json lists all endpoints.' : `Did you mean ${near}?`
  return new ApiError('not_found', `There is no endpoint ${shorten(`/${segments.join('/')}`)}. ${next}`)
}

function shorten(path: string): string {
  return path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}...` : path
}
