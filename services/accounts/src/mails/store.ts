import { randomUUID } from 'node:crypto'
import {
  MAX_MAILS_PER_EMPLOYER,
  type MailKind,
  mailKindsOf,
  type mailStates,
} from '@jobboard/contracts/employers/mails'
import type { CreditKind } from '@jobboard/contracts/limits'
import { offsetOf, type Page, type PageRow, pageOf } from '@jobboard/db/page'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import {
  type AnyMail,
  type DueMail,
  defaultMails,
  dueAt,
  type MailData,
  type MailSettings,
  RETRY_DELAYS_SECONDS,
  type WaitingMail,
} from './mail.ts'

/** `Db.listen` channel of commits after which a mail may be due. */
export const MAIL_CHANNEL = 'mail'

/** Jobs that a mail names. */
const MAX_JOBS = 20

// Of the user `u`, joined with `s`.
const settings = fragment`json_build_object(
  'applications', coalesce(s.applications, ${defaultMails.applications}), 'keys', coalesce(s.keys, ${defaultMails.keys}),
  'credits', coalesce(s.credits, ${defaultMails.credits}), 'webhooks', coalesce(s.webhooks, ${defaultMails.webhooks})) as settings`
const rolesOf = (kind: MailKind) =>
  Object.entries(mailKindsOf).flatMap(([role, kinds]) => (kinds.includes(kind) ? [role] : []))

/** Which mails a present user of this employer gets; undefined for another one. Locks them for a change. */
export async function lockMailSettings(
  sql: Tx,
  employerId: number,
  userId: number,
): Promise<MailSettings | undefined> {
  await sql`select from employer_user where employer_id = ${employerId} and id = ${userId} for no key update`
  return getMailSettings(sql, employerId, userId)
}

/** Which mails a present user of this employer gets; undefined for another one. */
export async function getMailSettings(
  sql: Sql,
  employerId: number,
  userId: number,
): Promise<MailSettings | undefined> {
  const [row] = await sql<{ settings: MailSettings }>`
    select ${settings} from employer_user u left join mail_setting s on s.user_id = u.id
    where u.employer_id = ${employerId} and u.id = ${userId} and u.removed_at is null`
  return row?.settings
}

/** Stores which mails a locked user gets. Applications that wait for a mail come as the user wants from now on. */
export async function saveMailSettings(
  sql: Tx,
  employerId: number,
  userId: number,
  { applications, keys, credits, webhooks }: MailSettings,
  now: Date,
): Promise<void> {
  await sql`
    insert into mail_setting (user_id, employer_id, applications, keys, credits, webhooks)
    values (${userId}, ${employerId}, ${applications}, ${keys}, ${credits}, ${webhooks})
    on conflict (user_id) do update set applications = excluded.applications, keys = excluded.keys,
      credits = excluded.credits, webhooks = excluded.webhooks`
  if (applications === 'off') {
    await sql`delete from mail_due where user_id = ${userId}`
  } else {
    const [employer] = await sql<{
      timeZone: string
    }>`select time_zone from employer where id = ${employerId}`
    const at = dueAt(applications, now, employer!.timeZone)
    await sql`update mail_due set due_at = ${at} where user_id = ${userId}`
  }
  sql.notify(MAIL_CHANNEL)
}

/** Deletes what is stored about the mails of a removed user. */
export async function deleteMailsOfUser(sql: Tx, userId: number): Promise<void> {
  await sql`delete from mail_due where user_id = ${userId}`
  await sql`delete from mail where user_id = ${userId}`
  await sql`delete from mail_setting where user_id = ${userId}`
}

/** New applications to one job. */
export interface NewApplications {
  employerId: number
  jobId: number
  applications: number
}

/** Adds new applications for each user who wants mails about them. */
export async function addNewApplications(
  sql: Tx,
  counts: readonly NewApplications[],
  now: Date,
): Promise<void> {
  const employerIds = [...new Set(counts.map(({ employerId }) => employerId))]
  const zones = await sql<{ id: number; timeZone: string }>`
    select id, time_zone from employer where id = any(${employerIds}::int[]) and sandbox_id is null`
  const dailyAt = zones.map(({ timeZone }) => dueAt('daily', now, timeZone))
  // Updates, and so locks, those that are there: their jobs are read and deleted under this lock.
  const due = await sql<{ userId: number; employerId: number }>`
    insert into mail_due as due (user_id, employer_id, due_at)
    select u.id, u.employer_id,
      case coalesce(s.applications, ${defaultMails.applications}) when 'at_once' then ${now}::timestamptz else e.daily_at end
    from unnest(${zones.map(({ id }) => id)}::int[], ${dailyAt}::timestamptz[]) as e (employer_id, daily_at)
    join employer_user u on u.employer_id = e.employer_id and u.removed_at is null
      and u.role = any(${rolesOf('applications')}::text[])
    left join mail_setting s on s.user_id = u.id
    where coalesce(s.applications, ${defaultMails.applications}) <> 'off'
    order by u.id
    on conflict (user_id) do update set employer_id = excluded.employer_id
    returning user_id, employer_id`
  await sql`
    insert into mail_due_job as job (user_id, job_id, applications)
    select due.user_id, new.job_id, new.applications
    from unnest(${due.map(({ userId }) => userId)}::int[], ${due.map(({ employerId }) => employerId)}::int[])
      as due (user_id, employer_id)
    join unnest(${counts.map(({ employerId }) => employerId)}::int[], ${counts.map(({ jobId }) => jobId)}::int[],
      ${counts.map(({ applications }) => applications)}::int[]) as new (employer_id, job_id, applications)
      using (employer_id)
    order by due.user_id, new.job_id
    on conflict (user_id, job_id) do update set applications = job.applications + excluded.applications`
  sql.notify(MAIL_CHANNEL)
}

/** The user whose new applications are due for the longest time, locked; what another replica has locked is left out. */
export async function lockDue(sql: Tx, now: Date): Promise<DueMail | undefined> {
  const [row] = await sql<DueMail>`
    select due.user_id, due.employer_id, u.role, u.removed_at is not null as is_removed, e.time_zone, ${settings},
      (select count(*)::int from mail where user_id = due.user_id and kind = 'applications'
        and created_at > ${now}::timestamptz - interval '1 hour') as last_hour,
      (select max(created_at) from mail where user_id = due.user_id and kind = 'applications') as last_at,
      ${mailsOf(fragment`due.employer_id`, now)} as of_employer
    from mail_due due join employer_user u on u.id = due.user_id join employer e on e.id = due.employer_id
    left join mail_setting s on s.user_id = u.id
    where due.due_at <= ${now} order by due.due_at limit 1 for update of due skip locked`
  return row
}

/** Mails of an employer within 24 hours. */
function mailsOf(employerId: ReturnType<typeof fragment>, now: Date) {
  return fragment`(select count(*)::int from mail as sent where sent.employer_id = ${employerId}
    and sent.created_at > ${now}::timestamptz - interval '24 hours')`
}

/** Makes locked new applications due later. */
export async function postpone(sql: Tx, { userId }: DueMail, until: Date): Promise<void> {
  await sql`update mail_due set due_at = ${until} where user_id = ${userId}`
}

/** Forgets locked new applications. */
export async function dropDue(sql: Tx, { userId }: DueMail): Promise<void> {
  await sql`delete from mail_due where user_id = ${userId}`
}

/** Turns locked new applications into one mail: those that arrive afterwards are of the next one. */
export async function mailDue(sql: Tx, due: DueMail, now: Date): Promise<void> {
  const { userId, employerId } = due
  const jobs = await sql<MailData['applications']['jobs'][number]>`
    select job_id, coalesce(c.title, 'Job ' || job_id) as title, d.applications
    from mail_due_job d left join job_copy c using (job_id)
    where user_id = ${userId} order by d.applications desc, job_id`
  await dropDue(sql, due)
  if (jobs.length === 0) return
  const total = jobs.reduce((sum, { applications }) => sum + applications, 0)
  const data: MailData['applications'] = {
    jobs: jobs.slice(0, MAX_JOBS),
    others: Math.max(0, jobs.length - MAX_JOBS),
    total,
  }
  await sql`
    insert into mail (id, employer_id, user_id, kind, data, created_at, next_attempt_at)
    values (${randomUUID()}, ${employerId}, ${userId}, 'applications', ${JSON.stringify(data)}::jsonb, ${now}, ${now})`
}

/** A mail about something else than applications, which one setting turns on or off. */
type QueuedMail = Exclude<AnyMail, { kind: 'applications' }>

/** Queues a mail to each user of a live employer who wants it and may see what it is about, in the transaction of what it
 * is about. `onceId` (a UUID) makes a repetition change nothing. */
export async function queueMails(
  sql: Tx,
  employerId: number,
  { kind, data }: QueuedMail,
  now: Date,
  onceId: string = randomUUID(),
): Promise<void> {
  await sql`
    insert into mail (id, employer_id, user_id, kind, data, created_at, next_attempt_at)
    select md5(${onceId}::text || ' ' || u.id)::uuid, u.employer_id, u.id, ${kind}, ${JSON.stringify(data)}::jsonb, ${now}, ${now}
    from (select u.id, u.employer_id, u.role, ${settings}
      from employer_user u left join mail_setting s on s.user_id = u.id
      where u.employer_id = ${employerId} and u.removed_at is null
        and not exists (select from employer where id = ${employerId} and sandbox_id is not null)) u
    where u.role = any(${rolesOf(kind)}::text[])
      and (u.settings ->> ${kind})::boolean
    order by u.id
    limit greatest(0, ${MAX_MAILS_PER_EMPLOYER}::int - ${mailsOf(fragment`${employerId}::int`, now)})
    on conflict do nothing`
  sql.notify(MAIL_CHANNEL)
}

/** Queues a mail to one user, also of a sandbox, in the transaction of what it is about. */
export async function queueMailTo(
  sql: Tx,
  userId: number,
  { kind, data }: AnyMail,
  now: Date,
): Promise<void> {
  await sql`
    insert into mail (id, employer_id, user_id, kind, data, created_at, next_attempt_at)
    select ${randomUUID()}::uuid, employer_id, id, ${kind}, ${JSON.stringify(data)}::jsonb, ${now}, ${now}
    from employer_user where id = ${userId} and removed_at is null`
  sql.notify(MAIL_CHANNEL)
}

/** Takes up to `limit` mails that are due for the longest time, and moves their next attempts by the retry delay of this
 * one: longer than an attempt takes, so that no other replica sends them meanwhile. */
export function takeMails(sql: Sql, now: Date, limit: number): Promise<WaitingMail[]> {
  return sql<WaitingMail>`
    with taken as (
      update mail set attempts = attempts + 1,
        next_attempt_at = ${now}::timestamptz + make_interval(secs =>
          (${RETRY_DELAYS_SECONDS}::float8[])[least(attempts + 1, ${RETRY_DELAYS_SECONDS.length}::integer)])
      where id in (
        select id from mail where closed_at is null and next_attempt_at <= ${now}
        order by next_attempt_at limit ${limit} for update skip locked)
      returning id, user_id, employer_id, kind, data, attempts, created_at
    )
    select taken.id, taken.user_id, taken.kind, taken.data, taken.attempts, taken.created_at,
      e.name as employer_name, e.time_zone, ${settings}, json_build_object(
        'name', u.name, 'email', u.email, 'role', u.role, 'isRemoved', u.removed_at is not null) as recipient
    from taken join employer_user u on u.id = taken.user_id join employer e on e.id = taken.employer_id
    left join mail_setting s on s.user_id = u.id
    order by taken.created_at, taken.id`
}

/** Ends a mail. */
export async function closeMail(
  sql: Sql,
  id: string,
  closedAs: 'Sent' | 'GivenUp' | 'Suppressed',
  now: Date,
): Promise<void> {
  await sql`update mail set closed_as = ${closedAs}, closed_at = ${now} where id = ${id} and closed_at is null`
}

/** Seconds since the oldest mail that waits was made; 0 without one. */
export async function getMailAge(sql: Sql, now: Date): Promise<number> {
  const [row] = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from ${now}::timestamptz - min(created_at))::float8, 0) as seconds
    from mail where closed_at is null`
  return row!.seconds
}

/** A mail as the employer sees it, without content and address. */
export interface SentMail {
  id: string
  userId: number
  userName: string
  kind: MailKind
  state: (typeof mailStates)[number]
  attempts: number
  createdAt: Date
  closedAt: Date | null
}

/** One page of the mails to users of an employer, newest first. */
export async function listMails(
  sql: Sql,
  employerId: number,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Page<SentMail>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  const rows = await sql<PageRow<SentMail>>`
    select counted.total, page.* from (select count(*) as total from mail where employer_id = ${employerId}) counted
    left join lateral (
      select m.id, user_id, u.name as user_name, kind, coalesce(closed_as, 'Waiting') as state, attempts, m.created_at, closed_at
      from mail m join employer_user u on u.id = m.user_id
      where m.employer_id = ${employerId} order by m.created_at desc, m.id desc limit ${limit} offset ${offset}
    ) page on true
    order by page.created_at desc, page.id desc`
  return pageOf(rows, { page, pageSize })
}

/** Deletes up to `limit` mails that were made before `before`. */
export function deleteOldMails(sql: Sql, before: Date, limit: number): Promise<unknown[]> {
  return sql`
    delete from mail where id in (
      select id from mail where created_at < ${before} order by created_at limit ${limit} for update skip locked)
    returning 1`
}

/** An employer whose balances are looked at. */
export interface Watched {
  id: number
  creditThreshold: number
}

/** Employers with a threshold and an id above `afterId`, by id. */
export function listWatched(sql: Sql, afterId: number, limit: number): Promise<Watched[]> {
  return sql<Watched>`
    select id, credit_threshold from employer where id > ${afterId} and credit_threshold > 0 and sandbox_id is null order by id limit ${limit}`
}

/** A balance, and whether it is below the threshold of its employer. */
export interface Level {
  employerId: number
  kind: CreditKind
  amount: number
  isLow: boolean
}

/** Stores which balances are low and returns those that have become so since they were last looked at, once over all
 * replicas. A balance that is looked at for the first time has not become anything. */
export async function saveLevels(
  sql: Tx,
  levels: readonly Level[],
): Promise<Pick<Level, 'employerId' | 'kind'>[]> {
  const changed = await sql<Pick<Level, 'employerId' | 'kind' | 'isLow'> & { isNew: boolean }>`
    insert into credit_level as stored (employer_id, kind, is_low)
    select * from unnest(${levels.map(({ employerId }) => employerId)}::int[], ${levels.map(({ kind }) => kind)}::text[],
      ${levels.map(({ isLow }) => isLow)}::boolean[]) as seen (employer_id, kind, is_low)
    order by employer_id, kind
    on conflict (employer_id, kind) do update set is_low = excluded.is_low where stored.is_low <> excluded.is_low
    returning employer_id, kind, is_low, xmax = 0 as is_new`
  return changed.filter(({ isLow, isNew }) => isLow && !isNew)
}
