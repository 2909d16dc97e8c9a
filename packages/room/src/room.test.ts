import { expect, test } from 'vitest'
import { defineRoom, roomVersion } from './room.ts'

test('a room says which version of the interface it was made for, and is plain data otherwise', () => {
  const room = defineRoom({ name: 'weather', summary: 'what the weather is' })
  expect(JSON.parse(JSON.stringify(room))).toEqual({ name: 'weather', summary: 'what the weather is', roomVersion })
})
