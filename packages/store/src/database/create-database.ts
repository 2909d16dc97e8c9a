import type { Clock } from '@drawbridge/core/base'
import type { Kysely } from 'kysely'
import { createChangeFeed } from '../change/create-change-feed.ts'
import { createPublisher, type Publish } from '../change/create-publisher.ts'
import type { DialectConnection, SqlDialect } from '../dialect/dialect.ts'
import type { Connection, Database, Transaction } from './database.ts'
import { columnText, type DatabaseKind } from './statement.ts'
import type { Tables } from './tables.ts'

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

/**
 * One transaction, with the same rules on both databases: after its end it runs nothing, and after a failed statement it runs
 * nothing either and is rolled back.
 */
async function runTransaction<Result>(
  dialect: SqlDialect,
  publish: Publish,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<{ readonly result: Result; readonly published: boolean }> {
  let published = false
  const result = await dialect.transaction(async (inner) => {
    const guarded = guard(inner)
    try {
      const result = await work({
        ...connectionOn(dialect.kind, guarded),
        publish: async (topic, key) => {
          await publish(guarded, topic, key)
          published = true
        },
      })
      await guarded.settle()
      return result
    } finally {
      await guarded.end()
    }
  })
  return { result, published }
}

interface GuardedConnection extends DialectConnection {
  /**
   * Waits for statements that the work did not wait for: they belong to the transaction.
   * @throws the error of the first statement that failed.
   */
  settle(): Promise<void>
  /** Takes no more statements, and waits for those that are under way. */
  end(): Promise<void>
}

function guard(connection: DialectConnection): GuardedConnection {
  let failure: { readonly error: unknown } | undefined
  let hasEnded = false
  const underWay = new Set<Promise<unknown>>()

  const check = () => {
    if (failure !== undefined) throw failure.error
    if (hasEnded) throw new TypeError('This transaction has ended. Await everything in its work, or begin another one.')
  }
  const watch = async <Result>(execute: () => Promise<Result>): Promise<Result> => {
    check()
    const running = execute()
    underWay.add(running)
    try {
      return await running
    } catch (error) {
      failure ??= { error }
      throw error
    } finally {
      underWay.delete(running)
    }
  }
  const rest = async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay)
  }
  return {
    execute: (statement, parameters) => watch(() => connection.execute(statement, parameters)),
    executeText: (text, parameters) => watch(() => connection.executeText(text, parameters)),
    settle: async () => {
      await rest()
      check()
    },
    end: async () => {
      hasEnded = true
      await rest()
    },
  }
}

/** The typed face of a dialect's connection: which rows come is known to the statement alone. */
function connectionOn(kind: DatabaseKind, inner: DialectConnection): Omit<Connection, 'publish'> {
  const connection: DialectConnection = {
    execute: (statement, parameters) => inner.execute(statement, storable(parameters)),
    executeText: (text, parameters) => inner.executeText(text, storable(parameters)),
  }
  let builder: Promise<Kysely<Tables>> | undefined
  const load = async () => (await import('../dialect/query-builder.ts')).createQueryBuilder(kind, connection)
  return {
    kind,
    run: async (statement, ...parameters) => (await connection.execute(statement, parameters)).count,
    all: async (statement, ...parameters) => (await connection.execute(statement, parameters)).rows as readonly never[],
    get: async (statement, ...parameters) => (await connection.execute(statement, parameters)).rows[0] as never,
    query: () => {
      builder ??= load()
      return builder
    },
  }
}

/** Returns the parameters of a statement with each text as it is kept, so that a strange text of a model is not lost whole. */
function storable<Value>(parameters: readonly Value[]): readonly Value[] {
  return parameters.every(isStorable) ? parameters : parameters.map(stored)
}

function isStorable(value: unknown): boolean {
  return typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))
}

function stored<Value>(value: Value): Value {
  return (typeof value === 'string' ? columnText(value) : value) as Value
}
