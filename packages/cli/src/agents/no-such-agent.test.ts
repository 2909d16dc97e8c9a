import { expect, test } from 'vitest'
import { describePostgres } from '../../../store/src/__fixtures__/describe-databases.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

describePostgres('what is not there', ({ options }) => {
  test.each([
    [['agents', 'show', 'clark'], 'agent "clark" does not exist.'],
    [['agents', 'remove', 'clark'], 'agent "clark" does not exist.'],
    [['agents', 'update', 'clark', '--template', 'clerk'], 'agent "clark" does not exist.'],
    [['programs', 'show', 'awk'], 'The program "awk" does not exist.'],
    [['programs', 'remove', 'awk'], 'The program "awk" does not exist.'],
    [['secrets', 'remove', 'TOKEN'], 'The secret "TOKEN" does not exist.'],
  ])('is said before the server is left: %j', async (args, said) => {
    const database = options()
    if (database.kind !== 'postgres') throw new Error('This is no server.')
    const folder = scratchFolder({ 'clerk/SOUL.md': 'Be exact.\n' })
    const before = process.env.DRAWBRIDGE_DATABASE_URL
    process.env.DRAWBRIDGE_DATABASE_URL = database.url
    try {
      await runHere(folder, ['agents', 'create', 'clerk', '--type', 'open'])
      expect(await runHere(folder, args)).toMatchObject({ code: 1, stderr: expect.stringContaining(said) })
    } finally {
      if (before === undefined) delete process.env.DRAWBRIDGE_DATABASE_URL
      else process.env.DRAWBRIDGE_DATABASE_URL = before
    }
  })
})
