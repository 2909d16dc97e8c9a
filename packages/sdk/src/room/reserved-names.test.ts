import { expect, test } from 'vitest'
import { configSchema } from '../config/sections.ts'
import { reservedNames } from './reserved-names.ts'

test('no room of others can take the name of a section', () => {
  for (const name of Object.keys(configSchema.shape)) if (name !== '$schema') expect(reservedNames).toContain(name)
})
