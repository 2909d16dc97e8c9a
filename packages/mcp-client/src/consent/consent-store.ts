import { defined, systemClock } from '@drawbridge/core/base'
import type { HouseDatabase } from '@drawbridge/room'
import { statement } from '@drawbridge/store/database'
import { recordTrust } from '@drawbridge/store/sessions'

/** One thing of a server that somebody looked at and agreed to: the server itself, or one of its tools. */
export interface Consent {
  /** Empty for the server itself, else the name of a tool as the server calls it. */
  readonly item: string
  readonly fingerprint: string
  /** The definition that was agreed to. */
  readonly definition: unknown
  readonly decidedBy: string
  /** Milliseconds since the Unix epoch. */
  readonly decidedAt: number
}

/** The consents of one server. */
export interface ServerConsents {
  readonly server: Consent | undefined
  /** By the name of the tool. */
  readonly tools: ReadonlyMap<string, Consent>
}

/** The consents of all servers, as rows of the database. */
export interface ConsentStore {
  /** Resolves to none if the database does not exist yet, or if the operator wants files only. */
  read(server: string): Promise<ServerConsents>
  /** Replaces all consents of a server. */
  replace(server: string, consents: readonly Consent[]): Promise<void>
  /** Calls the listener when consents of a server change, in this process or another. */
  watch(listener: (server: string | undefined) => void): Promise<Disposable>
}

const topic = 'mcp_consent'

interface Row {
  readonly item: string
  readonly fingerprint: string
  readonly definition: string
  readonly decided_by: string
  readonly decided_at: number
}

const selectConsents = statement<[server: string], Row>(
  'select item, fingerprint, definition, decided_by, decided_at from mcp_consents where server = $1 order by item',
)
const removeConsents = statement<[server: string]>('delete from mcp_consents where server = $1')
const insertConsent = statement<
  [server: string, item: string, fingerprint: string, definition: string, by: string, at: number]
>(
  'insert into mcp_consents (server, item, fingerprint, definition, decided_by, decided_at) values ($1, $2, $3, $4, $5, $6)',
)

/** Creates the store over the database of a home, which is opened when a consent is read or given. */
export function createConsentStore(database: HouseDatabase): ConsentStore {
  return {
    read: async (server) => {
      const found = await database.find()
      const rows = (await found?.all(selectConsents, server)) ?? []
      const consents = rows.map(consentOf)
      return {
        server: consents.find(({ item }) => item === ''),
        tools: new Map(consents.filter(({ item }) => item !== '').map((consent) => [consent.item, consent])),
      }
    },
    replace: async (server, consents) => {
      const opened = await database.obtain()
      await opened.transaction(async (transaction) => {
        await transaction.run(removeConsents, server)
        for (const { item, fingerprint, definition, decidedBy, decidedAt } of consents) {
          const text = JSON.stringify(definition)
          await transaction.run(insertConsent, server, item, fingerprint, text, decidedBy, decidedAt)
        }
        const [first] = consents
        const at = first?.decidedAt ?? systemClock.now()
        const by = first?.decidedBy
        const parts = consents.map(({ item }) => (item === '' ? 'the server' : item))
        await recordTrust(transaction, at, { what: 'server', change: 'changed', id: server, ...defined({ by }), parts })
        await transaction.publish(topic, server)
      })
    },
    watch: async (listener) => {
      const found = await database.find()
      const none: Disposable = { [Symbol.dispose]: () => undefined }
      return (await found?.subscribe(topic, ({ key }) => listener(key))) ?? none
    },
  }
}

function consentOf(row: Row): Consent {
  return {
    item: row.item,
    fingerprint: row.fingerprint,
    definition: JSON.parse(row.definition),
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
  }
}
