import type { routes } from './generated/routes.ts'
import type { operations } from './generated/v1.ts'

/** Name of an operation of the API: its `operationId` in the OpenAPI document. */
export type OperationId = keyof typeof routes

type Parameters<O extends OperationId> = operations[O]['parameters']

/** Path parameters of an operation. */
export type PathParams<O extends OperationId> = NonNullable<Parameters<O>['path']>

/** Query parameters of an operation. */
export type Query<O extends OperationId> = NonNullable<Parameters<O>['query']>

type JsonOf<Message> = [Message] extends [never]
  ? never
  : Message extends { content: { 'application/json': infer Body } }
    ? Body
    : never

/** JSON body of an operation's request. */
export type RequestBody<O extends OperationId> = JsonOf<NonNullable<operations[O]['requestBody']>>

type Success<O extends OperationId> = operations[O]['responses'] extends infer R
  ? R[Extract<keyof R, 200 | 201 | 202>]
  : never

/** JSON body of an operation's successful response; undefined for an empty one. */
export type ResponseBody<O extends OperationId> = [Success<O>] extends [
  { content: { 'application/json': infer Body } },
]
  ? Body
  : undefined

type Optional<Key extends string, Value> = [Value] extends [never]
  ? { [K in Key]?: never }
  : { [K in Key]?: Value }
type Required<Key extends string, Value> = [Value] extends [never]
  ? { [K in Key]?: never }
  : { [K in Key]: Value }

/** What a request of an operation consists of. */
export type RequestInput<O extends OperationId> = Required<'path', PathParams<O>> &
  Optional<'query', Query<O>> &
  Required<'body', RequestBody<O>>
