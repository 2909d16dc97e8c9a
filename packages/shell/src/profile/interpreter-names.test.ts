import { expect, it } from 'vitest'
import { interpreters } from './families/interpreters.ts'
import { isInterpreterName } from './interpreter-names.ts'

it('knows every interpreter that has a profile, in any version, and no other program', () => {
  for (const name of Object.keys(interpreters)) expect(isInterpreterName(name)).toBe(true)
  for (const name of ['python3.12', 'perl5.36', 'lua5.4']) expect(isInterpreterName(name)).toBe(true)
  for (const name of ['git', 'npm', 'pythonic', 'constructor', '']) expect(isInterpreterName(name)).toBe(false)
})
