/** The subjects of one version of the protocol between members. */
export interface Protocol {
  /** Announcements of all members. */
  member: string
  /** Calls to an owner, responses to a caller, and admitted requests for an owner. */
  request(member: string): string
  response(member: string): string
  replicate(member: string): string
}

/** What members of this release use among themselves. */
export const protocolV2: Protocol = {
  member: 'limit.v2.member',
  request: (member) => `limit.v2.request.${member}`,
  response: (member) => `limit.v2.response.${member}`,
  replicate: (member) => `limit.v2.replicate.${member}`,
}

/** The same messages on the subjects of the release before. Members of this release listen to both, and send each message on
 * one: on these only to a member that has announced itself on no other. Goes with the next release. */
export const protocolV1: Protocol = {
  member: 'limit.v1.member',
  request: (member) => `limit.v1.ask.${member}`,
  response: (member) => `limit.v1.answer.${member}`,
  replicate: (member) => `limit.v1.tell.${member}`,
}

/** The newest first: a member is reached by the first one that it announces itself on. */
export const protocols: readonly Protocol[] = [protocolV2, protocolV1]

/** Returns the protocol to reach a member with. */
export type ProtocolOf = (member: string) => Protocol
