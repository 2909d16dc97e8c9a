import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadSections } from '../room/room-sections.ts'
import { builtInRooms } from '../rooms.ts'
import { configJsonSchema } from './config-json-schema.ts'

const published = fileURLToPath(new URL('../../drawbridge.schema.json', import.meta.url))

test('the published JSON Schema is the one that files are checked against, sections of built-in rooms included', async () => {
  const schema = configJsonSchema(await loadSections(builtInRooms))
  expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(schema)
  expect(Object.keys(schema.properties ?? {})).toEqual(expect.arrayContaining(['questions', 'web']))
})
