// biome-ignore-all lint/performance/noBarrelFile: the one entry of a published package
export type { Call } from './api.ts'
export { ApiCall, type ApiResponse } from './api-call.ts'
export type { DryRunOperation, DryRunResult } from './client.ts'
export { createClient, type JobBoard } from './client.ts'
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type FieldError,
  IdempotencyKeyReusedError,
  InvalidRequestError,
  InvalidStateError,
  JobBoardError,
  NoCreditsError,
  NotFoundError,
  PermissionError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from './errors.ts'
export type { operations } from './generated/v1.ts'
export type { OperationId, PathParams, Query, RequestBody, RequestInput, ResponseBody } from './operation.ts'
export type { CallOptions, ClientOptions, Fetch, RetryInfo, UpdateOptions, WriteOptions } from './options.ts'
export type { ApplicationQuery } from './resources/applications.ts'
export type { Mode } from './resources/sandbox.ts'
export type { FollowOptions } from './resources/webhooks.ts'
export type { WebhookEvent } from './webhooks/verify.ts'
export {
  verifyWebhook,
  type WebhookDelivery,
  type WebhookHeaders,
  type WebhookProblem,
  WebhookVerificationError,
} from './webhooks/verify.ts'
