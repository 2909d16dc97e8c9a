import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import type { DatabaseOptions } from './database-options.ts'

/** Opens the database in another process, and tells which modules that has loaded. */
function modulesOf(options: DatabaseOptions, work: string): string {
  const program = `
    import { registerHooks } from 'node:module'
    const modules = []
    registerHooks({
      resolve: (specifier, context, next) => {
        modules.push(next(specifier, context).url)
        return next(specifier, context)
      },
    })
    const { openDatabase, statement } = await import(${JSON.stringify(join(import.meta.dirname, 'index.ts'))})
    const database = await openDatabase(${JSON.stringify(options)})
    ${work}
    await database[Symbol.asyncDispose]()
    console.log(modules.join('\\n'))`
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
}

const hotWork = `
  const count = statement('select count(*) as found from changes')
  using subscription = await database.subscribe('note', () => undefined)
  await database.transaction(async (transaction) => transaction.publish('note', String((await transaction.get(count)).found)))`

describeDatabases(
  'opening',
  ({ kind, open, options }) => {
    test('and working with statements loads no Kysely, and a second time no migration', async () => {
      await open()
      const modules = modulesOf(options(), hotWork)
      expect(modules).toContain('open-database.ts')
      expect(modules).not.toMatch(/node_modules\/kysely|query-builder|migrations\/\d/)
      expect(/node_modules\/pg/.test(modules)).toBe(kind === 'postgres')
      expect(/node:sqlite/.test(modules)).toBe(kind === 'sqlite')
    })

    test('and asking for Kysely loads it', async () => {
      expect(modulesOf(options(), 'await database.query()')).toMatch(/node_modules\/kysely/)
    })
  },
  { schema: 'none' },
)
