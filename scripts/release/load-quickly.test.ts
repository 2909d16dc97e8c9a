import { expect, test } from 'vitest'
import { takeBuiltIns, writeLatin } from './load-quickly.ts'

test.each([
  ['import { a as b, $c } from "node:fs";', 'const { a: b, $c } = globalThis.process.getBuiltinModule("node:fs");'],
  ['import fs from "node:fs";', 'const fs = globalThis.process.getBuiltinModule("node:fs");'],
  ['import * as fs from "node:fs";', 'const fs = globalThis.process.getBuiltinModule("node:fs");'],
  [
    'import process, { env as env$1 } from "node:process";',
    'const process = globalThis.process.getBuiltinModule("node:process"), { env: env$1 } = process;',
  ],
])('a module of Node is taken directly: %s', (line, expected) => {
  expect(takeBuiltIns(`${line}\nrun();\n`)).toBe(`${expected}\nrun();\n`)
})

test.each([
  'import { a } from "./node.js";',
  'import { a } from "commander";',
  'text(`import`);',
  '  import { a } from "node:fs";',
])('other lines stay as they are: %s', (line) => {
  expect(takeBuiltIns(line)).toBe(line)
})

test('characters beyond Latin 1 become escapes that mean the same', () => {
  const code = 'export const text = "→ é 🦊", pattern = /[→-⇒]/'
  const written = writeLatin(code)
  expect(written).toMatch(/^[\0-\xff]*$/)
  expect(new Function(`${written.replace('export ', '')}; return text`)()).toBe('→ é 🦊')
  expect(new Function(`${written.replace('export ', '')}; return pattern.test('⇐')`)()).toBe(true)
})
