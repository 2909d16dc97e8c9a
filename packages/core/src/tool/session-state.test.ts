import { expect, test } from 'vitest'
import { createSessionState, type SessionKey } from './session-state.ts'

test('a value is made on first use and ended with its session, though another one cannot be', async () => {
  const ended: string[] = []
  const key = (name: string): SessionKey<string> => ({
    name,
    create: () => name,
    dispose: (value) => {
      ended.push(value)
      if (value === 'stubborn') throw new Error('cannot be ended')
    },
  })
  const [stubborn, used, unused] = [key('stubborn'), key('used'), key('unused')]
  const state = createSessionState()
  expect([state.use(stubborn), state.use(used), state.use(used)]).toEqual(['stubborn', 'used', 'used'])
  await state[Symbol.asyncDispose]()
  await state[Symbol.asyncDispose]()
  expect(ended).toEqual(['stubborn', 'used'])
  expect(ended).not.toContain(state.use({ ...unused, dispose: () => undefined }))
})
