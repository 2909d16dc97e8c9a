import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { openTestGateway } from '../../testing/open-test-gateway.ts'
import { createDescription } from './create-description.ts'

/** The recommended rules of a public linter, and those about the examples. */
const rules = {
  'no-invalid-media-type-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'no-invalid-parameter-examples': 'error',
  'operation-operationId-unique': 'error',
  'operation-operationId-url-safe': 'error',
  'operation-description': 'error',
  'tag-description': 'error',
  'no-unused-components': 'error',
  'path-segment-plural': 'off',
} as const

async function lint(description: object) {
  const config = await createConfig({ extends: ['recommended'], rules })
  const found = await lintFromString({ source: JSON.stringify(description), absoluteRef: 'openapi.json', config })
  return found.map(({ ruleId, severity, message, location }) => {
    const [place] = location
    return `${severity} ${ruleId} ${place?.pointer}: ${message}`
  })
}

test('a public linter finds nothing wrong with the description of all that comes with Drawbridge', async () => {
  const { routes, build } = (await openTestGateway()).gateway
  expect(await lint(createDescription(routes, build))).toEqual([])
})

test('the linter is not blind: an example that its schema refuses, and an operation twice, are found', async () => {
  const { routes } = (await openTestGateway()).gateway
  const [route] = routes.filter(({ operation }) => operation === 'createUser')
  if (route === undefined) throw new TypeError('createUser is gone')
  const wrong = { ...route, path: '/others', example: { body: { name: 7 } } }
  const found = await lint(createDescription([...routes, wrong], '1'))
  expect(found.join('\n')).toMatch(/no-invalid-media-type-examples/)
  expect(found.join('\n')).toMatch(/operation-operationId-unique/)
})
