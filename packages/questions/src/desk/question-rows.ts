import type { QuestionReply, QuestionRequest } from '@drawbridge/core/question'
import { type Statement, statement } from '@drawbridge/store/database'

/**
 * The state of questions: they wait; somebody replied, and the reply waits for who asked; the reply was used; someone else replied or
 * the call was cancelled.
 */
export type QuestionState = 'pending' | 'replied' | 'consumed' | 'withdrawn'

/** Questions as the desk keeps them. Times in milliseconds since the Unix epoch. */
export interface StoredQuestions {
  readonly request: QuestionRequest
  readonly state: QuestionState | 'expired'
  /** Until then they can be answered. */
  readonly expiresAt: number
  readonly reply?: QuestionReply
  readonly repliedBy?: string
  readonly repliedAt?: number
}

export interface QuestionRow {
  readonly id: string
  readonly identity: string
  readonly request: string
  readonly state: QuestionState
  readonly reply: string | null
  readonly replied_by: string | null
  readonly replied_at: number | null
  readonly expires_at: number
}

const columns = 'id, identity, request, state, reply, replied_by, replied_at, expires_at'

/** If the same questions are open already, that row stays and its expiry is extended. */
export const enterQuestions = statement<
  [id: string, identity: string, request: string, expiresAt: number],
  { id: string }
>(
  `insert into questions_asked (id, identity, request, state, expires_at) values ($1, $2, $3, 'pending', $4)
    on conflict (identity) where state = 'pending' do update set expires_at = excluded.expires_at
    returning id`,
)
/** If several processes claim a reply at once, one gets it. */
export const claimReply: Statement<[identity: string, now: number], QuestionRow> = {
  text: { sqlite: claimText(''), postgres: claimText('for update') },
}
function claimText(lock: string): string {
  return `update questions_asked set state = 'consumed'
    where state = 'replied' and id in (
      select id from questions_asked where identity = $1 and state = 'replied' and expires_at > $2
      order by replied_at, id limit 1 ${lock}
    )
    returning ${columns}`
}
export const replyToQuestions = statement<[id: string, reply: string, by: string, at: number], QuestionRow>(
  `update questions_asked set state = 'replied', reply = $2, replied_by = $3, replied_at = $4
    where id = $1 and state = 'pending' and expires_at > $4
    returning ${columns}`,
)
export const withdrawQuestions = statement<[id: string], { id: string }>(
  "update questions_asked set state = 'withdrawn' where id = $1 and state in ('pending', 'replied') returning id",
)
export const removeQuestions = statement<[id: string]>('delete from questions_asked where id = $1')
export const findQuestions = statement<[id: string], QuestionRow>(
  `select ${columns} from questions_asked where id = $1`,
)
export const openQuestions = statement<[now: number], QuestionRow>(
  `select ${columns} from questions_asked where state = 'pending' and expires_at > $1 order by id`,
)
export const allQuestions = statement<[], QuestionRow>(`select ${columns} from questions_asked order by id`)
export const pruneQuestions = statement<[before: number]>('delete from questions_asked where expires_at < $1')

export function readQuestions(row: QuestionRow, now: number): StoredQuestions {
  const waits = row.state === 'pending' || row.state === 'replied'
  return {
    request: { ...(JSON.parse(row.request) as QuestionRequest), id: row.id },
    state: waits && row.expires_at <= now ? 'expired' : row.state,
    expiresAt: row.expires_at,
    ...(row.reply === null ? {} : { reply: JSON.parse(row.reply) as QuestionReply }),
    ...(row.replied_by === null ? {} : { repliedBy: row.replied_by }),
    ...(row.replied_at === null ? {} : { repliedAt: row.replied_at }),
  }
}
