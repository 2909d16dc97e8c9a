import type { Clock } from '@drawbridge/core/base'
import { createChangeFeed } from '../change/create-change-feed.ts'
import { createPublisher } from '../change/create-publisher.ts'
import type { SqlDialect } from '../dialect/dialect.ts'
import { connectionOn } from './connection-on.ts'
import type { Database } from './database.ts'
import { runTransaction } from './run-transaction.ts'

/** The database on its dialect: what is the same for both. */
export function createDatabase(dialect: SqlDialect, clock: Clock): Database {
  const feed = createChangeFeed(dialect)
  const publish = createPublisher(clock)
  const transaction: Database['transaction'] = async (work) => {
    const { result, published } = await runTransaction(dialect, publish, work)
    if (published) feed.look()
    return result
  }
  return {
    ...connectionOn(dialect.kind, dialect),
    name: dialect.name,
    transaction,
    publish: (topic, key) => transaction((connection) => connection.publish(topic, key)),
    subscribe: feed.subscribe,
    [Symbol.asyncDispose]: async () => {
      await feed[Symbol.asyncDispose]()
      await dialect[Symbol.asyncDispose]()
    },
  }
}
