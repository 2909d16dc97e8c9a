import { randomBytes } from 'node:crypto'
import type { Clock } from '@drawbridge/core/base'
import { type Database, statement } from '@drawbridge/store/database'
import { hashOf, newSecret } from './secret-text.ts'

/** A code that lets a user in once. */
export interface LoginCode {
  readonly userId: string
}

/** A ticket that opens one socket, with the rights of the session or key that asked for it. */
export interface SocketTicket {
  readonly sessionId?: string
  readonly keyId?: string
}

/** Codes and tickets, each of which counts once on all nodes together. */
export interface OneTimeCodes {
  /** Returns a code that a person can read: for the address that `drawbridge serve` prints. */
  createLogin(code: LoginCode): Promise<string>
  useLogin(code: string): Promise<LoginCode | undefined>
  createTicket(ticket: SocketTicket): Promise<{ readonly ticket: string; readonly expiresAt: number }>
  useTicket(ticket: string): Promise<SocketTicket | undefined>
}

const insert = statement<[hash: string, kind: string, content: string, expiresAt: number]>(
  'insert into gateway_codes (hash, kind, content, expires_at) values ($1, $2, $3, $4)',
)
const take = statement<[hash: string, kind: string], { content: string; expires_at: number }>(
  'delete from gateway_codes where hash = $1 and kind = $2 returning content, expires_at',
)
const removeOld = statement<[now: number]>('delete from gateway_codes where expires_at <= $1')

const loginMs = 10 * 60_000
const ticketMs = 30_000

/** Letters and digits that nobody confuses. Thirty-two, so that each of them says five bits. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Creates the store of codes and tickets in a database. */
export function createOneTimeCodes(database: Database, { clock }: { readonly clock: Clock }): OneTimeCodes {
  const create = async (kind: string, { text, content, ms }: { text: string; content: object; ms: number }) => {
    const now = clock.now()
    await database.run(removeOld, now)
    await database.run(insert, hashOf(text), kind, JSON.stringify(content), now + ms)
    return now + ms
  }
  const use = async (kind: string, text: string): Promise<object | undefined> => {
    const row = await database.get(take, hashOf(text), kind)
    return row === undefined || row.expires_at <= clock.now() ? undefined : (JSON.parse(row.content) as object)
  }
  return {
    createLogin: async (code) => {
      // 80 bits: each of the bytes names one of 32 letters.
      const word = [...randomBytes(16)].map((byte) => letters[byte % letters.length]).join('')
      await create('login', { text: word, content: code, ms: loginMs })
      return word.replace(/(.{4})(?=.)/g, '$1-')
    },
    useLogin: async (code) => {
      const word = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
      return (await use('login', word)) as LoginCode | undefined
    },
    createTicket: async (ticket) => {
      const text = newSecret()
      return { ticket: text, expiresAt: await create('ticket', { text, content: ticket, ms: ticketMs }) }
    },
    useTicket: async (ticket) => (await use('ticket', ticket)) as SocketTicket | undefined,
  }
}
