import { expect, test } from 'vitest'
import { takeBuiltIns, writeAscii } from './load-quickly.ts'

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

test('a costly module of Node is loaded when a part of it is used', () => {
  const taken = takeBuiltIns('import childProcess from "node:child_process";\n')
  expect(taken).toBe(
    'const childProcess = new Proxy({}, { get: (_, part) => globalThis.process.getBuiltinModule("node:child_process")[part] });\n',
  )
  expect(new Function(`${taken}; return typeof childProcess.spawn`)()).toBe('function')
})

test.each([
  'import { a } from "./node.js";',
  'import { a } from "commander";',
  'text(`import`);',
  '  import { a } from "node:fs";',
])('other lines stay as they are: %s', (line) => {
  expect(takeBuiltIns(line)).toBe(line)
})

test('characters beyond ASCII become escapes that mean the same', () => {
  const code = 'export const text = "→ é 🦊", pattern = /[→-⇒]/'
  const written = writeAscii(code)
  expect(written).toMatch(/^[\0-\x7f]*$/)
  expect(new Function(`${written.replace('export ', '')}; return text`)()).toBe('→ é 🦊')
  expect(new Function(`${written.replace('export ', '')}; return pattern.test('⇐')`)()).toBe(true)
})
