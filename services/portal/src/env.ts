import type { Db } from '@jobboard/db/db'
import type { SendMail } from '@jobboard/process/mailer'
import type { Peers } from '@jobboard/service/http/peers'
import type { Call } from '@jobboard/service/lifecycle/call'
import {
  baseEnv,
  headersWithinRequest,
  mailsForSignUp,
  originUrl,
  peerUrl,
  portEnv,
  sandboxEnv,
} from '@jobboard/service/lifecycle/env'
import type { Log } from '@jobboard/service/lifecycle/log'
import { z } from 'zod'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const PROXIES_FORMAT =
  'must be a number of proxies from 0 to 9, or IP addresses or networks separated by commas, such as 10.0.0.7'
const anAddress = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
const minutes = (fallback: number) => z.coerce.number().int().min(1).max(43_200).default(fallback)

/** The environment of the portal. It has a database and no NATS, and a second port for persons. */
export const portalEnv = baseEnv
  .omit({
    NATS_URL: true,
    NATS_USER: true,
    NATS_PASSWORD: true,
    STREAM_MAX_BYTES: true,
    STREAM_MAX_AGE_DAYS: true,
    STREAM_REPLICAS: true,
    OUTBOX_STALE_SECONDS: true,
    INBOX_RETENTION_DAYS: true,
    DEAD_LETTER_RETENTION_DAYS: true,
    REPLAY_RETENTION_DAYS: true,
    RESYNC_SETTLE_MS: true,
  })
  .extend({
    /** Of health and metrics. */
    PORT: z.coerce.number().int().min(0).max(65_535).default(8107),
    /** Of the pages. */
    PORTAL_HOST: z.string().default('127.0.0.1'),
    PORTAL_PORT: z.coerce.number().int().min(0).max(65_535).default(8082),
    ...portEnv,
    /** By default 1 000, and no limit behind a proxy, whose address all connections have. */
    MAX_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(0).max(1_000_000).optional(),
    /** Where persons reach the pages: of links in mails, and the only origin that forms are accepted from. */
    PORTAL_BASE_URL: originUrl('http://127.0.0.1:8082'),
    /** Where clients reach the public API and the Admin API: of the calls that pages show to copy. */
    PUBLIC_API_URL: originUrl('http://127.0.0.1:8080'),
    ADMIN_API_URL: originUrl('http://127.0.0.1:8081'),
    /** Ports for operators of the gateways, whose health and metrics the System page shows: base URLs separated by commas,
     * and every address that a host name has. */
    GATEWAY_URL: peerUrl(8081),
    /** When a session ends that nobody uses, and when it ends in any case. */
    SESSION_IDLE_MINUTES: minutes(120),
    SESSION_MINUTES: minutes(720),
    STAFF_SESSION_IDLE_MINUTES: minutes(30),
    STAFF_SESSION_MINUTES: minutes(480),
    ...sandboxEnv,
    /** Mail server for sign-in links; without it nobody signs in by mail. */
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional(),
    MAIL_FROM: z.string().default('portal@jobboard.example'),
    /** A provider of OpenID Connect; without it nobody signs in with one. The redirect URI to register there is
     * `PORTAL_BASE_URL` with `/sign-in/oidc/callback`. */
    OIDC_ISSUER: z.url({ protocol: /^https?$/, error: 'must begin with http:// or https://' }).optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    /** What the button says; by default the host of the issuer. */
    OIDC_NAME: z.string().max(60, 'must have at most 60 characters').optional(),
    /** The proxies in front of the pages, which alone are believed where a request comes from, as the limits of the sign-in
     * count it: how many there are one after another, or their addresses, such as `10.0.0.7,127.0.0.1`. Not set: one where
     * PORTAL_BASE_URL is https, which ends in a proxy, else none. */
    TRUSTED_PROXIES: z
      .string()
      .transform((text, context): number | string[] => {
        if (/^[0-9]$/.test(text.trim())) return Number(text)
        const list = text.split(',').map((address) => address.trim())
        if (list.every((address) => anAddress.safeParse(address).success)) return list
        context.issues.push({ code: 'custom', message: PROXIES_FORMAT, input: text })
        return z.NEVER
      })
      .optional(),
    /** How long a stopping portal serves on, not ready, before its ports close. */
    DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(1_000),
  })
  .refine(
    ({ NODE_ENV, PORTAL_BASE_URL }) =>
      NODE_ENV !== 'production' || isSecure(PORTAL_BASE_URL) || isLoopback(PORTAL_BASE_URL),
    {
      path: ['PORTAL_BASE_URL'],
      error: 'must begin with https:// in production mode: sessions must not cross a network unencrypted',
    },
  )
  .refine(
    ({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }) =>
      new Set([OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET].map((value) => value === undefined)).size ===
      1,
    {
      path: ['OIDC_ISSUER'],
      error: 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together',
    },
  )
  .refine(...mailsForSignUp)
  .refine(...headersWithinRequest)
  .refine(({ OIDC_ISSUER }) => !OIDC_ISSUER || isSecure(OIDC_ISSUER) || isLoopback(OIDC_ISSUER), {
    path: ['OIDC_ISSUER'],
    error: 'must begin with https:// unless the provider is on this machine',
  })
export type PortalEnv = z.output<typeof portalEnv>

/** True when cookies can be Secure. */
export function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:')
}

type ProxyEnv = Pick<PortalEnv, 'TRUSTED_PROXIES' | 'PORTAL_BASE_URL'>

/** The proxies before the portal: their addresses, or how many. */
const proxiesOf = ({ TRUSTED_PROXIES, PORTAL_BASE_URL }: ProxyEnv): number | string[] =>
  TRUSTED_PROXIES ?? (isSecure(PORTAL_BASE_URL) ? 1 : 0)

/** True when connections come from proxies, whose addresses say nothing about the clients. */
export const isBehindProxy = (env: ProxyEnv): boolean => proxiesOf(env) !== 0

/** Whom the server believes where a request comes from. Each proxy adds an address behind those that it was sent, so what a
 * client wrote stands before that of the first proxy and is not read. */
export function trustedProxies(env: ProxyEnv): string[] | ((address: string, hop: number) => boolean) {
  const proxies = proxiesOf(env)
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies
}

function isLoopback(baseUrl: string): boolean {
  return LOOPBACK.has(new URL(baseUrl).hostname)
}

/** What the pages of a portal work with. */
export interface PortalDeps {
  env: PortalEnv
  db: Db
  call: Call
  /** The replicas of the services. */
  peers: Peers
  /** Time by the database's clock: of sessions, sign-ins and limits. */
  now(): Date
  /** The time that the services decide by. */
  businessNow(): Promise<Date>
  log: Log
  /** Undefined without SMTP_URL. */
  sendMail: SendMail | undefined
}
