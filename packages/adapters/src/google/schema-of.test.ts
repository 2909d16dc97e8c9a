import { expect, test } from 'vitest'
import { schemaOf } from './schema-of.ts'

test('the types of a schema are written in capitals at every depth, and nothing else is changed', () => {
  const text = { type: 'string', enum: ['string'], nullable: true }
  const list = { type: 'array', items: { anyOf: [text, { type: 'object', properties: { type: text } }] } }
  const TEXT = { ...text, type: 'STRING' }
  expect(schemaOf({ type: 'object', properties: { list }, required: ['list'] })).toEqual({
    type: 'OBJECT',
    properties: {
      list: { type: 'ARRAY', items: { anyOf: [TEXT, { type: 'OBJECT', properties: { type: TEXT } }] } },
    },
    required: ['list'],
  })
})
