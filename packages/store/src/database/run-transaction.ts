import type { Publish } from '../change/create-publisher.ts'
import type { DialectConnection, SqlDialect } from '../dialect/dialect.ts'
import { connectionOn } from './connection-on.ts'
import type { Transaction } from './database.ts'

/**
 * One transaction, with the same rules on both databases: after its end it runs nothing, and after a failed statement it runs
 * nothing either and is rolled back.
 */
export async function runTransaction<Result>(
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
