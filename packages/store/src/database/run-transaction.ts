import type { Publish } from '../change/create-publisher.ts'
import type { Dialect, DialectConnection } from '../dialect/dialect.ts'
import { connectionOn } from './connection-on.ts'
import type { Transaction } from './database.ts'

/**
 * One transaction, with the same rules on both databases: after its end it runs nothing, and after a failed statement it runs
 * nothing either and is rolled back.
 */
export async function runTransaction<Result>(
  dialect: Dialect,
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
      guarded.check()
      return result
    } finally {
      guarded.end()
    }
  })
  return { result, published }
}

interface GuardedConnection extends DialectConnection {
  /** @throws the error of the first statement that failed. */
  check(): void
  end(): void
}

function guard(connection: DialectConnection): GuardedConnection {
  let failure: { readonly error: unknown } | undefined
  let hasEnded = false
  const check = () => {
    if (failure !== undefined) throw failure.error
    if (hasEnded) throw new TypeError('This transaction has ended: await everything in its work, or begin another one.')
  }
  const watch = async <Result>(execute: () => Promise<Result>): Promise<Result> => {
    check()
    try {
      return await execute()
    } catch (error) {
      failure ??= { error }
      throw error
    }
  }
  return {
    execute: (statement, parameters) => watch(() => connection.execute(statement, parameters)),
    executeText: (text, parameters) => watch(() => connection.executeText(text, parameters)),
    check,
    end: () => {
      hasEnded = true
    },
  }
}
