import { expect, test } from 'vitest'
import { isSecretVariable } from './is-secret-variable.ts'

test.each([
  ['LANG', 'C.UTF-8'],
  ['AWS_REGION', 'eu-central-1'],
  ['JAVA_HOME', '/usr/lib/jvm/java-21'],
  ['API_URL', 'https://api.example.org/v1'],
  ['NODE_ENV', 'production'],
  ['RETRIES', '5'],
])('output keeps %s=%s', (name, value) => {
  expect(isSecretVariable(name, value)).toBe(false)
})

test.each([
  ['GITHUB_TOKEN', 'plain'],
  ['DATABASE_URL', ['postgres://u', 'p@db/x'].join(':')],
  ['MY_PAT', 'word'],
  ['WHATEVER', ['9f8e7d', '6c5b4a'].join('')],
  ['ADDRESS', ['https://u', 'p@example.org'].join(':')],
])('output loses the value of %s', (name, value) => {
  expect(isSecretVariable(name, value)).toBe(true)
})
