import type { Connection, Database } from '@drawbridge/store/database'

const topic = 'gateway_access'

/** Something about a user, key or session changed, so that what was known of it no longer counts. */
export type AccessChange =
  | { readonly kind: 'user' | 'key' | 'session'; readonly id: string }
  /** Changes may have been missed: look at everything again. */
  | { readonly kind: 'all' }

/** Tells every node of a change once the transaction is committed. */
export function publishAccess(connection: Connection, kind: 'user' | 'key' | 'session', id: string): Promise<void> {
  return connection.publish(topic, `${kind}:${id}`)
}

/** Calls the listener with each change of a user, key or session, made on any node. */
export function onAccessChange(database: Database, listener: (change: AccessChange) => void): Promise<Disposable> {
  return database.subscribe(topic, ({ key }) => {
    const [kind, id] = key?.split(':', 2) ?? []
    if (id !== undefined && (kind === 'user' || kind === 'key' || kind === 'session')) listener({ kind, id })
    else listener({ kind: 'all' })
  })
}
