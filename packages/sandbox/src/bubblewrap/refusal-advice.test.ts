import { expect, test } from 'vitest'
import { refusalAdvice } from './refusal-advice.ts'

const places = {
  paths: ['/place/.git', '/place/.vscode', '/place/a/.git/config', '/place/a/.git/hooks'],
  cwd: '/place',
}
const advice = (errors: string) => refusalAdvice(errors, places)

test.each([
  ["fatal: cannot copy 'x' to '/place/.git/description': Permission denied", '/place/.git'],
  ['sh: 1: cannot create .vscode/tasks.json: Permission denied', '/place/.vscode'],
  [
    'mkdir: cannot create directory ‘x’: Read-only file system\ntouch: a/.git/hooks/y: Read-only file system',
    '/place/a/.git/hooks',
  ],
  ['error: could not write config file a/.git/config: Device or resource busy', '/place/a/.git/config'],
  ["EROFS: read-only file system, open '/place/a/.git/config'", '/place/a/.git/config'],
])('a program that complains with %j is told why, and what to do', (errors, path) => {
  expect(advice(errors)).toMatch(new RegExp(`^drawbridge: "${path}" .*(Ask|ask) the user.*\\n$`))
})

test.each([
  '',
  "fatal: '/place/.git' is empty",
  'cat: .env: Permission denied',
  'cat: /elsewhere/place/.git: Permission denied',
  'touch: .gitignore: Permission denied',
  'touch: my.vscode: Permission denied',
])('a program that says %j is told nothing', (errors) => {
  expect(advice(errors)).toBeUndefined()
})
