import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOwnChanges } from './own-changes.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

test('only what the call itself created is deleted again', () => {
  const own = createOwnChanges()
  expect(own.undoesCreation('/a')).toBe(false)
  own.noteWrite('/a', { created: true })
  own.noteWrite('/b', { created: false })
  expect([own.undoesCreation('/a'), own.undoesCreation('/b')]).toEqual([true, false])
  own.noteRemoval('/a', undefined)
  expect(own.undoesCreation('/a')).toBe(false)
})

test('only what the call itself deleted is written back, and byte for byte', () => {
  const own = createOwnChanges()
  own.noteRemoval('/a', hash('one two'))
  own.noteRemoval('/b', undefined)
  expect(own.undoesDeletion('/a', [bytes('one '), bytes('two')])).toBe(true)
  expect(own.undoesDeletion('/a', bytes('other'))).toBe(false)
  expect(own.undoesDeletion('/b', bytes('one two'))).toBe(false)
  own.noteWrite('/a', { created: true })
  expect(own.undoesDeletion('/a', bytes('one two'))).toBe(false)
})

test('only what the call itself moved is moved back', () => {
  const own = createOwnChanges()
  own.noteMove('/a', '/b')
  expect(own.undoesMove('/b', '/a')).toBe(true)
  expect([own.undoesMove('/a', '/b'), own.undoesMove('/c', '/a'), own.undoesMove('/b', '/c')]).toEqual([
    false,
    false,
    false,
  ])
})
