import { createFakeClock } from '@drawbridge/core/testing'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { accessSchema } from '../testing/access-schema.ts'
import { createOneTimeCodes } from './one-time-codes.ts'

describeDatabases('codes and tickets', ({ open }) => {
  test('of many who bring one ticket to two nodes at once, one gets in', async () => {
    const clock = createFakeClock()
    const nodes = [await open({ rooms: accessSchema }), await open({ rooms: accessSchema })].map((database) =>
      createOneTimeCodes(database, { clock }),
    )
    const { ticket } = (await nodes[0]?.createTicket({ sessionId: 's' })) ?? { ticket: '' }
    const tries = await Promise.all([...nodes, ...nodes, ...nodes].map((node) => node.useTicket(ticket)))
    expect(tries.filter((each) => each !== undefined)).toEqual([{ sessionId: 's' }])
  })

  test('a login code can be typed in any case, counts once, and is no ticket', async () => {
    const codes = createOneTimeCodes(await open({ rooms: accessSchema }), { clock: createFakeClock() })
    const code = await codes.createLogin({ userId: 'u' })
    expect(code).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/)
    expect(await codes.useTicket(code.replaceAll('-', ''))).toBeUndefined()
    expect(await codes.useLogin(` ${code.toLowerCase()} `)).toEqual({ userId: 'u' })
    expect(await codes.useLogin(code)).toBeUndefined()
  })

  test('an old code counts no more', async () => {
    const clock = createFakeClock()
    const codes = createOneTimeCodes(await open({ rooms: accessSchema }), { clock })
    const code = await codes.createLogin({ userId: 'u' })
    clock.advance(11 * 60_000)
    expect(await codes.useLogin(code)).toBeUndefined()
  })
})
