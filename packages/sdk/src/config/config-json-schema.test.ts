import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { configJsonSchema } from './config-json-schema.ts'

const published = fileURLToPath(new URL('../../drawbridge.schema.json', import.meta.url))

test('the published JSON Schema is the one that files are checked against', () => {
  expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(configJsonSchema())
})
