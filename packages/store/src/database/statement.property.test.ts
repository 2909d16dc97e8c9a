import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { statement } from './statement.ts'

/** Values, and at which places of the statement each stands: every one at least once. */
const uses = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1, maxLength: 12 }).chain((values) =>
  fc.tuple(
    fc.constant(values),
    fc
      .array(fc.nat(values.length - 1), { maxLength: 12 })
      .chain((extra) => fc.shuffledSubarray([...values.keys(), ...extra], { minLength: values.length + extra.length })),
  ),
)

describeDatabases('a statement', ({ open }) => {
  test('has each parameter wherever its number stands', async () => {
    const database = await open()
    await fc.assert(
      fc.asyncProperty(uses, async ([values, places]) => {
        const columns = places.map((place, column) => `cast($${place + 1} as integer) as column_${column}`)
        const select = statement<readonly number[], object>(`select ${columns.join(', ')}`)
        const expected = places.map((place, column) => [`column_${column}`, values[place]])
        expect(await database.get(select, ...values)).toEqual(Object.fromEntries(expected))
      }),
      { numRuns: 50 },
    )
  })
})
